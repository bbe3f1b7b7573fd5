from __future__ import annotations

import pytest

from site_builder.policy.naming import named, refusal, visible
from tests.policies import HOSTILE_NAMES, make_block, make_policy

ALLOW = make_policy("allow")


def test_rules_are_parted_by_name():
    """Rules that can be written keep their order; the names of the others are kept apart."""
    found = named(make_block({"b": ALLOW, "x y": ALLOW, "a": ALLOW}))
    assert ["b", "a"] == [rule.name for rule in found.rules]
    assert ("x y",) == found.left_out


def test_a_tool_left_out_is_noted():
    """The note names the tool and says that it is denied."""
    (note,) = named(make_block({"b": ALLOW, "x\ny": ALLOW})).notes
    assert "L-ODD-NAME" == note.code
    assert '"x\\ny"' in note.text
    assert "denied" in note.text


def test_no_tool_left_out_no_note():
    """A block of plain names has nothing to say."""
    assert () == named(make_block({"b": ALLOW})).notes


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_a_block_of_hostile_names_alone_is_refused(name):
    """There is nothing that could be written."""
    assert refusal(make_block({name: ALLOW})).startswith("No block for ")


def test_a_block_with_one_plain_name_is_not_refused():
    """The hostile name is left out of it instead."""
    assert "" == refusal(make_block({"b": ALLOW, "*": ALLOW}))


def test_an_empty_block_is_not_refused():
    """It denies everything, which can be said."""
    assert "" == refusal(make_block({}))


def test_a_look_alike_is_shown_by_its_escape():
    """A Cyrillic letter cannot pass for a Latin one."""
    assert '"\\u0430dmin"' == visible("\u0430dmin")
