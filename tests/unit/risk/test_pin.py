"""Pins and token estimates."""

import hashlib

import pytest

from site_builder.model.definition import ToolDefinition
from site_builder.risk.pin import definition_pin, server_token_estimate, token_estimate

SHELF = {"name": "shelf", "description": "A shelf."}


def test_a_pin_is_the_hash_of_the_canonical_form():
    """Anybody can compute a pin with two standard tools."""
    form = b'{"description":"A shelf.","name":"shelf"}'
    expected = "mrd1:" + hashlib.sha256(form).hexdigest()
    assert expected == definition_pin(ToolDefinition.model_validate(SHELF))


@pytest.mark.parametrize(
    "extra", [{"icons": []}, {"_meta": {"a": 1}}, {"execution": {}}, {"x": 1}]
)
def test_what_no_review_looks_at_does_not_move_a_pin(extra):
    """Icons and `_meta` change without reopening a review."""
    base = definition_pin(ToolDefinition.model_validate(SHELF))
    assert base == definition_pin(ToolDefinition.model_validate(SHELF | extra))


@pytest.mark.parametrize(
    "change",
    [{"description": "A shelf. "}, {"title": None}, {"inputSchema": None}, {"annotations": {}},
     {"description": "A shel\u200bf."}, {"name": "Shelf"}],
)  # fmt: skip
def test_whatever_a_review_looks_at_moves_a_pin(change):
    """One space, a null instead of nothing, an invisible character: each is another definition."""
    base = definition_pin(ToolDefinition.model_validate(SHELF))
    assert base != definition_pin(ToolDefinition.model_validate(SHELF | change))


def test_tokens_are_bytes_by_four_rounded_up():
    """`{"name":"abc"}` has 14 bytes: four tokens; a server's tools add up."""
    tool = ToolDefinition(name="abc")
    assert 4 == token_estimate(tool)
    assert 8 == server_token_estimate([tool, tool])


def test_tokens_count_utf_8_bytes():
    """`{"name":"棚"}` has 14 bytes though it has 12 characters."""
    assert 4 == token_estimate(ToolDefinition(name="棚"))
