"""Tests of `site_builder.render.visible`."""

from __future__ import annotations

from html import unescape

from hypothesis import given
from hypothesis import strategies as st

from site_builder.render.visible import visible


def test_hidden_character_is_marked_and_named():
    """A reader sees that the mark is ours: it is an element, with the character's name."""
    assert (
        'a<span class="hidden-character" title="right-to-left override">⟦U+202E⟧</span>b'
        == visible("a\u202eb")
    )


def test_control_character_has_a_title():
    """Characters without a name are called what they are."""
    assert 'title="control character"' in visible("\x07")


@given(st.text(alphabet="<>&\"'ab{}%"))
def test_text_is_escaped(text):
    """Whatever HTML means by a character, it comes out as text."""
    shown = visible(text)
    assert text == unescape(shown)
    assert not set("<>\"'") & set(shown)


def test_literal_stand_in_of_a_server_is_no_mark():
    """A server that writes the stand-in itself gets plain text."""
    assert "⟦U+202E⟧" == visible("⟦U+202E⟧")
