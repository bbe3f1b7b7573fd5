from __future__ import annotations

import json

import pytest
from hypothesis import given

from site_builder.model.policy import Condition
from site_builder.model.vocabulary import Verdict
from site_builder.policy.evaluate import decide, holds, strictest
from tests.policies import arguments, make_policy, policies


def _holds(op: str, value: object, argument: object) -> bool:
    condition = {"path": "args.x", "op": op, "value": value}
    return holds(Condition.model_validate_json(json.dumps(condition)), {"x": argument})


@pytest.mark.parametrize(
    ("op", "value", "argument"),
    [
        ("eq", "a", "a"),
        ("eq", 5, 5.0),
        ("eq", True, True),
        ("neq", "a", "b"),
        ("lt", 5, 4.9),
        ("lte", 5, 5),
        ("gt", 5, 6),
        ("gte", 5, 5),
        ("in", ["a", 5], 5),
        ("not_in", ["a", "b"], "c"),
        ("exists", True, ""),
        ("exists", False, None),
        ("regex", "dev-[0-9]+", "dev-12"),
        ("contains", "ev", "dev"),
    ],
)
def test_an_operator_holds(op, value, argument):
    """Each operator holds where its comparison is true."""
    assert _holds(op, value, argument)


@pytest.mark.parametrize(
    ("op", "value", "argument"),
    [
        ("eq", "a", "A"),
        ("eq", True, 1),
        ("eq", 1, True),
        ("eq", "5", 5),
        ("neq", "a", 5),
        ("neq", "a", None),
        ("neq", 5, "a"),
        ("lt", 5, "4"),
        ("lt", 5, 5),
        ("lte", 5, True),
        ("gt", 5, 5),
        ("gte", 5, [6]),
        ("in", ["a", "b"], ["a"]),
        ("in", ["1"], 1),
        ("not_in", ["a"], 5),
        ("not_in", ["a"], "a"),
        ("not_in", ["a"], {}),
        ("exists", True, None),
        ("exists", False, 0),
        ("regex", "dev-", "dev-12"),
        ("regex", "dev", "dev\n"),
        ("regex", "5", 5),
        ("regex", "[0-9]", "\u0665"),
        ("regex", r"\d", "\u0665"),
        ("contains", "a", ["a"]),
        ("contains", 5, "5"),
        ("gt", 5, float("inf")),
        ("gt", 5, float("nan")),
        ("gt", 5, 10**400),
    ],
)
def test_an_operator_does_not_hold(op, value, argument):
    """A false comparison, or an argument of another type than the value, never holds."""
    assert not _holds(op, value, argument)


def test_an_unsupported_pattern_matches_nothing():
    """A pattern that engines read differently cannot let a call through."""
    assert not _holds("regex", "^dev", "dev")


@pytest.mark.parametrize("call", [{}, {"a": "c"}, {"a": [{"b": 1}]}, {"a.b": 1}, {"a": {"B": 1}}])
def test_a_path_is_walked_through_objects_only(call):
    """A path that leaves the objects of the arguments finds nothing."""
    condition = Condition.model_validate_json('{"path": "args.a.b", "op": "eq", "value": 1}')
    assert not holds(condition, call)
    assert holds(condition, {"a": {"b": 1}})


def test_a_condition_that_does_not_hold_denies():
    """Conditions come before cases and before the verdict."""
    policy = make_policy(
        "allow",
        conditions=[{"path": "args.x", "op": "eq", "value": 1}],
        cases=[{"when": [{"path": "args.y", "op": "exists", "value": True}], "verdict": "allow"}],
    )
    assert Verdict.ALLOW is decide(policy, {"x": 1})
    assert Verdict.DENY is decide(policy, {"x": 2, "y": 1})
    assert Verdict.DENY is decide(policy, {})


def test_the_first_case_that_holds_decides():
    """A later case is not looked at, and a call that meets none gets the policy's own verdict."""
    policy = make_policy(
        "deny",
        cases=[
            {"when": [{"path": "args.m", "op": "eq", "value": "get"}], "verdict": "allow"},
            {
                "when": [{"path": "args.m", "op": "exists", "value": True}],
                "verdict": "require-approval",
            },
        ],
    )
    assert Verdict.ALLOW is decide(policy, {"m": "get"})
    assert Verdict.REQUIRE_APPROVAL is decide(policy, {"m": "put"})
    assert Verdict.DENY is decide(policy, {})


@given(policy=policies(), call=arguments())
def test_no_call_is_denied_more_than_the_strictest_unless_a_condition_fails(policy, call):
    """Without conditions, no call gets less than `strictest` says."""
    free = policy.model_copy(update={"conditions": ()})
    assert strictest(free).rank <= decide(free, call).rank


def test_strictest_looks_at_every_case():
    """One strict case makes the whole policy as strict."""
    when = [{"path": "args.m", "op": "eq", "value": "x"}]
    assert Verdict.ALLOW is strictest(make_policy("allow"))
    strict = make_policy("allow", cases=[{"when": when, "verdict": "deny"}])
    assert Verdict.DENY is strictest(strict)
