"""Tests of `site_builder.model.visible`."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.model.visible import code_point, pieces, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\u202eb", "a⟦U+202E⟧b"),
        ("a\u200bb", "a⟦U+200B⟧b"),
        ("a\u200db", "a⟦U+200D⟧b"),
        ("\u0000", "⟦U+0000⟧"),
        ("\u001b[31m", "⟦U+001B⟧[31m"),
        ("\ud800", "⟦U+D800⟧"),
        ("\U000e0041", "⟦U+E0041⟧"),
        ("x\ufe01", "x⟦U+FE01⟧"),
        ("\ufeffx", "⟦U+FEFF⟧x"),
        ("\u3164", "⟦U+3164⟧"),
        ("a\rb", "a⟦U+000D⟧b"),
        ("\ufffe", "⟦U+FFFE⟧"),
    ],
)
def test_hidden_characters_are_shown(text, shown):
    """Controls, overrides, zero-width characters, tags and selectors get a stand-in."""
    assert shown == visible(text)


@pytest.mark.parametrize(
    "text",
    [
        "plain text, with\ttabs\nand\r\nlines",
        "👩‍💻 👨‍👩‍👧 ❤️ ✈️ 👍🏽 🏳️‍🌈 1️⃣",
        "שלום עולם",
        "مرحبا",
        "می‌خواهم",
        "क्‍ष",
        "10\u00a0000",
        "杀死会话",
    ],
)
def test_ordinary_writing_stays(text):
    """Emoji sequences, joiners inside words, and right-to-left scripts are left alone."""
    assert text == visible(text)


@given(st.text())
def test_pieces_add_up_to_the_text(text):
    """No character is lost or moved, whatever the text."""
    assert text == "".join(piece for piece, _ in pieces(text))


@given(st.text(alphabet=st.characters(categories=["Cc", "Cf", "Cs"]), min_size=1))
def test_nothing_invisible_remains(text):
    """What is shown of controls and format characters holds only line breaks and tabs of them."""
    left = {c for c in visible(text) if unicodedata.category(c) in ("Cc", "Cf", "Cs")}
    assert left <= {"\n", "\t", "\r"}


def test_code_point_has_at_least_four_digits():
    """The stand-in uses the usual U+ notation."""
    assert "⟦U+000A⟧" == code_point("\n")
