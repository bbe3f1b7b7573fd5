"""Attaches attacks to tools by predicate, with a one-line reason for this tool."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from site_builder.model.assessment import Assessment, AttackMatch
from site_builder.model.records import AppliesWhen, AttackNote, AttackRecord
from site_builder.risk.attributes import flags_of

_PLACE = re.compile(r"\{(tool|parameter|server)\}")
_NO_PARAMETER = "its input"


def attacks_on(
    assessment: Assessment, tool: str, server: str, attacks: Mapping[str, AttackRecord]
) -> tuple[AttackMatch, ...]:
    """The attacks that exploit what a tool can do, in the order of `attacks`."""
    return tuple(
        AttackMatch(slug, _reason(record, assessment, tool, server))
        for slug, record in attacks.items()
        if applies(record.applies_when, assessment)
    )


def with_notes(
    matches: tuple[AttackMatch, ...], notes: Iterable[AttackNote]
) -> tuple[AttackMatch, ...]:
    """`matches` and what a reviewer attached; a reviewer's reason replaces the template's."""
    reasons = {match.attack: match for match in matches}
    reasons.update((note.attack, AttackMatch(note.attack, note.reason)) for note in notes)
    return tuple(reasons.values())


def applies(when: AppliesWhen, assessment: Assessment) -> bool:
    """Whether every given part of `when` holds of `assessment`; an empty one always does."""
    if when.capabilities and not set(when.capabilities) & set(assessment.capabilities):
        return False
    kinds = {risk.kind for risk in assessment.parameters}
    if when.parameters and not set(when.parameters) & kinds:
        return False
    if not set(when.attributes) <= flags_of(assessment.attributes):
        return False
    return not when.any_of or any(applies(option, assessment) for option in when.any_of)


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
