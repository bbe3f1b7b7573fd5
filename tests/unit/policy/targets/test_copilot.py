from __future__ import annotations

import json

from site_builder.policy.targets.copilot import emit
from tests.policies import limited, make_block, make_policy

ALLOW, DENY, ASK = make_policy("allow"), make_policy("deny"), make_policy("require-approval")


def test_only_what_may_run_unasked_is_listed():
    """The cloud agent never asks, so a question and a limit become a denial."""
    block = make_block({"echo": ALLOW, "new": ASK, "slow": limited(10), "kill": DENY})
    emitted = emit(block)
    assert {"mcpServers": {"tmux": {"tools": ["echo"]}}} == json.loads(emitted.text)
    codes = [loss.code for loss in emitted.losses]
    assert ["L-APPR-DENY", "L-RATE-DENY", "L-NAME", "L-UNASKED"] == codes


def test_a_list_without_a_tool_is_not_printed():
    """A server that may do nothing need not be there."""
    assert "Leave this server out of the configuration." in emit(make_block({"new": ASK})).refused


def test_two_tools_that_the_model_calls_alike_are_refused():
    """A dot becomes a hyphen there."""
    block = make_block({"a.b": ALLOW}, others=("a-b",))
    assert "tmux-a-b, so a rule for one would govern the other" in emit(block).refused


def test_a_server_that_the_client_cannot_name_is_refused():
    """A rule with such a name is an error that stops it."""
    assert "Copilot loads only" in emit(make_block({"t": ALLOW}, server_key="my.srv")).refused
