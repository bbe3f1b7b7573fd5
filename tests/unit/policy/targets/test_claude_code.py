from __future__ import annotations

import json

import pytest

from site_builder.policy.targets.claude_code import emit
from tests.evaluators import ClaudeCode
from tests.policies import limited, make_block, make_policy

ALLOW, DENY, ASK = make_policy("allow"), make_policy("deny"), make_policy("require-approval")


def _permissions(block) -> dict:
    return json.loads(emit(block).text)["permissions"]


def _codes(block) -> list[str]:
    return [loss.code for loss in emit(block).losses]


def test_an_empty_block_refuses_everything():
    """The closed form without an exception."""
    assert {"defaultMode": "dontAsk", "allow": []} == _permissions(make_block({}))


def test_without_a_question_the_closed_form_is_written():
    """Exact allows, and denials of all else by name, which hold where the mode is switched off."""
    block = make_block({"echo": ALLOW, "kill": DENY}, others=("list",))
    expected = {
        "defaultMode": "dontAsk",
        "allow": ["mcp__tmux__echo"],
        "deny": ["mcp__tmux__kill", "mcp__tmux__list"],
    }
    assert expected == _permissions(block)
    assert ["L-NAME", "L-TRUST", "L-BUILT-IN"] == _codes(block)


def test_with_a_question_every_known_tool_is_listed():
    """`dontAsk` would turn the question into a refusal, so the rest is denied by name."""
    block = make_block({"echo": ALLOW, "new": ASK, "kill": DENY}, others=("z", "list"))
    expected = {
        "allow": ["mcp__tmux__echo"],
        "ask": ["mcp__tmux__new"],
        "deny": ["mcp__tmux__kill", "mcp__tmux__list", "mcp__tmux__z"],
    }
    assert expected == _permissions(block)
    assert ["L-NAME", "L-TRUST", "L-DEFAULT"] == _codes(block)


def test_what_the_enumerated_form_cannot_cover_is_said():
    """How many tools are listed, since when they are known, and whether that is all of them."""
    *_, whole = emit(make_block({"new": ASK}, others=("a", "b"))).losses
    assert "the 2 others known on 2026-11-30 are listed" in whole.text
    assert "may not be whole" not in whole.text
    *_, alone = emit(make_block({"new": ASK})).losses
    assert "no other tool was known on 2026-11-30" in alone.text
    *_, partial = emit(make_block({"new": ASK}, others=("a",), complete=False)).losses
    assert "the 1 other known on 2026-11-30 is listed" in partial.text
    assert "may not be whole" in partial.text


def test_a_limit_becomes_a_question():
    """The client counts nothing; the note says what the limit was."""
    block = make_block({"new": limited(10)})
    assert ["mcp__tmux__new"] == _permissions(block)["ask"]
    assert "L-RATE-ASK" in _codes(block)


def test_conditions_become_a_question():
    """The client's rules do not see arguments."""
    when = [{"path": "args.x", "op": "eq", "value": "a"}]
    block = make_block({"new": make_policy("allow", conditions=when)})
    assert ["mcp__tmux__new"] == _permissions(block)["ask"]
    assert "L-ARGS-ASK" in _codes(block)


def test_a_dot_is_folded_and_the_fold_is_noted():
    """The rule is spelled as the client spells the tool."""
    block = make_block({"a.b": ALLOW})
    assert ["mcp__tmux__a_b"] == _permissions(block)["allow"]
    assert "L-FOLD" in _codes(block)


@pytest.mark.parametrize(
    "block",
    [
        make_block({"a.b": ALLOW, "a_b": DENY}),
        make_block({"a.b": ALLOW}, others=("a_b",)),
        make_block({"a_b": ALLOW}, others=("a.b",)),
        make_block({"a_b": ALLOW}, others=("a b",)),
        make_block({"a__": ALLOW}, others=("a\U0001f600",)),
        make_block({"a_b": ALLOW, "a*b": DENY}),
    ],
)
def test_two_tools_under_one_name_are_refused(block):
    """A rule for one tool would govern the other, whose own name need not be a plain one."""
    emitted = emit(block)
    assert "" == emitted.text
    assert "so a rule for one would govern the other" in emitted.refused


def test_two_others_under_one_name_are_denied_together():
    """Neither has a rule, and one denial covers both."""
    block = make_block({"new": ASK}, others=("a.b", "a_b"))
    assert ["mcp__tmux__a_b"] == _permissions(block)["deny"]


@pytest.mark.parametrize("key", ["a__b", "a_", "__"])
def test_a_server_name_that_runs_into_the_tool_is_refused(key):
    """The client parts the two at the first double underscore."""
    emitted = emit(make_block({"t": ALLOW}, server_key=key))
    assert "" == emitted.text
    assert "two underscores" in emitted.refused


def test_a_server_name_is_folded_like_a_tool():
    """The client does the same to the key in its configuration."""
    block = make_block({"t": ALLOW}, server_key="my.srv x")
    assert ["mcp__my_srv_x__t"] == _permissions(block)["allow"]


def test_a_name_beyond_64_characters_is_refused_alone():
    """`mcp__tmux__` has 11 characters: a name of 53 fits, one of 54 does not."""
    assert ["mcp__tmux__" + "a" * 53] == _permissions(make_block({"a" * 53: ALLOW}))["allow"]
    emitted = emit(make_block({"a" * 54: ALLOW}))
    assert "" == emitted.text
    assert "65 characters" in emitted.refused


def test_a_name_beyond_64_characters_is_denied_among_others():
    """One such tool does not cost the others their block."""
    block = make_block({"echo": ALLOW, "a" * 54: ALLOW})
    emitted = emit(block)
    assert "deny" == ClaudeCode(emitted.text, "tmux").verdict("a" * 54)
    assert "deny" == emitted.effective["a" * 54].value
    assert "L-LONG-NAME" in _codes(block)


@pytest.mark.parametrize(
    "block",
    [
        make_block({"new": ASK}, others=("x y",)),
        make_block({"new": ASK, "x y": DENY}),
    ],
)
def test_a_question_beside_a_name_that_cannot_be_listed_is_refused(block):
    """Unlisted, that tool would be asked about instead of denied."""
    emitted = emit(block)
    assert "" == emitted.text
    assert '"x y" cannot be named in a rule' in emitted.refused
