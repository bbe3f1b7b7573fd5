from __future__ import annotations

import pytest

from site_builder.policy.targets.opencode import emit
from tests.policies import limited, make_block, make_policy

ALLOW, DENY, ASK = make_policy("allow"), make_policy("deny"), make_policy("require-approval")


def test_the_star_is_first_to_the_byte():
    """The last entry that matches decides, so the order of the text is the rule."""
    expected = """\
{
  "permission": {
    "tmux_*": "deny",
    "tmux_zebra": "allow",
    "tmux_new": "ask",
    "tmux_kill": "deny"
  }
}
"""
    emitted = emit(make_block({"zebra": ALLOW, "new": ASK, "kill": DENY}, others=("list",)))
    assert expected == emitted.text
    assert ["L-NAME", "L-PREFIX", "L-ORDER"] == [loss.code for loss in emitted.losses]


def test_a_limit_becomes_a_question():
    """The client counts nothing."""
    emitted = emit(make_block({"new": limited(10)}))
    assert '"tmux_new": "ask"' in emitted.text
    assert "L-RATE-ASK" in [loss.code for loss in emitted.losses]


def test_a_fold_is_noted():
    """The rule is spelled as the client spells the tool."""
    emitted = emit(make_block({"a.b": ALLOW}))
    assert '"tmux_a_b": "allow"' in emitted.text
    assert "L-FOLD" in [loss.code for loss in emitted.losses]


@pytest.mark.parametrize("twin", ["a_b", "a b", "a*b"])
def test_two_tools_under_one_name_are_refused(twin):
    """Whatever is no letter, digit, hyphen or underscore becomes an underscore."""
    assert "would govern the other" in emit(make_block({"a.b": ALLOW}, others=(twin,))).refused


def test_a_server_with_other_characters_is_folded_too():
    """The client does the same to the key in its configuration."""
    assert '"my_srv_x_*": "deny"' in emit(make_block({"t": ALLOW}, server_key="my.srv x")).text
