from __future__ import annotations

from site_builder.policy.targets.docker import emit
from tests.policies import make_block, make_policy

ALLOW, DENY, ASK = make_policy("allow"), make_policy("deny"), make_policy("require-approval")


def test_a_command_to_the_byte():
    """The tools that may run, and no other."""
    expected = """\
docker mcp gateway run \\
  --servers=tmux \\
  --tools=tmux:echo \\
  --tools=tmux:a.b
"""
    emitted = emit(make_block({"echo": ALLOW, "new": ASK, "a.b": ALLOW, "kill": DENY}))
    assert expected == emitted.text
    assert ["L-APPR-DENY", "L-NAME", "L-GATEWAY"] == [loss.code for loss in emitted.losses]


def test_a_list_without_a_tool_is_not_printed():
    """Without the flag the gateway serves everything."""
    assert "Leave this server out of the gateway." in emit(make_block({"kill": DENY})).refused


def test_names_that_differ_in_case_alone_are_refused():
    """Whether the gateway tells them apart is not documented."""
    block = make_block({"getUser": ALLOW}, others=("getuser",))
    assert "would govern the other" in emit(block).refused
