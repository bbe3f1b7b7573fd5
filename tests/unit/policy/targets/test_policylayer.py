from __future__ import annotations

import json

from site_builder.policy.targets.policylayer import emit
from tests.policies import limited, make_block, make_policy

WHEN = [{"path": "args.session", "op": "regex", "value": "dev-.*"}]


def _tools(**rules) -> dict:
    return json.loads(emit(make_block(rules)).text)["tools"]


def _codes(**rules) -> list[str]:
    return [loss.code for loss in emit(make_block(rules)).losses]


def test_one_limited_tool_to_the_byte():
    """The published form of ten calls a minute, with everything else denied."""
    expected = """\
{
  "version": "1",
  "default": "deny",
  "tools": {
    "tmux_create_session": {
      "limits": [
        {
          "counter": "tmux_create_session_rate",
          "window": "minute",
          "max": 10,
          "scope": "grant"
        }
      ]
    }
  }
}
"""
    assert expected == emit(make_block({"tmux_create_session": limited(10)})).text


def test_an_empty_block_denies_everything():
    """No rule, no tool."""
    emitted = emit(make_block({}))
    assert {"version": "1", "default": "deny", "tools": {}} == json.loads(emitted.text)


def test_allow_is_an_empty_rule():
    """A listed tool without limits or conditions is allowed."""
    assert {"echo": {}} == _tools(echo=make_policy("allow"))


def test_deny_is_a_denial_without_conditions():
    """It always holds, and the agent reads the policy's message."""
    rule = {"deny_if": [{"conditions": [], "on_deny": "Not this one."}]}
    assert {"kill": rule} == _tools(kill=make_policy("deny", message="Not this one."))


def test_a_denial_without_a_message_has_a_plain_one():
    """An agent is always told something."""
    (rule,) = _tools(kill=make_policy("deny"))["kill"]["deny_if"]
    assert "The policy of this server does not allow this tool." == rule["on_deny"]


def test_approval_is_denied_and_says_so():
    """The format has no approval."""
    assert ["deny_if"] == list(_tools(kill=make_policy("require-approval"))["kill"])
    assert "L-APPR-DENY" in _codes(kill=make_policy("require-approval"))


def test_conditions_are_required():
    """They never become a denial, which a missing argument would slip past."""
    rule = _tools(open=make_policy("allow", conditions=WHEN))["open"]
    expected = {
        "conditions": [{"path": "args.session", "op": "regex", "value": "^(?:dev-.*)$"}],
        "on_deny": "The policy of this server does not allow this tool with these arguments.",
    }
    assert {"require": [expected]} == rule


def test_several_limits_have_counters_of_their_own():
    """One counter a window, named after it."""
    policy = make_policy(
        "rate-limit", limits=[{"max": 60, "window": "hour"}, {"max": 10, "window": "minute"}]
    )
    limits = _tools(echo=policy)["echo"]["limits"]
    assert [("echo_rate_minute", 10), ("echo_rate_hour", 60)] == [
        (limit["counter"], limit["max"]) for limit in limits
    ]


def test_a_day_is_shared_out_over_its_hours():
    """Only minutes and hours are documented as windows."""
    (limit,) = _tools(echo=limited(240, "day"))["echo"]["limits"]
    assert ("hour", 10) == (limit["window"], limit["max"])
    assert "L-LIMIT-WINDOW" in _codes(echo=limited(240, "day"))


def test_a_dotted_name_is_a_name_like_any_other():
    """It is the key, byte for byte."""
    assert ["a.b"] == list(_tools(**{"a.b": make_policy("allow")}))


def test_blocked_tools_stay_visible():
    """A denial hides nothing; where nothing is or may be denied, nothing is said."""
    assert ["L-VISIBLE"] == _codes(kill=make_policy("deny"))
    assert [] == _codes(echo=make_policy("allow"))
    unsure = emit(make_block({"echo": make_policy("allow")}, complete=False))
    assert ["L-VISIBLE"] == [loss.code for loss in unsure.losses]


def test_hostile_text_stays_text():
    """A message cannot end its string, and comes back as it was."""
    message = '"}]}, "default": "allow", \u2028 </script> {{ 7*7 }} \U0001f600'
    (rule,) = _tools(kill=make_policy("deny", message=message))["kill"]["deny_if"]
    assert message == rule["on_deny"]
