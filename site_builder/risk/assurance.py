"""Grades how far a server can be trusted: a ledger of points, caps, and how much could be seen.

Points that could not be observed leave the sum and its maximum alike: unknown is neither zero nor
full. `coverage` says how much of the maximum was observed.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from site_builder.model.assessment import Assessment, Cap, Combination, Grade, LedgerLine
from site_builder.model.definition import ToolDefinition
from site_builder.model.records import ServerRecord, Vulnerability
from site_builder.model.server_rules import PointRule
from site_builder.model.vocabulary import AuthPosture, Category, SeverityLevel, Transport
from site_builder.risk.compiled import CompiledRules
from site_builder.risk.hygiene import has_tag_characters, hygiene_findings

_POWERFUL = frozenset({Category.EXECUTE, Category.DESTRUCTIVE, Category.FINANCIAL})
_LEAKS = frozenset({"trifecta", "read-secret-and-egress"})
_FRESH_DAYS = 180
_MAX_VERSION_DIGITS = 9

AssessedTool = tuple[ToolDefinition, Assessment]
Points = tuple[int, str] | None
"""Points and their reason; None is "not observed"."""


@dataclass(frozen=True, slots=True)
class _Subject:
    """What an observation looks at."""

    record: ServerRecord
    tools: tuple[AssessedTool, ...]
    rules: CompiledRules


def grade_of(
    record: ServerRecord,
    tools: tuple[AssessedTool, ...],
    combinations: tuple[Combination, ...],
    rules: CompiledRules,
) -> Grade:
    """The grade of a server: letter, score, coverage, ledger, and the caps that hold it down."""
    assurance = rules.rules.assurance
    ledger = tuple(_line(rule, record, tools, rules) for rule in assurance.points)
    observed = [line for line in ledger if line.observed]
    possible, seen = sum(line.of for line in ledger), sum(line.of for line in observed)
    coverage = _percent(seen, possible)
    identity = sum(line.points for line in observed if line.bucket == "identity")
    caps = tuple(_caps(record, tools, combinations, identity, rules))
    if coverage < assurance.not_graded_below:
        return Grade(
            None, provisional=False, score=None, coverage=coverage, ledger=ledger, caps=caps
        )
    score = _percent(sum(line.points for line in observed), seen)
    by_points = next(band.letter for band in assurance.letters if score >= band.least)
    letter = max((by_points, *(cap.grade for cap in caps)))
    return Grade(letter, coverage < assurance.provisional_below, score, coverage, ledger, caps)


def _percent(part: int, whole: int) -> int:
    """`part` of `whole` in hundredths, rounded to the nearest, halves up."""
    return (200 * part + whole) // (2 * whole) if whole else 0


def _line(
    rule: PointRule, record: ServerRecord, tools: tuple[AssessedTool, ...], rules: CompiledRules
) -> LedgerLine:
    observe = _OBSERVATIONS.get(rule.observation)
    found = (
        observe(_Subject(record, tools, rules))
        if observe
        else _claim(rule.observation, record, rules)
    )
    if found is None:
        return LedgerLine(
            rule.bucket, rule.id, 0, rule.of, observed=False, reason=f"Not observed. {rule.why}"
        )
    points, reason = found
    if rule.bucket == "maintenance" and record.maintenance.archived:
        points, reason = 0, "The repository is archived."
    worth = rule.of if points < 0 else points
    return LedgerLine(
        rule.bucket, rule.id, max(0, min(rule.of, worth)), rule.of, observed=True, reason=reason
    )


_FULL = -1
"""Stands for "all points of the rule" where an observation is a plain yes."""


def _claim(observation: str, record: ServerRecord, rules: CompiledRules) -> Points:
    wanted = rules.rules.assurance.identity_claims.get(observation, ())
    for claim in record.identity:
        said = claim.claim.lower().replace("-", " ")
        if any(words in said for words in wanted):
            return _FULL, f"{claim.claim} ({claim.evidence}, {claim.date})"
    return None


def _authentication(subject: _Subject) -> Points:
    assurance, posture = subject.rules.rules.assurance, subject.record.authentication.posture
    if posture is AuthPosture.UNKNOWN:
        return None
    points = assurance.auth[posture]
    if not _remote(subject.record):
        return points.local, subject.record.authentication.why
    if (
        posture is AuthPosture.NONE
        and subject.tools
        and all(
            assessment.category is Category.READ and assessment.attributes.data == "public"
            for _, assessment in subject.tools
        )
    ):
        return assurance.auth_none_read_only, subject.record.authentication.why
    return points.remote, subject.record.authentication.why


def _transport(subject: _Subject) -> Points:
    if not subject.record.transports:
        return None
    worst = min(
        subject.record.transports,
        key=lambda transport: subject.rules.rules.assurance.transports[transport],
    )
    return subject.rules.rules.assurance.transports[
        worst
    ], f"The weakest transport offered is {worst}."


def _release(subject: _Subject) -> Points:
    released = subject.record.maintenance.last_release
    if released is None:
        return None
    age = datetime.date.fromisoformat(subject.record.capture.date) - datetime.date.fromisoformat(
        released
    )
    fresh = age.days <= _FRESH_DAYS
    return (
        _FULL if fresh else 0
    ), f"Last release on {released}, looked at on {subject.record.capture.date}."


def _contact(subject: _Subject) -> Points:
    contact = subject.record.maintenance.security_contact
    return (_FULL, f"Security contact: {contact}.") if contact else None


def _licence(subject: _Subject) -> Points:
    if subject.record.licence is None:
        return None
    first = subject.record.licence.split()[0].strip("(),;")
    known = first in subject.rules.rules.assurance.licences
    return (_FULL if known else 0), f"Licence: {subject.record.licence}."


def _vulnerabilities(subject: _Subject) -> Points:
    if not subject.record.vulnerabilities:
        return None
    costs = subject.rules.rules.assurance.vulnerability_costs
    unfixed = _unfixed(subject.record)
    lost = sum(costs[found.severity or SeverityLevel.MEDIUM] for found in unfixed)
    names = ", ".join(found.id for found in unfixed)
    full = next(
        rule.of
        for rule in subject.rules.rules.assurance.points
        if rule.observation == "vulnerabilities"
    )
    return max(
        0, full - lost
    ), f"Open: {names}." if names else "Every known vulnerability is fixed."


def _hygiene(subject: _Subject) -> Points:
    if not subject.tools:
        return None
    full = next(
        rule.of for rule in subject.rules.rules.assurance.points if rule.observation == "hygiene"
    )
    findings = hygiene_findings(subject.tools, subject.rules)
    lost = sum(cost for cost, _ in findings)
    reason = " ".join(f"\u2212{cost}: {why}" for cost, why in findings)
    return max(0, full - lost), reason or "Nothing was found in the definitions."


_OBSERVATIONS: dict[str, Callable[[_Subject], Points]] = {
    "authentication": _authentication,
    "transport": _transport,
    "release": _release,
    "security-contact": _contact,
    "licence": _licence,
    "vulnerabilities": _vulnerabilities,
    "hygiene": _hygiene,
}


def _caps(
    record: ServerRecord,
    tools: tuple[AssessedTool, ...],
    combinations: tuple[Combination, ...],
    identity: int,
    rules: CompiledRules,
) -> Iterator[Cap]:
    powerful = any(_POWERFUL & set(assessment.capabilities) for _, assessment in tools)
    leaks = [found for found in combinations if found.code in _LEAKS]
    conditions = {
        "malicious": any(
            word in claim.claim.lower()
            for claim in record.identity
            for word in ("malicious", "impersonat")
        ),
        "critical-vulnerability": any(
            found.severity is SeverityLevel.CRITICAL for found in _unfixed(record)
        ),
        "remote-without-auth": _remote(record)
        and record.authentication.posture is AuthPosture.NONE
        and powerful,
        "dangerous-combination": bool(leaks),
        "unknown-identity": identity < rules.rules.assurance.identity_least and powerful,
        "tag-characters": any(has_tag_characters(definition) for definition, _ in tools),
        "archived": record.maintenance.archived is True and powerful,
    }
    for cap in rules.rules.assurance.caps:
        if conditions[cap.condition]:
            named = (
                "".join(f" {found.title}." for found in leaks)
                if cap.condition == "dangerous-combination"
                else ""
            )
            yield Cap(cap.id, cap.grade, cap.why + named)


def _remote(record: ServerRecord) -> bool:
    return any(transport is not Transport.STDIO for transport in record.transports)


def _unfixed(record: ServerRecord) -> tuple[Vulnerability, ...]:
    """The vulnerabilities open in the version captured: those without a fix, or fixed after it.

    Versions that are not dotted numbers cannot be compared: such a fix counts as not applied.
    """
    return tuple(
        found for found in record.vulnerabilities if not _fixed(found, record.capture.version)
    )


def _fixed(found: Vulnerability, version: str | None) -> bool:
    if found.fixed_in is None or version is None:
        return False
    fixed, here = _numbers(found.fixed_in), _numbers(version)
    return fixed is not None and here is not None and here >= fixed


def _numbers(version: str) -> tuple[int, ...] | None:
    parts = version.removeprefix("v").split(".")
    if not all(
        part.isascii() and part.isdecimal() and len(part) <= _MAX_VERSION_DIGITS for part in parts
    ):
        return None
    numbers = [int(part) for part in parts]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)
