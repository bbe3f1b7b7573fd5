from __future__ import annotations

import pytest
import yaml

from site_builder.policy.targets.intercept import emit
from tests.evaluators import Intercept
from tests.policies import limited, make_block, make_policy

WHEN = [
    {"path": "args.session", "op": "in", "value": ["dev", "5"]},
    {"path": "args.lines", "op": "lte", "value": 2.5},
]


def _codes(**rules) -> list[str]:
    return [loss.code for loss in emit(make_block(rules)).losses]


def test_all_features_to_the_byte():
    """Strings and keys in double quotes, a name for every rule, conditions before limits."""
    rules = {
        "echo": make_policy("allow"),
        "kill": make_policy("deny", message="No: #1"),
        "send": make_policy("rate-limit", conditions=WHEN, limits=[{"max": 5, "window": "day"}]),
    }
    expected = """\
"version": "1"
"default": "deny"
"tools":
  "echo":
    "rules": []
  "kill":
    "rules":
    - "name": "denied"
      "action": "deny"
      "on_deny": "No: #1"
  "send":
    "rules":
    - "name": "arguments"
      "conditions":
      - "path": "args.session"
        "op": "in"
        "value":
        - "dev"
        - "5"
      - "path": "args.session"
        "op": "regex"
        "value": "^[\\\\s\\\\S]*$"
      - "path": "args.lines"
        "op": "lte"
        "value": 2.5
      "on_deny": "The policy of this server does not allow this tool with these arguments."
    - "name": "calls a day"
      "rate_limit": "5/day"
"""
    assert expected == emit(make_block(rules)).text


def test_an_empty_block_denies_everything():
    """No rule, no tool."""
    document = {"version": "1", "default": "deny", "tools": {}}
    assert document == yaml.safe_load(emit(make_block({})).text)


def test_approval_is_denied_and_says_so():
    """The engine rejects any action but evaluate and deny."""
    emitted = emit(make_block({"kill": make_policy("require-approval")}))
    assert "deny" == Intercept(emitted.text).verdict("kill", {})
    assert ["L-APPR-DENY", "L-VISIBLE"] == [loss.code for loss in emitted.losses]


def test_each_window_is_a_rule():
    """The engine takes one limit a window of a tool."""
    limits = [{"max": 60, "window": "hour"}, {"max": 10, "window": "minute"}]
    emitted = emit(make_block({"echo": make_policy("rate-limit", limits=limits)}))
    assert [(10, "minute"), (60, "hour")] == Intercept(emitted.text).limits("echo")


def test_limits_say_how_they_are_counted():
    """Calendar windows let a burst through around their end."""
    (loss,) = emit(make_block({"echo": limited(10), "type": limited(5, "day")})).losses
    assert "L-RATE-BUCKET" == loss.code
    assert "calendar minute and day" in loss.text


def test_a_limit_on_a_dotted_name_blocks_the_tool():
    """The engine would look the counter up under another tool and reject the file."""
    emitted = emit(make_block({"a.b": limited(10)}))
    assert "deny" == Intercept(emitted.text).verdict("a.b", {})
    assert "L-DOTTED" in _codes(**{"a.b": limited(10)})


@pytest.mark.parametrize("verdict", ["allow", "deny"])
def test_a_dotted_name_without_a_limit_is_a_name_like_any_other(verdict):
    """Only counters are looked up by a path."""
    emitted = emit(make_block({"a.b": make_policy(verdict)}))
    assert verdict == Intercept(emitted.text).verdict("a.b", {})
    assert "L-DOTTED" not in _codes(**{"a.b": make_policy(verdict)})


@pytest.mark.parametrize(
    "message",
    ["yes", "1.10", "null", "a: b", "- x", "\u2028", "\u0085", "\U0001f600", "x\n---\ny", '"'],
)
def test_hostile_text_stays_text(message):
    """Whatever YAML could take a message for, it comes back as it was, on one line."""
    text = emit(make_block({"kill": make_policy("deny", message=message)})).text
    (rule,) = yaml.safe_load(text)["tools"]["kill"]["rules"]
    assert message == rule["on_deny"]
    assert 8 == len(text.splitlines())


@pytest.mark.parametrize("name", ["yes", "null", "1", "1.5", "0x1", "-", "."])
def test_a_name_that_yaml_would_read_as_something_else_is_quoted(name):
    """A key is a string whatever it looks like."""
    text = emit(make_block({name: make_policy("allow")})).text
    assert [name] == list(yaml.safe_load(text)["tools"])
