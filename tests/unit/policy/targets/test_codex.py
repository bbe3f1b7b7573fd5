from __future__ import annotations

import tomllib

import pytest

from site_builder.policy.targets.codex import emit
from tests.policies import limited, make_block, make_policy

ALLOW, DENY, ASK = make_policy("allow"), make_policy("deny"), make_policy("require-approval")


def _codes(**rules) -> list[str]:
    return [loss.code for loss in emit(make_block(rules)).losses]


def test_one_of_each_verdict_to_the_byte():
    """What is approved beforehand, what asks, and a comment that says where the keys go."""
    expected = """\
# Keys of the table [mcp_servers.NAME] that your config.toml has for this server.
# TOML allows one table of a name: add them there, right below its command or url.
enabled_tools = [
  "echo",
  "new.session",
]
disabled_tools = [
  "kill",
]
default_tools_approval_mode = "prompt"
tools."echo".approval_mode = "approve"
tools."new.session".approval_mode = "prompt"
"""
    block = make_block({"echo": ALLOW, "new.session": ASK, "kill": DENY}, others=("list",))
    assert expected == emit(block).text


def test_an_empty_block_enables_nothing():
    """An empty list of enabled tools lets none through."""
    expected = {
        "enabled_tools": [],
        "disabled_tools": [],
        "default_tools_approval_mode": "prompt",
    }
    assert expected == tomllib.loads(emit(make_block({})).text)


def test_a_limit_becomes_a_question_and_headless_runs_are_mentioned():
    """Nobody is there to answer it, so such a run refuses the tool."""
    assert ["L-RATE-ASK", "L-PLACE", "L-HEADLESS"] == _codes(new=limited(10))
    assert ["L-PLACE"] == _codes(echo=ALLOW, kill=DENY)


@pytest.mark.parametrize(
    "block",
    [
        make_block({"get-thing": ALLOW, "get_thing": DENY}),
        make_block({"get-thing": ALLOW}, others=("get.thing",)),
    ],
)
def test_two_tools_that_the_model_calls_alike_are_refused(block):
    """A hyphen and a dot become underscores there."""
    assert "get_thing, so a rule for one would govern the other" in emit(block).refused


def test_a_server_that_codex_does_not_load_is_refused():
    """It takes no dot and no space in a server's name."""
    refused = emit(make_block({"t": ALLOW}, server_key="my.srv x")).refused
    assert "Codex loads only servers" in refused
    assert '"my.srv x" is not' in refused
