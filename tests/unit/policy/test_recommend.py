from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from site_builder.model.assessment import Assessment, Attributes, Case, Severity
from site_builder.model.records import CategoryRecord, DefaultPolicy
from site_builder.model.vocabulary import Category, SeverityLevel, Verdict
from site_builder.policy.evaluate import decide
from site_builder.policy.recommend import is_weaker, recommend
from tests.policies import arguments, limited, make_policy, policies


def _default(verdict: str, **fields: object) -> DefaultPolicy:
    return DefaultPolicy.model_validate({"verdict": verdict, **fields}, strict=False)


def _category(title: str, default: DefaultPolicy, critical: DefaultPolicy | None = None):
    return CategoryRecord(
        title=title,
        summary="s",
        meaning="m",
        default_policy=default,
        critical_policy=critical,
    )


MINUTE = {"limits": ({"max": 10, "window": "minute"},)}
CATEGORIES = {
    Category.READ: _category("Read", _default("allow")),
    Category.WRITE: _category(
        "Write", _default("rate-limit", limits=({"max": 30, "window": "minute"},))
    ),
    Category.EXECUTE: _category(
        "Execute", _default("rate-limit", **MINUTE), _default("require-approval", message="Ask.")
    ),
    Category.DESTRUCTIVE: _category("Destructive", _default("deny")),
    Category.FINANCIAL: _category("Financial", _default("require-approval")),
}


def _assessed(
    category: Category, level: SeverityLevel = SeverityLevel.HIGH, cases: tuple[Category, ...] = ()
) -> Assessment:
    return Assessment(
        category=category,
        computed_category=category,
        category_why="",
        capabilities=(category,),
        signals=(),
        parameters=(),
        cases=tuple(Case("m", one.value, one) for one in cases),
        attributes=Attributes(),
        severity=Severity(level, 0, ()),
        contradictions=(),
        confidence=0.9,
        needs_review=False,
    )


def test_the_category_decides_where_nobody_else_does():
    """Without a record's or the house's policy, the category's default stands."""
    found = recommend(None, _assessed(Category.EXECUTE), CATEGORIES, {})
    assert (limited(10), limited(10)) == (found.policy, found.computed)
    assert "category" == found.origin
    assert "This is the rule for Execute tools." == found.why


def test_critical_severity_has_a_rule_of_its_own():
    """The category's critical policy replaces its default, and only for critical tools."""
    found = recommend(None, _assessed(Category.EXECUTE, SeverityLevel.CRITICAL), CATEGORIES, {})
    assert make_policy("require-approval", message="Ask.") == found.policy
    assert "This is the rule for Execute tools of critical severity." == found.why


def test_a_category_without_a_critical_rule_keeps_its_default():
    """Nothing is made up for a critical tool."""
    found = recommend(None, _assessed(Category.READ, SeverityLevel.CRITICAL), CATEGORIES, {})
    assert Verdict.ALLOW is found.policy.verdict


def test_the_house_policy_comes_before_the_category():
    """A site's own rule for a category replaces both of that category's, and no other's."""
    house = {Category.EXECUTE: _default("deny", message="Not here.")}
    found = recommend(None, _assessed(Category.EXECUTE, SeverityLevel.CRITICAL), CATEGORIES, house)
    assert make_policy("deny", message="Not here.") == found.policy
    assert "house" == found.origin
    assert "This is the house rule for Execute tools." == found.why
    other = recommend(None, _assessed(Category.WRITE), CATEGORIES, house)
    assert ("category", limited(30)) == (other.origin, other.policy)


def test_the_record_comes_before_the_house():
    """The record's policy stands, and what it replaced is kept beside it."""
    own = make_policy("allow", why="It only reads the clock.")
    house = {Category.EXECUTE: _default("deny")}
    found = recommend(own, _assessed(Category.EXECUTE), CATEGORIES, house)
    assert (own, make_policy("deny")) == (found.policy, found.computed)
    assert ("record", "It only reads the clock.") == (found.origin, found.why)


@pytest.mark.parametrize(
    ("own", "why"),
    [
        (limited(10), "and its category asks for the same"),
        (make_policy("deny"), "stricter than its category asks for"),
        (limited(100), "in place of its category's"),
    ],
)
def test_a_record_that_gives_no_reason_is_compared_with_its_category(own, why):
    """A reader still learns how the record's rule stands to the computed one."""
    assert why in recommend(own, _assessed(Category.EXECUTE), CATEGORIES, {}).why


