"""Attaches attacks to tools by predicate, with a one-line reason for this tool."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from site_builder.model.assessment import Assessment, AttackMatch
from site_builder.model.records import AppliesWhen, AttackNote, AttackRecord, ServerRecord
from site_builder.risk.attributes import flags_of

_PLACE = re.compile(r"\{(tool|parameter|server)\}")
_NO_PARAMETER = "its input"


def attacks_on(
    assessment: Assessment, tool: str, server: ServerRecord, attacks: Mapping[str, AttackRecord]
) -> tuple[AttackMatch, ...]:
    """The attacks that exploit what `tool` of `server` can do, in the order of `attacks`."""
    return tuple(
        AttackMatch(
            slug,
            _reason(record, assessment, tool, server.name),
            general=record.applies_when.every_tool,
        )
        for slug, record in attacks.items()
        if applies(record.applies_when, assessment, server)
    )


def with_notes(
    matches: tuple[AttackMatch, ...], notes: Iterable[AttackNote]
) -> tuple[AttackMatch, ...]:
    """`matches` and what a reviewer attached; a reviewer's reason replaces the template's."""
    reasons = {match.attack: match for match in matches}
    reasons.update((note.attack, AttackMatch(note.attack, note.reason)) for note in notes)
    return tuple(reasons.values())


def applies(when: AppliesWhen, assessment: Assessment, server: ServerRecord) -> bool:
    """Whether every given part of `when` holds of a tool's `assessment` and of its server."""
    if when.transports and not set(when.transports) & set(server.transports):
        return False
    if when.authentication and server.authentication.posture not in when.authentication:
        return False
    if when.capabilities and not set(when.capabilities) & set(assessment.capabilities):
        return False
    kinds = {risk.kind for risk in assessment.parameters}
    if when.parameters and not set(when.parameters) & kinds:
        return False
    if not set(when.attributes) <= flags_of(assessment.attributes):
        return False
    return not when.any_of or any(applies(option, assessment, server) for option in when.any_of)


def _reason(record: AttackRecord, assessment: Assessment, tool: str, server: str) -> str:
    """The template with its places filled in one pass: a name is never read as a template."""
    fills = {
        "tool": tool,
        "parameter": _parameter(record.applies_when, assessment),
        "server": server,
    }
    return _PLACE.sub(lambda match: fills[match[1]], record.reason)


def _parameter(when: AppliesWhen, assessment: Assessment) -> str:
    """The first parameter of a kind that the predicate asks for."""
    wanted = _kinds_wanted(when)
    return next(
        (risk.parameter for risk in assessment.parameters if risk.kind in wanted), _NO_PARAMETER
    )


def _kinds_wanted(when: AppliesWhen) -> frozenset[str]:
    return frozenset(when.parameters).union(*(_kinds_wanted(option) for option in when.any_of))
