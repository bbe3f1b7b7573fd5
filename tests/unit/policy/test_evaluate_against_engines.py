from __future__ import annotations

import json

from hypothesis import given, settings

from site_builder.model.policy import Condition
from site_builder.policy import regex
from site_builder.policy.evaluate import holds
from tests.condition_oracles import cel_holds, rego_holds
from tests.policies import arguments, conditions


def _condition(fields: dict) -> Condition | None:
    """The condition, None for a pattern that no two engines read alike."""
    if fields["op"] == "regex" and regex.unsupported(fields["value"]):
        return None
    return Condition.model_validate_json(json.dumps(fields))


@settings(max_examples=500)
@given(fields=conditions(), call=arguments())
def test_cel_decides_a_condition_alike(fields, call):
    """Whether an argument is there, of the right type, and compares."""
    if condition := _condition(fields):
        assert cel_holds(condition, call) == holds(condition, call)


@settings(max_examples=500)
@given(fields=conditions(), call=arguments())
def test_rego_decides_a_condition_alike(fields, call):
    """The same facts, from an engine that shares nothing with the first."""
    if condition := _condition(fields):
        assert rego_holds(condition, call) == holds(condition, call)
