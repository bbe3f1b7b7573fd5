from __future__ import annotations

import json

import pytest
from hypothesis import given, settings

from site_builder.model.policy import Condition
from site_builder.policy.comparisons import typed
from site_builder.policy.evaluate import holds
from tests import evaluators
from tests.policies import arguments, conditions


def _condition(op: str, value: object) -> Condition:
    return Condition.model_validate_json(json.dumps({"path": "args.x", "op": op, "value": value}))


def _written(op: str, value: object) -> list[tuple[str, object]] | None:
    found = typed((_condition(op, value),))
    return None if found is None else [(one.op.value, one.value) for one in found]


@pytest.mark.parametrize("op", ["eq", "neq", "contains"])
def test_a_comparison_with_text_comes_with_a_pattern_only_text_matches(op):
    """The number 5 equals the text "5" to such an engine, but it matches no pattern."""
    assert [(op, "5"), ("regex", r"^[\s\S]*$")] == _written(op, "5")


@pytest.mark.parametrize("op", ["in", "not_in"])
def test_a_list_of_texts_comes_with_the_same_pattern(op):
    """What holds for one text holds for a list of them."""
    assert [(op, ("a", "b")), ("regex", r"^[\s\S]*$")] == _written(op, ["a", "b"])


@pytest.mark.parametrize("op", ["eq", "neq"])
def test_a_comparison_with_a_number_comes_with_an_order_only_numbers_have(op):
    """Text is neither above nor below a number."""
    assert [(op, 5), ("gte", -1e308)] == _written(op, 5)


@pytest.mark.parametrize(
    ("op", "value"), [("lt", 5), ("lte", 0.5), ("gt", -1), ("gte", 0), ("exists", False)]
)
def test_an_order_and_presence_stand_alone(op, value):
    """These never take one type for another."""
    assert [(op, value)] == _written(op, value)


def test_a_pattern_is_anchored():
    """An engine that searches must still match the whole value."""
    assert [("regex", "^(?:dev-.*|x)$")] == _written("regex", "dev-.*|x")


@pytest.mark.parametrize(
    ("op", "value"),
    [
        ("eq", True),
        ("neq", False),
        ("in", ["a", 5]),
        ("in", [True]),
        ("contains", 5),
        ("regex", "^dev-"),
        ("lte", 2**53),
        ("eq", -(2**53)),
    ],
)
def test_what_cannot_be_said_exactly_is_not_said(op, value):
    """Truth values, mixed lists, numbers beyond a double and unsupported patterns have no form."""
    assert _written(op, value) is None


def test_one_condition_without_a_form_leaves_none_for_all():
    """Dropping a single condition would let more through."""
    assert typed((_condition("eq", "a"), _condition("eq", True))) is None


@settings(max_examples=600)
@given(condition=conditions(), call=arguments())
def test_the_loosest_engine_lets_through_no_more(condition, call):
    """Whatever meets the written form in a coercing, searching engine meets the condition."""
    one = Condition.model_validate_json(json.dumps(condition))
    written = typed((one,))
    if written is None:
        return
    document = json.loads(json.dumps([part.model_dump(mode="json") for part in written]))
    assert holds(one, call) or not evaluators.all_hold(document, call)
