from __future__ import annotations

import json

import cedarpy
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from site_builder.model.policy import Condition
from site_builder.model.vocabulary import Verdict
from site_builder.policy.evaluate import holds
from site_builder.policy.lowering import Lowered
from site_builder.policy.targets.cedar import can_say, literal, statement
from tests.engine_evaluators import cedar_value
from tests.policies import arguments, conditions

TEXTS = st.one_of(
    st.sampled_from(["", "*", '"', "\\", "a*b", "\\*", "\x00", "\u2028", "\U0001f600", "'", "{}"]),
    st.text(max_size=8),
)


def _condition(**fields) -> Condition:
    return Condition.model_validate_json(json.dumps(fields))


def _statement(*conditions: Condition) -> str:
    rule = Lowered("t", Verdict.ALLOW, None, (), conditions)
    return statement(rule, 'Action::"call"', 'Tool::"t"', _steps)


def _steps(condition: Condition) -> tuple[str, ...]:
    return ("input", *condition.path.split(".")[1:])


def _permitted(policy: str, arguments: dict) -> bool:
    request = {
        "principal": 'Client::"x"',
        "action": 'Action::"call"',
        "resource": 'Tool::"t"',
        "context": {"input": cedar_value(arguments)},
    }
    return cedarpy.is_authorized(request, policy, []).allowed


@settings(max_examples=400)
@given(fields=conditions(), call=arguments())
def test_the_engine_decides_a_condition_as_it_is_meant(fields, call):
    """What can be said is true in Cedar exactly where it holds, whatever the argument's type."""
    condition = _condition(**fields)
    if can_say(condition):
        assert holds(condition, call) == _permitted(_statement(condition), call)


@example(part="*", text="anything")
@given(part=TEXTS, text=TEXTS)
def test_text_is_contained_as_it_is(part, text):
    """A star in a part is a star, not anything."""
    condition = _condition(path="args.a", op="contains", value=part)
    assert (part in text) == _permitted(_statement(condition), {"a": text})


@given(value=TEXTS, text=TEXTS)
def test_text_is_compared_as_it_is(value, text):
    """Quotes, backslashes and control characters mean nothing in a literal."""
    condition = _condition(path="args.a", op="eq", value=value)
    assert _permitted(_statement(condition), {"a": value})
    assert (value == text) == _permitted(_statement(condition), {"a": text})
    assert literal(value).isascii()


@pytest.mark.parametrize(
    "fields",
    [
        {"op": "regex", "value": "a"},
        {"op": "lt", "value": 5},
        {"op": "eq", "value": 5},
        {"op": "in", "value": ["a", True]},
        {"op": "not_in", "value": [1]},
        {"op": "exists", "value": False},
        {"op": "contains", "value": True},
    ],
)
def test_what_cedar_cannot_decide_is_not_said(fields):
    """Patterns, numbers, lists of mixed types, and that an argument is absent."""
    assert not can_say(_condition(path="args.a", **fields))


def test_every_step_is_asked_for_before_the_comparison():
    """A policy that fails on a missing argument would be taken out instead of not matching."""
    expected = (
        'permit(principal, action == Action::"call", resource == Tool::"t") when { '
        'context has "input" && context["input"] has "a" && context["input"]["a"] has "b" && '
        '["x"].contains(context["input"]["a"]["b"]) };'
    )
    assert expected == _statement(_condition(path="args.a.b", op="eq", value="x"))


def test_a_denial_forbids_whatever_the_conditions():
    """It outweighs a permit that somebody adds later."""
    rule = Lowered("t", Verdict.DENY, None, (), ())
    policy = statement(rule, 'Action::"call"', 'Tool::"t"', _steps)
    assert 'forbid(principal, action == Action::"call", resource == Tool::"t");' == policy
    everything = "permit(principal, action, resource);"
    assert _permitted(everything, {})
    assert not _permitted(f"{everything}\n{policy}", {})
