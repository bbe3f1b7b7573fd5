"""The law of every target: a block permits no call that the policy does not, in its own engine."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.model.ids import is_policy_name
from site_builder.policy.block import Block, Emitted
from site_builder.policy.evaluate import decide
from site_builder.policy.targets import claude_code, intercept, policylayer
from tests.evaluators import LADDER, MINUTES, ClaudeCode, Intercept, PolicyLayer
from tests.policies import HOSTILE_NAMES, arguments, blocks, make_block, make_policy, names

CALLS = st.lists(arguments(), min_size=1, max_size=4)


def _rank(verdict: str) -> int:
    return LADDER.index(verdict)


def _codes(emitted: Emitted) -> set[str]:
    return {loss.code for loss in emitted.losses}


def _reader(
    target_id: str, emitted: Emitted, block: Block
) -> PolicyLayer | Intercept | ClaudeCode:
    if target_id == "claude-code":
        return ClaudeCode(emitted.text, block.server_key)
    return PolicyLayer(emitted.text) if target_id == "policylayer" else Intercept(emitted.text)


def _most(limits: list[tuple[int, str]], window: str) -> float:
    """The most calls that `limits` let through within one aligned `window`."""
    within = [maximum * max(1, MINUTES[window] // MINUTES[counted]) for maximum, counted in limits]
    return min(within, default=float("inf"))


TARGETS = pytest.mark.parametrize(
    "target",
    [policylayer.TARGET, intercept.TARGET, claude_code.TARGET],
    ids=lambda target: target.id,
)


@TARGETS
@given(block=blocks(), calls=CALLS)
def test_no_call_gets_more_than_the_policy_gives(target, block, calls):
    """A call gets what the policy gives or less; a person may be asked where a note says so."""
    emitted = target.emit(block)
    if emitted.refused:
        assert "" == emitted.text
        return
    reader = _reader(target.id, emitted, block)
    for rule in block.rules:
        for call in calls:
            got = reader.verdict(rule.name, call)
            wanted = decide(rule.policy, call).value
            asks = got == "require-approval" and rule.policy.conditions
            assert _rank(got) <= _rank(wanted) or (asks and "L-ARGS-ASK" in _codes(emitted))


@TARGETS
@given(block=blocks())
def test_effective_is_what_the_block_does(target, block):
    """The verdict shown beside a block is the most that its engine gives the tool."""
    emitted = target.emit(block)
    if emitted.refused:
        assert {} == dict(emitted.effective)
        return
    reader = _reader(target.id, emitted, block)
    read = {rule.name: reader.reach(rule.name) for rule in block.rules}
    assert read == {name: verdict.value for name, verdict in emitted.effective.items()}


@TARGETS
@given(block=blocks())
def test_limits_are_never_looser(target, block):
    """Where a block counts calls, it lets through no more of them in any window."""
    emitted = target.emit(block)
    if emitted.refused:
        return
    reader = _reader(target.id, emitted, block)
    for rule in block.rules:
        if reader.reach(rule.name) != "rate-limit":
            continue
        for wanted in (rule.policy, *rule.policy.cases):
            for limit in wanted.limits:
                assert _most(reader.limits(rule.name), limit.window.value) <= limit.max


@TARGETS
@given(block=blocks(), stranger=names)
def test_everything_else_is_denied(target, block, stranger):
    """Other tools are denied, known or not; a client that asks about new ones says so."""
    emitted = target.emit(block)
    if emitted.refused:
        return
    reader = _reader(target.id, emitted, block)
    asks = isinstance(reader, ClaudeCode) and reader.asks_by_default
    assert asks == ("L-DEFAULT" in _codes(emitted))
    for name in block.others:
        assert "deny" == reader.verdict(name, {})
    governed = {name.replace(".", "_") for name in (*block.others, *emitted.effective)}
    if stranger.replace(".", "_") not in governed:
        assert ("require-approval" if asks else "deny") == reader.verdict(stranger, {})


@TARGETS
@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_a_hostile_name_alone_gets_no_block(target, name):
    """A name that no rule can spell is refused, and the refusal shows it as plain ASCII."""
    assert not is_policy_name(name)
    emitted = target.emit(make_block({name: make_policy("allow")}))
    assert "" == emitted.text
    assert emitted.refused.isprintable()
    assert emitted.refused.isascii()


@TARGETS
@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_a_hostile_name_among_others_stays_denied(target, name):
    """In a merged block such a tool is left out, denied and mentioned."""
    block = make_block({"echo": make_policy("allow"), name: make_policy("allow")})
    emitted = target.emit(block)
    reader = _reader(target.id, emitted, block)
    assert "deny" == reader.verdict(name, {})
    assert "allow" == reader.verdict("echo", {})
    assert "deny" == emitted.effective[name].value
    assert "L-ODD-NAME" in _codes(emitted)


@TARGETS
def test_a_name_that_means_something_to_a_language_is_written_exactly(target):
    """`__proto__` is a tool's name like any other."""
    block = make_block({"__proto__": make_policy("allow")})
    reader = _reader(target.id, target.emit(block), block)
    assert "allow" == reader.verdict("__proto__", {})
    assert "deny" == reader.verdict("constructor", {})


@TARGETS
def test_two_rules_for_one_tool_are_refused(target):
    """Which of two rules would count is not left to a parser."""
    rules = make_block({"echo": make_policy("deny")}).rules
    twice = Block("tmux", (*rules, *rules), (), "2026-11-30", complete=True)
    assert "No block: two rules name the same tool." == target.emit(twice).refused


@TARGETS
@given(block=blocks())
def test_the_same_block_gives_the_same_text(target, block):
    """Emitting is a function of the block: one newline at the end, the same bytes each time."""
    emitted = target.emit(block)
    assert emitted == target.emit(block)
    assert emitted.refused or emitted.text == emitted.text.rstrip("\n") + "\n"
    assert emitted.text.isascii()
