from __future__ import annotations

import re
import tomllib

import pytest

from site_builder.policy.targets.gemini import emit
from tests.client_evaluators import Gemini
from tests.policies import limited, make_block, make_policy

ALLOW, DENY, ASK = make_policy("allow"), make_policy("deny"), make_policy("require-approval")


def _when(op: str, value: object, path: str = "args.text"):
    return make_policy("allow", conditions=[{"path": path, "op": op, "value": value}])


def _codes(**rules) -> list[str]:
    return [loss.code for loss in emit(make_block(rules)).losses]


def _rules(policy) -> list[dict]:
    return tomllib.loads(emit(make_block({"t": policy})).text)["rule"]


def _reader(policy) -> Gemini:
    return Gemini(emit(make_block({"t": policy})).text, "tmux")


def test_a_denial_and_a_question_to_the_byte():
    """The rest at 900, above any trust; each tool above what a prompt can allow for ever."""
    expected = """\
[[rule]]
mcpName = "tmux"
toolName = "*"
decision = "deny"
priority = 900

[[rule]]
mcpName = "tmux"
toolName = "new"
decision = "ask_user"
priority = 970

[[rule]]
mcpName = "tmux"
toolName = "kill"
decision = "deny"
priority = 970
denyMessage = "Say \\"please\\"."
"""
    block = make_block({"new": ASK, "kill": make_policy("deny", message='Say "please".')})
    assert expected == emit(block).text


def test_no_rule_is_below_900():
    """Below, a server that is trusted runs what it likes."""
    text = emit(make_block({"a": ALLOW, "b": DENY, "c": ASK, "d": limited(10)})).text
    assert min(rule["priority"] for rule in tomllib.loads(text)["rule"]) == 900


def test_a_pattern_only_ever_asks():
    """Text that looks right is no proof: whoever is asked decides."""
    *_, rule = _rules(_when("regex", "dev-[0-9]+"))
    assert "ask_user" == rule["decision"]
    assert '\\x00"text":"(?:dev-[0-9]+)"\\x00' == rule["argsPattern"]
    assert ["L-ARGS-TEXT", "L-NAME", "L-FILE"] == _codes(t=_when("regex", "dev-[0-9]+"))


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ({"text": "dev-1"}, "require-approval"),
        ({"text": "prod"}, "deny"),
        ({}, "deny"),
        ({"text": "prod", "meta": {"text": "dev-1"}}, "deny"),
        ({"text": 'prod","text":"dev-1'}, "deny"),
        ({"text": "dev-1; rm -rf /"}, "deny"),
        ({"text": "x\x00dev-1"}, "deny"),
    ],
)
def test_a_search_finds_an_argument_of_the_call_itself(call, expected):
    """What is nested in another, or inside its text, is none."""
    assert expected == _reader(_when("regex", "dev-[0-9]+")).verdict("t", call)


@pytest.mark.parametrize("value", ["a.b", 'say "x"', "\\d", "(", "[a]{2}|^$*+?", "\u00e9\u2028"])
def test_text_is_searched_for_as_it_is(value):
    """Nothing in it is syntax, neither of JSON nor of a pattern."""
    reader = _reader(_when("in", [value, "other"]))
    assert "require-approval" == reader.verdict("t", {"text": value})
    assert "deny" == reader.verdict("t", {"text": "else"})


@pytest.mark.parametrize(
    "policy",
    [
        _when("eq", 5),
        _when("in", ["a", 5]),
        _when("neq", "a"),
        _when("exists", True),
        _when("regex", "a(?=b)"),
        _when("regex", "(?:ab+)c{2}(?:de?){2}"),
        _when("eq", "a" * 3000),
        _when("eq", "x", "args.text.inner"),
    ],
)
def test_what_text_cannot_show_is_asked_for(policy):
    """Numbers, absence, nested arguments, and patterns that the client would drop."""
    *_, rule = _rules(policy)
    assert "ask_user" == rule["decision"]
    assert "argsPattern" not in rule
    assert "L-ARGS-ASK" in _codes(t=policy)


def test_the_first_condition_that_text_can_show_is_searched_for():
    """A call that misses it misses them all; the person who is asked looks at the others."""
    conditions = [
        {"path": "args.n", "op": "gt", "value": 1},
        {"path": "args.text", "op": "eq", "value": "x"},
    ]
    *_, rule = _rules(make_policy("allow", conditions=conditions))
    assert re.search(rule["argsPattern"], '{\0"n":1\0,\0"text":"x"\0}')


@pytest.mark.parametrize("key", ["a_b", "mcp_x", "a" * 26])
def test_a_server_name_that_hides_its_tools_from_rules_is_refused(key):
    """Underscores part the names, and long ones are cut in the middle."""
    refused = emit(make_block({"t": ALLOW}, server_key=key)).refused
    assert refused.startswith("No block: Gemini CLI")


def test_a_tool_that_the_client_renames_is_denied():
    """`mcp_tmux_` has 9 characters: a name of 54 is left as it is, one of 55 is cut."""
    block = make_block({"a" * 54: ALLOW, "b" * 55: ALLOW})
    reader = Gemini(emit(block).text, "tmux")
    assert "allow" == reader.verdict("a" * 54)
    assert "deny" == reader.verdict("b" * 55)
    assert "L-LONG-NAME" in [loss.code for loss in emit(block).losses]
