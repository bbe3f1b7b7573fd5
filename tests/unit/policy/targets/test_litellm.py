from __future__ import annotations

from site_builder.policy.targets.litellm import emit
from tests.engine_evaluators import LiteLLM
from tests.policies import limited, make_block, make_policy

ALLOW, DENY, ASK = make_policy("allow"), make_policy("deny"), make_policy("require-approval")


def _codes(block) -> list[str]:
    return [loss.code for loss in emit(block).losses]


def test_both_lists_to_the_byte():
    """A question becomes a denial: the proxy asks nobody."""
    expected = """\
"mcp_servers":
  "tmux":
    "allowed_tools":
    - "echo"
    "disallowed_tools":
    - "new"
    - "kill"
"""
    block = make_block({"echo": ALLOW, "new": ASK, "kill": DENY}, others=("list",))
    assert expected == emit(block).text
    assert ["L-APPR-DENY", "L-NAME"] == _codes(block)


def test_a_list_without_a_tool_is_not_printed():
    """The proxy would take it for no list and let everything through."""
    assert "Leave this server out" in emit(make_block({"new": limited(10)})).refused


def test_a_server_has_no_hyphen_there():
    """The name that the block works for is the one it has."""
    emitted = emit(make_block({"t": ALLOW}, server_key="my-srv"))
    assert '"my_srv":' in emitted.text
    assert "calls this server my_srv" in emitted.losses[-1].text


def test_a_name_that_begins_like_a_spelling_of_another_is_noted_or_refused():
    """`tmux-kill` in a list is `kill` of the server tmux as well."""
    block = make_block({"tmux-kill": ALLOW})
    assert "allow" == LiteLLM(emit(block).text, "tmux").verdict("kill")
    assert ["L-FOLD", "L-NAME"] == _codes(block)
    twins = make_block({"tmux-kill": ALLOW}, others=("kill",))
    assert "would govern the other" in emit(twins).refused
