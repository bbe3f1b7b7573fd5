from __future__ import annotations

from site_builder.policy.targets.agentgateway import emit
from tests.policies import limited, make_block, make_policy

ALLOW, DENY = make_policy("allow"), make_policy("deny")


def test_one_rule_for_each_tool_that_may_run_to_the_byte():
    """Where a rule stands, whatever none of them allows is denied."""
    expected = """\
"mcpAuthorization":
  "rules":
  - 'mcp.tool.target == "tmux" && mcp.tool.name == "echo"'
  - 'mcp.tool.target == "tmux" && mcp.tool.name == "a.b"'
"""
    emitted = emit(make_block({"echo": ALLOW, "slow": limited(10), "a.b": ALLOW, "kill": DENY}))
    assert expected == emitted.text
    assert ["L-RATE-DENY", "L-NAME", "L-REST"] == [loss.code for loss in emitted.losses]


def test_rules_without_a_tool_are_not_printed():
    """Without any rule everything passes."""
    assert "Leave this server out of the gateway." in emit(make_block({"kill": DENY})).refused
