"""Tests of `site_builder.derive.server_text`."""

from __future__ import annotations

from site_builder.derive.server_text import MAX_SHOWN, ServerText, server_text


def test_text_at_the_limit_is_whole():
    """8 KiB are shown, counted in bytes of UTF-8."""
    text = "é" * (MAX_SHOWN // 2)
    assert ServerText(text) == server_text(text)


def test_text_above_the_limit_is_cut_and_says_so():
    """One byte more and the text is cut, never inside a character."""
    text = "é" * (MAX_SHOWN // 2) + "x"
    assert ServerText(text[:-1], MAX_SHOWN + 1) == server_text(text)


def test_no_half_character_remains():
    """A character that the cut would split is left out."""
    shown = server_text("x" + "é" * MAX_SHOWN)
    assert "x" + "é" * ((MAX_SHOWN - 1) // 2) == shown.text
