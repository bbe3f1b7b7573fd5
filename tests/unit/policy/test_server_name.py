"""The pieces of a block around the server's name, against the emitters themselves."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.model.policy import Limit, Policy
from site_builder.model.vocabulary import Verdict, Window
from site_builder.policy.block import Block, ToolRule
from site_builder.policy.server_name import MAX_NAME, named_block
from site_builder.policy.targets import TARGETS, target

BLOCK = Block(
    "tmux",
    (
        ToolRule("echo", Policy(verdict=Verdict.ALLOW)),
        ToolRule("kill_session", Policy(verdict=Verdict.DENY)),
        ToolRule(
            "new_window",
            Policy(verdict=Verdict.RATE_LIMIT, limits=(Limit(max=10, window=Window.MINUTE),)),
        ),
    ),
    ("list",),
    "2026-11-30",
    complete=True,
)
NAMED = [one for one in TARGETS if named_block(one, BLOCK)]
NAMES = st.from_regex(r"[A-Za-z0-9-]{1,20}(_[A-Za-z0-9-]{1,20}){0,2}", fullmatch=True)


@pytest.mark.parametrize("one", NAMED, ids=lambda one: one.id)
@given(name=NAMES)
def test_joined_pieces_are_what_the_emitter_writes(one, name) -> None:
    """Under any allowed name the pieces give the emitter's own text, to the letter."""
    named = named_block(one, BLOCK)
    assert named is not None
    if len(name) <= named.longest and (named.underscores or "_" not in name):
        assert one.emit(replace(BLOCK, server_key=name)).text == named.text(name)


@pytest.mark.parametrize("one", NAMED, ids=lambda one: one.id)
def test_a_longer_name_than_the_longest_changes_more(one) -> None:
    """At the limit the pieces hold; one character more and the emitter cuts or refuses."""
    named = named_block(one, BLOCK)
    assert named is not None
    at, above = "n" * named.longest, "n" * (named.longest + 1)
    assert one.emit(replace(BLOCK, server_key=at)).text == named.text(at)
    if named.longest < MAX_NAME:
        assert one.emit(replace(BLOCK, server_key=above)).text != named.text(above)


def test_the_main_clients_have_a_box() -> None:
    """Every client whose rules name the server takes the reader's own name."""
    assert {"claude-code", "gemini", "copilot", "opencode"} <= {one.id for one in NAMED}


def test_claude_code_leaves_room_for_its_longest_rule() -> None:
    """`mcp__` + name + `__new_window` may have 64 characters, so the name may have 47."""
    named = named_block(target("claude-code"), BLOCK)
    assert named is not None
    assert 64 - len("mcp__") - len("__new_window") == named.longest


def test_a_target_without_the_name_has_no_pieces() -> None:
    """A block that does not name its server needs no box."""
    assert named_block(target("policylayer"), BLOCK) is None


def test_a_refused_block_has_no_pieces() -> None:
    """Where no block may be printed there is nothing to fill."""
    refused = replace(BLOCK, rules=(ToolRule("*", Policy(verdict=Verdict.DENY)),), others=())
    assert named_block(target("claude-code"), refused) is None
