"""Tests of `site_builder.derive.wording`."""

from __future__ import annotations

import pytest

from site_builder.derive import wording


@pytest.mark.parametrize(
    ("phrase", "with_article"),
    [
        ("Execute tool", "an Execute tool"),
        ("Read tool", "a Read tool"),
        ("Write tool", "a Write tool"),
        ("allowed call", "an allowed call"),
    ],
)
def test_article_follows_the_sound(phrase, with_article):
    """It is an Execute tool, and a Read tool."""
    assert with_article == wording.with_article(phrase)


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0 tools"), (1, "1 tool"), (2, "2 tools"), (1204, "1,204 tools")]
)
def test_number_and_noun_agree(number, text):
    """One is singular, everything else plural."""
    assert text == wording.counted(number, "tool")


@pytest.mark.parametrize(
    ("items", "text"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
)
def test_items_become_a_phrase(items, text):
    """Items are joined as in a sentence."""
    assert text == wording.listed(items)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Ends it", "Ends it."),
        ("Ends it.", "Ends it."),
        ("quality,", "quality."),
        ("Really?", "Really?"),
        ("and so on…", "and so on…"),
        ("", ""),
    ],
)
def test_sentence_ends_in_one_mark(text, sentence):
    """No doubled full stop, no bare comma."""
    assert sentence == wording.sentence(text)


@pytest.mark.parametrize(
    ("name", "phrase"),
    [
        ("Tmux MCP Server", "Tmux MCP Server"),
        ("Mcp Server", "Mcp Server"),
        ("Tmux MCP", "Tmux MCP server"),
        ("tmux", "tmux MCP server"),
        ("tmux-mcp by acme", "tmux-mcp server by acme"),
        ("Tmux MCP Server by acme", "Tmux MCP Server by acme"),
    ],
)
def test_server_is_called_server_once(name, phrase):
    """A name that already says what it is gets no second "MCP server"."""
    assert phrase == wording.server_phrase(name)


def test_publisher_is_named_once():
    """A name that holds its publisher needs no byline."""
    assert "" == wording.byline("tmux-mcp by Acme", "acme")
    assert "acme" == wording.byline("Claude Code", "acme")


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Kill it. Then more.", "Kill it."),
        ("Kill\tit\nand more", "Kill it"),
        ("a version 1.2 of it", "a version 1.2 of it"),
        ("one two three fourfive six", "one two three…"),
    ],
)
def test_first_sentence_is_cut_at_a_word(text, first):
    """A first sentence that is too long is cut between words, visibly."""
    assert first == wording.first_sentence(text, 19)
