"""The law of every target: a block permits no call that the policy does not, in its own engine."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.model.ids import is_policy_name
from site_builder.policy.block import Block, Emitted, Target
from site_builder.policy.evaluate import decide
from site_builder.policy.targets import TARGETS
from tests.client_evaluators import CLIENTS
from tests.engine_evaluators import ENGINES
from tests.evaluators import LADDER, MINUTES
from tests.policies import HOSTILE_NAMES, arguments, blocks, make_block, make_policy, names

CALLS = st.lists(arguments(), min_size=1, max_size=4)
NEVER_DENIES = ("vscode", "cursor")
"""The clients that can only ask; a denial gets no block."""

EACH = pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.id)


def _rank(verdict: str) -> int:
    return LADDER.index(verdict)


def _codes(emitted: Emitted) -> set[str]:
    return {loss.code for loss in emitted.losses}


def _reader(target: Target, emitted: Emitted, block: Block):
    return (CLIENTS | ENGINES)[target.id](emitted.text, block.server_key)


def _printed(block: Block):
    """Each target that prints `block`, what it prints, and what reads it."""
    for target in TARGETS:
        emitted = target.emit(block)
        if not emitted.refused:
            yield target, emitted, _reader(target, emitted, block)


def _most(limits: list[tuple[int, str]], window: str) -> float:
    """The most calls that `limits` let through within one aligned `window`."""
    within = [maximum * max(1, MINUTES[window] // MINUTES[counted]) for maximum, counted in limits]
    return min(within, default=float("inf"))


def test_every_target_has_a_reader():
    """None is left out of the properties below."""
    assert {target.id for target in TARGETS} == {*CLIENTS, *ENGINES}


@given(block=blocks(), calls=CALLS)
def test_no_call_gets_more_than_the_policy_gives(block, calls):
    """A call gets what the policy gives or less; a person may be asked where a note says so."""
    for target, emitted, reader in _printed(block):
        asks = _codes(emitted) & {"L-ARGS-ASK", "L-ARGS-TEXT"}
        for rule in block.rules:
            for call in calls:
                got = reader.verdict(rule.name, call)
                wanted = decide(rule.policy, call).value
                asked = got == "require-approval" and rule.policy.conditions and asks
                assert _rank(got) <= _rank(wanted) or asked, target.id


@given(block=blocks())
def test_effective_is_what_the_block_does(block):
    """The verdict shown beside a block is the most that its engine gives the tool."""
    for target, emitted, reader in _printed(block):
        read = {rule.name: reader.reach(rule.name) for rule in block.rules}
        shown = {name: verdict.value for name, verdict in emitted.effective.items()}
        assert read == shown, target.id


@given(block=blocks())
def test_limits_are_never_looser(block):
    """Where a block counts calls, it lets through no more of them in any window."""
    for target, _, reader in _printed(block):
        for rule in block.rules:
            if reader.reach(rule.name) != "rate-limit":
                continue
            for wanted in (rule.policy, *rule.policy.cases):
                for limit in wanted.limits:
                    let_through = _most(reader.limits(rule.name), limit.window.value)
                    assert let_through <= limit.max, target.id


@given(block=blocks(), stranger=names)
def test_everything_else_is_denied(block, stranger):
    """Other tools are denied, known or not; a client that asks about new ones says so."""
    governed = {_plain(name) for name in (*block.others, *(rule.name for rule in block.rules))}
    for target, emitted, reader in _printed(block):
        assert (reader.unlisted != "deny") == ("L-DEFAULT" in _codes(emitted)), target.id
        other = "require-approval" if target.id in NEVER_DENIES else "deny"
        for name in block.others:
            assert other == reader.verdict(name, {}), target.id
        if _plain(stranger) not in governed:
            assert reader.unlisted == reader.verdict(stranger, {}), target.id


def _plain(name: str) -> str:
    """What is left of a name in the eyes of the client that folds most."""
    return re.sub("[^a-z0-9]", "_", name.casefold())


@given(block=blocks())
def test_the_same_block_gives_the_same_text(block):
    """Emitting is a function of the block: one newline at the end, the same bytes each time."""
    for target in TARGETS:
        emitted = target.emit(block)
        assert emitted == target.emit(block), target.id
        assert bool(emitted.refused) == (not emitted.text), target.id
        assert emitted.refused or emitted.text == emitted.text.rstrip("\n") + "\n", target.id
        assert emitted.text.isascii(), target.id
        if emitted.refused:
            assert {} == dict(emitted.effective), target.id
            assert emitted.refused.isprintable(), target.id


@EACH
@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_a_hostile_name_alone_gets_no_block(target, name):
    """A name that no rule can spell is refused, and the refusal shows it as plain ASCII."""
    assert not is_policy_name(name)
    emitted = target.emit(make_block({name: make_policy("allow")}))
    assert "" == emitted.text
    assert emitted.refused.isprintable()
    assert emitted.refused.isascii()


@EACH
@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_a_hostile_name_among_others_stays_denied(target, name):
    """In a merged block such a tool is left out, denied and mentioned, or there is no block."""
    block = make_block({"echo": make_policy("allow"), name: make_policy("allow")})
    emitted = target.emit(block)
    if target.id in NEVER_DENIES:
        assert "" == emitted.text
        assert "can ask before a call but not refuse it" in emitted.refused
        return
    reader = _reader(target, emitted, block)
    assert "deny" == reader.verdict(name, {})
    assert "allow" == reader.verdict("echo", {})
    assert "deny" == emitted.effective[name].value
    assert "L-ODD-NAME" in _codes(emitted)


@EACH
def test_a_name_that_means_something_to_a_language_is_written_exactly(target):
    """`__proto__` is a tool's name like any other."""
    block = make_block({"__proto__": make_policy("allow")})
    reader = _reader(target, target.emit(block), block)
    assert "allow" == reader.verdict("__proto__", {})
    assert "allow" != reader.verdict("constructor", {})


@EACH
def test_two_rules_for_one_tool_are_refused(target):
    """Which of two rules would count is not left to a parser."""
    rules = make_block({"echo": make_policy("deny")}).rules
    twice = Block("tmux", (*rules, *rules), (), "2026-11-30", complete=True)
    assert "No block: two rules name the same tool." == target.emit(twice).refused


@EACH
def test_a_server_name_stands_in_a_block_where_a_target_says_so(target):
    """Under another name the text is another one exactly there; never is it a longer one."""
    one, other = (
        target.emit(make_block({"echo": make_policy("allow")}, server_key=key)).text
        for key in ("first", "other")
    )
    assert target.server_in_text == (one != other)
    assert one.replace("first", "other") == other
