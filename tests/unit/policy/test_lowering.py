from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.model.vocabulary import Verdict, Window
from site_builder.policy.block import ToolRule
from site_builder.policy.comparisons import typed
from site_builder.policy.evaluate import strictest
from site_builder.policy.lowering import Lowered, Reach, lower, notes
from tests.policies import limited, make_policy, policies

EVERYTHING = Reach(approval=True, conditions=typed, windows=tuple(Window))
NOTHING = Reach(approval=False, conditions=None, windows=())
ASKS = Reach(approval=True, conditions=None, windows=())
COUNTS = Reach(approval=False, conditions=typed, windows=(Window.MINUTE, Window.HOUR))

WHEN = [{"path": "args.m", "op": "eq", "value": "x"}]


def _lowered(policy, reach: Reach) -> Lowered:
    return lower(ToolRule("t", policy), reach)


def _codes(lowered: Lowered) -> list[str]:
    return [loss.code for loss in lowered.losses]


@pytest.mark.parametrize("reach", [EVERYTHING, NOTHING, ASKS, COUNTS])
@pytest.mark.parametrize("verdict", ["deny", "allow"])
def test_allow_and_deny_are_said_by_every_target(verdict, reach):
    """Neither needs anything of a target, and so nothing is lost."""
    lowered = _lowered(make_policy(verdict), reach)
    assert (Verdict(verdict), []) == (lowered.verdict, _codes(lowered))


@pytest.mark.parametrize(
    ("policy", "reach", "verdict", "codes"),
    [
        (limited(), ASKS, "require-approval", ["L-RATE-ASK"]),
        (limited(), NOTHING, "deny", ["L-RATE-DENY"]),
        (make_policy("require-approval"), NOTHING, "deny", ["L-APPR-DENY"]),
        (make_policy("require-approval"), COUNTS, "deny", ["L-APPR-DENY"]),
        (make_policy("allow", conditions=WHEN), ASKS, "require-approval", ["L-ARGS-ASK"]),
        (make_policy("allow", conditions=WHEN), NOTHING, "deny", ["L-ARGS-DENY"]),
        (make_policy("deny", conditions=WHEN), NOTHING, "deny", []),
    ],
)
def test_the_nearest_stricter_verdict_stands_in(policy, reach, verdict, codes):
    """What a target lacks becomes the next verdict towards deny that it has."""
    lowered = _lowered(policy, reach)
    assert (verdict, codes) == (lowered.verdict.value, _codes(lowered))


def test_a_limit_that_is_lost_is_named_in_its_note():
    """The numbers of the note are those of the policy."""
    (loss,) = _lowered(limited(7, "hour"), ASKS).losses
    assert "7 calls an hour" in loss.text


def test_an_approval_keeps_its_verdict_and_says_that_its_limit_is_lost():
    """Every call is still asked for; that nothing counts them is a note."""
    policy = make_policy("require-approval", limits=[{"max": 3, "window": "day"}])
    lowered = _lowered(policy, ASKS)
    assert Verdict.REQUIRE_APPROVAL is lowered.verdict
    assert ["L-RATE-APPROVAL"] == _codes(lowered)
    assert () == lowered.limits


def test_a_window_that_is_not_counted_is_shared_out_over_a_shorter_one():
    """100 a day is at most 4 an hour, since 24 times 4 is 96."""
    lowered = _lowered(limited(100, "day"), COUNTS)
    assert [(4, Window.HOUR)] == [(one.max, one.window) for one in lowered.limits]
    assert ["L-LIMIT-WINDOW"] == _codes(lowered)


def test_a_shared_out_limit_never_raises_one_that_stands():
    """Of two limits over one window, the lower counts."""
    limits = [{"max": 2, "window": "hour"}, {"max": 240, "window": "day"}]
    lowered = _lowered(make_policy("rate-limit", limits=limits), COUNTS)
    assert [(2, Window.HOUR)] == [(one.max, one.window) for one in lowered.limits]


