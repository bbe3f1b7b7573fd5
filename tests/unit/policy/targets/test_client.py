from __future__ import annotations

import re

from site_builder.policy.block import ToolRule
from site_builder.policy.lowering import Reach, lower
from site_builder.policy.naming import named
from site_builder.policy.targets.client import (
    cannot_close,
    cannot_deny,
    collision,
    folded,
    folds,
    of_fitting_name,
    only_too_long,
    own_name,
    unusable_key,
)
from tests.policies import make_block, make_policy

ALLOW, DENY = make_policy("allow"), make_policy("deny")
ANYTHING = Reach(approval=True, conditions=None, windows=())


def _lowered(name: str, policy=ALLOW):
    return lower(ToolRule(name, policy), ANYTHING)


def _upper(name: str) -> str:
    return f"x.{name.upper()}"


def test_a_character_beyond_the_first_plane_is_two():
    """JavaScript sees two code units, and replaces each."""
    assert "a_b__c" == folded("a b\U0001f600c", re.compile("[^a-z]"), "_")


def test_a_key_has_letters_digits_hyphens_and_underscores():
    """In up to 64 characters; the refusal shows any other as plain ASCII."""
    assert "" == unusable_key(make_block({}, server_key="k" * 64), "C")
    assert "\\u00e9" in unusable_key(make_block({}, server_key="\u00e9"), "C")
    assert unusable_key(make_block({}, server_key="k" * 65), "C").startswith("No block: C loads")


def test_two_others_may_share_a_name():
    """Neither has a rule that could govern the other."""
    assert "" == collision(make_block({"c": ALLOW}, others=("a", "A")), "C", str.upper)
    for block in (make_block({"a": ALLOW, "A": DENY}), make_block({"a": ALLOW}, others=("A",))):
        assert 'C calls both "' in collision(block, "C", str.upper)


def test_a_name_is_too_long_by_its_spelling():
    """Alone it costs the block, among others only itself; a denial stays as it is."""
    assert "" == only_too_long(make_block({"ab": ALLOW}), _upper, 4)
    assert "x.ABC has 5 characters" in only_too_long(make_block({"abc": ALLOW}), _upper, 4)
    assert "" == only_too_long(make_block({"abc": ALLOW, "d": ALLOW}), _upper, 4)
    fitting = of_fitting_name(_lowered("abc"), _upper, 4)
    assert ("deny", ["L-LONG-NAME"]) == (fitting.verdict, [loss.code for loss in fitting.losses])
    assert () == of_fitting_name(_lowered("abc", DENY), _upper, 4).losses
    assert _lowered("ab") == of_fitting_name(_lowered("ab"), _upper, 4)


def test_a_fold_is_noted_where_the_spelling_is_not_the_name():
    """The prefix that every tool gets is no fold."""
    assert () == folds([_lowered("A")], "C", _upper, "x.")
    (fold,) = folds([_lowered("A"), _lowered("b")], "C", _upper, "x.")
    assert "C calls b x.B;" in fold.text


def test_a_denial_is_beyond_a_client_that_asks():
    """So is a tool that no rule can name."""
    block = make_block({"a": ALLOW, "b": DENY, "x y": ALLOW})
    rules = [_lowered("a"), _lowered("b", DENY)]
    assert 'the rule for "x y" and "b".' in cannot_deny(named(block), rules, "C")
    assert "" == cannot_deny(named(make_block({"a": ALLOW})), rules[:1], "C")


def test_what_stays_open_is_counted_and_dated():
    """How many tools are known, since when, and whether that is all of them."""

    def text(others: tuple[str, ...], *, complete: bool = True) -> str:
        return cannot_close(make_block({}, others=others, complete=complete), "W", "listed").text

    assert text(()).startswith("W: no other tool was known on 2026-11-30. ")
    assert text(("a",)).startswith("W: the 1 other known on 2026-11-30 is listed. ")
    assert text(("a", "b")).startswith("W: the 2 others known on 2026-11-30 are listed. ")
    assert "are listed, and that list may not be whole." in text(("a", "b"), complete=False)


def test_a_block_names_the_server_it_is_for():
    """Under another name it does nothing."""
    assert "calls this server tmux." in own_name("tmux").text
