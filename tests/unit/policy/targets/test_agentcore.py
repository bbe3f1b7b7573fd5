from __future__ import annotations

import cedarpy

from site_builder.policy.targets.agentcore import emit
from tests.engine_evaluators import AgentCore
from tests.policies import make_block, make_policy

ALLOW, DENY, ASK = make_policy("allow"), make_policy("deny"), make_policy("require-approval")
WHEN = [{"path": "args.text", "op": "in", "value": ["a", "b"]}]

SCHEMA = """
namespace AgentCore {
  entity OAuthUser;
  entity Gateway;
  action "tmux___echo", "tmux___kill" appliesTo {
    principal: [OAuthUser], resource: [Gateway], context: { input: { text?: String } }
  };
}
"""


def test_policies_to_the_byte():
    """One statement a line, with three underscores between target and tool."""
    expected = (
        'permit(principal, action == AgentCore::Action::"tmux___echo", '
        'resource == AgentCore::Gateway::"GATEWAY-ARN") when { context has "input" && '
        'context["input"] has "text" && ["a", "b"].contains(context["input"]["text"]) };\n'
        'forbid(principal, action == AgentCore::Action::"tmux___kill", '
        'resource == AgentCore::Gateway::"GATEWAY-ARN");\n'
    )
    block = make_block({"echo": make_policy("allow", conditions=WHEN), "kill": DENY})
    emitted = emit(block)
    assert expected == emitted.text
    assert ["L-NAME", "L-GATEWAY", "L-ENFORCE"] == [loss.code for loss in emitted.losses]


def test_the_policies_pass_a_schema_like_the_gateways():
    """Strictly typed, as the service validates them; a tool it does not have is noticed."""
    block = make_block({"echo": make_policy("allow", conditions=WHEN), "kill": DENY})
    assert cedarpy.validate_policies(emit(block).text, SCHEMA).validation_passed
    assert not cedarpy.validate_policies(
        emit(make_block({"x": ALLOW})).text, SCHEMA
    ).validation_passed


def test_with_the_placeholder_nothing_is_permitted():
    """A block that was not filled in is of no use, and no danger."""
    reader = AgentCore(emit(make_block({"echo": ALLOW})).text, "tmux")
    assert "allow" == reader.verdict("echo", {})
    reader.policies = reader.policies.replace(AgentCore.ARN, "GATEWAY-ARN")
    assert "deny" == reader.verdict("echo", {})


def test_a_server_name_with_an_underscore_is_refused():
    """Where the target ends and the tool begins would be a guess."""
    refused = emit(make_block({"t": ALLOW}, server_key="a_b")).refused
    assert "AgentCore parts the names of target and tool at underscores" in refused


def test_a_block_without_a_rule_has_nothing_to_say():
    """The gateway denies by itself."""
    assert "denies every tool until a policy permits one" in emit(make_block({})).refused