@pytest.mark.parametrize(
    ("cases", "verdict"),
    [
        ((Category.READ, Category.WRITE), Verdict.RATE_LIMIT),
        ((Category.READ, Category.DESTRUCTIVE), Verdict.DENY),
        ((Category.DESTRUCTIVE, Category.READ), Verdict.DENY),
        ((Category.READ, Category.FINANCIAL), Verdict.REQUIRE_APPROVAL),
    ],
)
def test_a_mixed_tool_gets_the_strictest_default(cases, verdict):
    """Where arguments decide the category, the strictest of the categories' rules stands."""
    found = recommend(None, _assessed(Category.READ, cases=cases), CATEGORIES, {})
    assert verdict is found.policy.verdict
    assert found.why.startswith("Its arguments decide whether a call is Read or ")


def test_the_strictest_default_need_not_be_the_highest_category():
    """Destructive is denied here while Financial only asks: denial stands."""
    mixed = _assessed(Category.FINANCIAL, cases=(Category.DESTRUCTIVE, Category.FINANCIAL))
    found = recommend(None, mixed, CATEGORIES, {})
    assert Verdict.DENY is found.policy.verdict
    assert found.why.endswith("stands: the rule for Destructive tools.")


def test_of_two_limits_the_lower_one_stands():
    """Execute's 10 a minute is stricter than Write's 30."""
    mixed = _assessed(Category.EXECUTE, cases=(Category.WRITE, Category.EXECUTE))
    assert limited(10) == recommend(None, mixed, CATEGORIES, {}).policy


WHEN = [{"path": "args.m", "op": "eq", "value": "x"}]
GUARDED = make_policy("allow", conditions=WHEN)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (make_policy("allow"), make_policy("deny")),
        (make_policy("allow"), limited()),
        (limited(), make_policy("require-approval")),
        (limited(11), limited(10)),
        (limited(10, "minute"), limited(10, "hour")),
        (limited(100, "day"), limited(10, "minute")),
        (make_policy("allow"), GUARDED),
        (make_policy("allow", cases=[{"when": WHEN, "verdict": "deny"}]), limited()),
        (make_policy("deny", cases=[{"when": WHEN, "verdict": "allow"}]), make_policy("deny")),
        (
            make_policy("require-approval"),
            make_policy("require-approval", limits=[{"max": 1, "window": "day"}]),
        ),
    ],
)
def test_a_policy_that_may_let_more_through_is_weaker(one, other):
    """A higher verdict, a higher or longer limit, a missing condition, a permissive case."""
    assert is_weaker(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (make_policy("deny"), make_policy("allow")),
        (make_policy("deny"), GUARDED),
        (make_policy("require-approval"), limited()),
        (limited(10), limited(10)),
        (limited(10), make_policy("allow")),
        (limited(9), limited(10)),
        (limited(10, "day"), limited(10, "minute")),
        (GUARDED, make_policy("allow")),
        (make_policy("allow", cases=[{"when": WHEN, "verdict": "deny"}]), make_policy("allow")),
        (make_policy("deny", message="No."), make_policy("deny")),
    ],
)
def test_a_policy_that_is_as_strict_is_not_weaker(one, other):
    """Equal or stricter rules need no reason."""
    assert not is_weaker(one, other)


@given(one=policies(), other=policies(), call=arguments())
def test_what_is_not_weaker_permits_no_call_that_the_other_denies(one, other, call):
    """The comparison errs on one side only."""
    if not is_weaker(one, other):
        assert decide(one, call).rank <= decide(other, call).rank


def test_a_tool_that_needs_a_review_is_not_let_through():
    """What nobody could make out is never simply allowed; a stricter default stands."""
    unclear = replace(_assessed(Category.READ), needs_review=True)
    assert Verdict.REQUIRE_APPROVAL is recommend(None, unclear, CATEGORIES, {}).policy.verdict
    clear = replace(_assessed(Category.READ), needs_review=False)
    assert Verdict.ALLOW is recommend(None, clear, CATEGORIES, {}).policy.verdict
    unclear = replace(_assessed(Category.DESTRUCTIVE), needs_review=True)
    assert Verdict.DENY is recommend(None, unclear, CATEGORIES, {}).policy.verdict
