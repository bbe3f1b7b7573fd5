from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.derive.search_names import search_name


def parts(text):
    """The parts of a name, cut out of its joined form."""
    name = search_name(text)
    ends = (*name.starts[1:], len(name.joined))
    return [name.joined[begin:end] for begin, end in zip(name.starts, ends, strict=True)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("tmux_kill_session", ["tmux", "kill", "session"]),
        ("FirstExampleHeader", ["first", "example", "header"]),
        ("parseHTMLPage", ["parse", "html", "page"]),
        ("calendar.read", ["calendar", "read"]),
        ("@scope/tmux-mcp", ["scope", "tmux", "mcp"]),
        ("io.github:user name", ["io", "github", "user", "name"]),
        ("__proto__", ["proto"]),
        ("ABC", ["abc"]),
        ("v2Items", ["v2", "items"]),
        ("ÄndereGröße", ["ändere", "grösse"]),
        ("杀死进程", ["杀死进程"]),
    ],
)
def test_parts_of_a_name(text, expected):
    """A name comes apart at separators and at the humps of camelCase."""
    assert expected == parts(text)


@pytest.mark.parametrize("text", ["...", "_", "-/-"])
def test_separators_alone_are_a_name(text):
    """A name of nothing but separators stays what it is, so that it can be found."""
    assert (text, (0,)) == (search_name(text).joined, search_name(text).starts)


def test_origins_lead_back_to_the_text():
    """Every place of the joined form knows its character in the name."""
    assert (0, 1, 3, 4) == search_name("aB_Cd").origins


def test_one_character_folds_to_two():
    """A sharp s is two places of the joined form and one character of the name."""
    assert ("sse", (0, 0, 1)) == (search_name("ße").joined, search_name("ße").origins)


def test_normalisation_loses_origins():
    """Where composition moves characters, nothing pretends to know where they came from."""
    assert () == search_name("e\u0301").origins


@given(st.text(alphabet=st.characters(codec="ascii")))
def test_shift_key_changes_nothing(text):
    """A name typed all in upper case is compared as the one typed in lower case."""
    assert search_name(text.lower()).joined == search_name(text.upper()).joined


@given(st.characters(), st.characters())
def test_fold_equates_what_casefold_does(one, other):
    """Two characters that full case folding equates are one to the search."""

    def folded(character):
        return unicodedata.normalize("NFKC", character).casefold()

    if folded(one) == folded(other):
        assert search_name(one).folded == search_name(other).folded


@given(st.text())
def test_compatibility_forms_are_one_name(text):
    """A name and its NFKC form are compared as one."""
    assert search_name(text).joined == search_name(unicodedata.normalize("NFKC", text)).joined


@given(st.text())
def test_starts_lie_inside(text):
    """Parts begin at rising places inside the joined form, the first at its start."""
    name = search_name(text)
    assert list(name.starts) == sorted(set(name.starts))
    assert 0 == name.starts[0]
    assert name.starts[-1] <= max(0, len(name.joined) - 1)