@pytest.mark.parametrize(
    ("reach", "verdict"),
    [
        (COUNTS, Verdict.DENY),
        (Reach(approval=True, conditions=typed, windows=(Window.HOUR,)), Verdict.REQUIRE_APPROVAL),
    ],
)
def test_less_than_one_call_a_window_is_none(reach, verdict):
    """23 a day is less than one an hour: no limit is written that would let more through."""
    lowered = _lowered(limited(23, "day"), reach)
    assert (verdict, ()) == (lowered.verdict, lowered.limits)
    assert ["L-LIMIT-WINDOW"] == _codes(lowered)


def test_a_window_shorter_than_any_counted_is_no_limit_at_all():
    """An hour's count cannot hold a minute's limit."""
    hours = Reach(approval=False, conditions=typed, windows=(Window.HOUR,))
    assert Verdict.DENY is _lowered(limited(10, "minute"), hours).verdict


def test_cases_become_the_strictest_rule():
    """Verdict and message of the strictest rule, the lowest limit of each window."""
    policy = make_policy(
        "rate-limit",
        message="base",
        limits=[{"max": 10, "window": "minute"}],
        cases=[
            {
                "when": WHEN,
                "verdict": "require-approval",
                "message": "ask",
                "limits": [{"max": 3, "window": "minute"}, {"max": 50, "window": "day"}],
            }
        ],
    )
    lowered = _lowered(policy, EVERYTHING)
    assert (Verdict.REQUIRE_APPROVAL, "ask") == (lowered.verdict, lowered.message)
    limits = [(one.max, one.window.value) for one in lowered.limits]
    assert [(3, "minute"), (50, "day")] == limits
    assert ["L-CASES"] == _codes(lowered)


def test_cases_that_change_nothing_lose_nothing():
    """A case with the policy's own verdict is no loss."""
    policy = make_policy("deny", cases=[{"when": WHEN, "verdict": "deny"}])
    assert [] == _codes(_lowered(policy, NOTHING))


reaches = st.builds(
    Reach,
    approval=st.booleans(),
    conditions=st.sampled_from([None, typed]),
    windows=st.lists(st.sampled_from(list(Window)), unique=True).map(tuple),
)


@given(policy=policies(), reach=reaches)
def test_lowering_never_raises(policy, reach):
    """For any policy and any target: no verdict above the strictest rule, no silent loss."""
    lowered = _lowered(policy, reach)
    assert lowered.verdict.rank <= strictest(policy).rank
    assert lowered.losses or lowered.verdict is strictest(policy)
    assert {limit.window for limit in lowered.limits} <= set(reach.windows)
    assert reach.conditions or not lowered.conditions
    assert reach.approval or lowered.verdict is not Verdict.REQUIRE_APPROVAL
    assert bool(lowered.limits) or lowered.verdict is not Verdict.RATE_LIMIT
    dropped = policy.conditions and not lowered.conditions
    assert not dropped or lowered.verdict.rank <= Verdict.REQUIRE_APPROVAL.rank


def test_at_most_keeps_what_is_stricter_already():
    """A rule below the bar stays as it is, with the note added."""
    denied = _lowered(make_policy("deny"), NOTHING)
    assert Verdict.DENY is denied.at_most(Verdict.RATE_LIMIT).verdict


def test_a_note_of_several_rules_names_its_tools():
    """One text stands once, before it the tools it is about."""
    rules = [
        lower(ToolRule(name, make_policy(verdict)), NOTHING)
        for name, verdict in {
            "a": "require-approval",
            "b": "allow",
            "c": "require-approval",
        }.items()
    ]
    (note,) = notes(rules)
    assert note.text.startswith("a, c: Nobody can approve")


def test_a_note_of_a_single_rule_names_none():
    """On the page of one tool, its name would only repeat the title."""
    (note,) = notes([_lowered(make_policy("require-approval"), NOTHING)])
    assert note.text.startswith("Nobody can approve")
