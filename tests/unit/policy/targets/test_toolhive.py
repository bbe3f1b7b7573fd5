from __future__ import annotations

import pytest

from site_builder.policy.targets.toolhive import emit
from tests.engine_evaluators import ToolHive
from tests.policies import limited, make_block, make_policy

ALLOW, DENY, ASK = make_policy("allow"), make_policy("deny"), make_policy("require-approval")


def _when(op: str, value: object, path: str = "args.text"):
    return make_policy("allow", conditions=[{"path": path, "op": op, "value": value}])


def test_a_file_to_the_byte():
    """Cedar stands in single quotes, in which its own double ones need no backslash."""
    expected = """\
"version": "1.0"
"type": "cedarv1"
"cedar":
  "policies":
  - 'permit(principal, action == Action::"call_tool", resource == Tool::"echo");'
  - 'forbid(principal, action == Action::"call_tool", resource == Tool::"kill");'
  "entities_json": "[]"
"""
    emitted = emit(make_block({"echo": ALLOW, "kill": DENY}))
    assert expected == emitted.text
    assert ["L-REST"] == [loss.code for loss in emitted.losses]


def test_questions_and_limits_are_denied():
    """Cedar knows neither."""
    block = make_block({"new": ASK, "slow": limited(10)})
    emitted = emit(block)
    assert "permit" not in emitted.text
    assert ["L-APPR-DENY", "L-RATE-DENY", "L-REST"] == [loss.code for loss in emitted.losses]


def test_a_condition_is_decided_by_the_engine():
    """A missing, a wrong and a wrongly typed argument are denied."""
    block = make_block({"t": _when("eq", "it's")})
    reader = ToolHive(emit(block).text, "tmux")
    assert "allow" == reader.verdict("t", {"text": "it's"})
    for call in ({}, {"text": "its"}, {"text": 5}, {"text": ["it's"]}, {"text": None}):
        assert "deny" == reader.verdict("t", call)


@pytest.mark.parametrize(
    "policy",
    [
        _when("eq", value=True, path="args.text_present"),
        _when("eq", "x", "args.text.inner"),
        _when("regex", "a"),
    ],
)
def test_what_the_context_does_not_hold_is_denied(policy):
    """Of an object only `arg_NAME_present` is there, which an argument's name could pass for."""
    emitted = emit(make_block({"t": policy}))
    assert "permit" not in emitted.text
    assert "L-ARGS-DENY" in [loss.code for loss in emitted.losses]
