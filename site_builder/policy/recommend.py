"""Which policy stands for a tool: the record's own, the site's house policy, or its category's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from site_builder.model.assessment import Assessment
from site_builder.model.policy import Limit, Policy, Rule
from site_builder.model.records import CategoryRecord, DefaultPolicy
from site_builder.model.vocabulary import Category, SeverityLevel, Verdict, Window
from site_builder.policy import words
from site_builder.policy.evaluate import strictest

Origin = Literal["record", "house", "category"]

_WINDOWS = tuple(Window)
_UNCLEAR = Policy(
    verdict=Verdict.REQUIRE_APPROVAL,
    message="Its definition does not make clear what it does: a person has to look.",
)


@dataclass(frozen=True, slots=True)
class Recommendation:
    """The policy of a tool, and where it comes from.

    `computed` is what would stand without the record's own policy; `origin` says what `policy`
    came from, and `why` says so to a reader, in one sentence.
    """

    policy: Policy
    computed: Policy
    origin: Origin
    why: str


@dataclass(frozen=True, slots=True)
class _Default:
    """The policy of one category and where it comes from."""

    policy: Policy
    origin: Origin
    source: str


def recommend(
    record_policy: Policy | None,
    assessment: Assessment,
    categories: Mapping[Category, CategoryRecord],
    house: Mapping[Category, DefaultPolicy],
) -> Recommendation:
    """The policy for a tool with this `assessment`.

    A tool whose arguments decide its category takes the strictest default of all its categories.
    """
    involved = {assessment.category, *(case.category for case in assessment.cases)}
    ordered = sorted(involved, key=lambda category: category.rank)
    severity = assessment.severity.level
    defaults = [_default(category, severity, categories, house) for category in ordered]
    standing = defaults[0]
    for default in defaults[1:]:
        if not is_weaker(default.policy, standing.policy):
            standing = default
    if assessment.needs_review and standing.policy.verdict is Verdict.ALLOW:
        # Nobody could tell what it does, so nobody lets it run unseen.
        standing = _Default(_UNCLEAR, "category", "what a tool gets that needs a review first")
    computed = standing.policy
    if record_policy is not None:
        why = record_policy.why or _own(record_policy, computed)
        return Recommendation(record_policy, computed, "record", why)
    if len(ordered) == 1:
        return Recommendation(computed, computed, standing.origin, f"This is {standing.source}.")
    titles = words.joined([categories[category].title for category in ordered], "or")
    why = (
        f"Its arguments decide whether a call is {titles}, so the strictest of their rules "
        f"stands: {standing.source}."
    )
    return Recommendation(computed, computed, standing.origin, why)


def is_weaker(one: Policy, other: Policy) -> bool:
    """Whether `one` may let something through that `other` would not.

    Told from verdicts, limits and conditions, never from what a pattern matches: a policy that
    cannot be shown to be as strict counts as weaker.
    """
    if one == other:
        return False
    bar = strictest(other)
    rules: tuple[Rule, ...] = (one, *one.cases)
    if all(rule.verdict is Verdict.DENY for rule in rules):
        return False
    if not set(other.conditions) <= set(one.conditions):
        return True
    return any(_exceeds(rule, bar, other) for rule in rules)


def _exceeds(rule: Rule, bar: Verdict, other: Policy) -> bool:
    if rule.verdict is not bar:
        return rule.verdict.rank > bar.rank
    limits = [limit for limited in (other, *other.cases) for limit in limited.limits]
    return not all(_keeps(rule.limits, limit) for limit in limits)


def _keeps(limits: tuple[Limit, ...], wanted: Limit) -> bool:
    """Whether `limits` let no more calls through in the window of `wanted` than it does."""
    shortest = _WINDOWS.index(wanted.window)
    return any(
        limit.max <= wanted.max and _WINDOWS.index(limit.window) >= shortest for limit in limits
    )


def _default(
    category: Category,
    severity: SeverityLevel,
    categories: Mapping[Category, CategoryRecord],
    house: Mapping[Category, DefaultPolicy],
) -> _Default:
    record = categories[category]
    if category in house:
        return _Default(
            _policy(house[category]), "house", f"the house rule for {record.title} tools"
        )
    source = f"the rule for {record.title} tools"
    if severity is SeverityLevel.CRITICAL and record.critical_policy is not None:
        critical = _policy(record.critical_policy)
        return _Default(critical, "category", f"{source} of critical severity")
    return _Default(_policy(record.default_policy), "category", source)


def _policy(default: DefaultPolicy) -> Policy:
    return Policy(verdict=default.verdict, message=default.message, limits=default.limits)


def _own(policy: Policy, computed: Policy) -> str:
    """Where a record's own policy stands beside the computed one, where it does not say itself."""
    if not is_weaker(policy, computed) and not is_weaker(computed, policy):
        return "This tool's own record sets the rule, and its category asks for the same."
    if not is_weaker(policy, computed):
        return "This tool's own record sets the rule, stricter than its category asks for."
    return "This tool's own record sets the rule, in place of its category's."
