from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.consult.name_match import Rank, match
from site_builder.derive.search_names import search_name

SHORT = st.text(alphabet="ab", max_size=9)


def rank(word, name):
    """How `word` is found in `name`; None where it is not."""
    found = match(search_name(word), search_name(name))
    return found and found.rank


def distance(one, other):
    """Damerau-Levenshtein distance (adjacent exchanges), the textbook table."""
    table = {(i, 0): i for i in range(len(one) + 1)} | {(0, j): j for j in range(len(other) + 1)}
    for i in range(1, len(one) + 1):
        for j in range(1, len(other) + 1):
            replaced = table[i - 1, j - 1] + (one[i - 1] != other[j - 1])
            table[i, j] = min(table[i - 1, j] + 1, table[i, j - 1] + 1, replaced)
            if i > 1 and j > 1 and one[i - 2 : i] == other[j - 2 : j][::-1]:
                table[i, j] = min(table[i, j], table[i - 2, j - 2] + 1)
    return table[len(one), len(other)]


@pytest.mark.parametrize(
    ("word", "name", "expected"),
    [
        ("kill_session", "kill_session", Rank.EXACT),
        ("KILL-SESSION", "kill_session", Rank.EXACT),
        ("firstexample", "FirstExampleHeader", Rank.PREFIX),
        ("tmux_ki", "tmux_kill_session", Rank.PREFIX),
        ("calendar.", "calendar.read", Rank.PREFIX),
        ("example", "FirstExampleHeader", Rank.PART),
        ("zoom", "Msg_IDT_ZOOM", Rank.PART),
        (".read", "calendar.read", Rank.PART),
        ("kill_session", "tmux_kill_session", Rank.PART),
        ("killsess", "tmux_kill_session", Rank.PART_PREFIX),
        ("essi", "kill_session", Rank.CONTAINS),
        ("死进", "杀死进程", Rank.CONTAINS),
        ("kil_session", "tmux_kill_session", Rank.TYPO),
        ("klil_session", "kill_session", Rank.TYPO),
        ("kill_sessionn", "kill_session", Rank.TYPO),
        ("kill_sezzion", "kill_session", None),
        ("kilk", "kill_session", None),
        ("...", "...", Rank.EXACT),
        (".", "calendar.read", None),
    ],
)
def test_rank_of_a_word(word, name, expected):
    """A word is found whole, at the start, as a part, inside, or one typing error away."""
    assert expected == rank(word, name)


def test_best_place_wins():
    """Of several places in a name, the one that says most counts."""
    found = match(search_name("kill"), search_name("skill_kill_list"))
    assert (Rank.PART, 5, 9) == (found.rank, found.begin, found.end)


@pytest.mark.parametrize(("word", "detail"), [("tmux-mcp", 0), ("TMUX-mcp", 1), ("tmux_mcp", 2)])
def test_letter_by_letter_comes_first(word, detail):
    """A name typed as it is spelled is better than one typed with another case or separator."""
    assert detail == match(search_name(word), search_name("tmux-mcp")).detail


@given(st.text(alphabet="ab", min_size=1, max_size=9), SHORT, SHORT)
def test_typo_is_distance_one(word, first, second):
    """A typo is found exactly where a text that begins with a part is one edit from the word."""
    text = f"{first}_{second}"
    name = search_name(text)
    wanted = search_name(word)
    near = any(
        distance(wanted.joined, name.joined[begin:end]) <= 1
        for begin in name.starts
        for end in range(begin, len(name.joined) + 1)
    )
    expected = wanted.joined in name.joined or (len(word) >= 5 and near)
    assert expected == (match(wanted, name) is not None)


@given(
    st.text(alphabet="ab_B", min_size=1, max_size=12),
    st.text(alphabet="ab_B", min_size=5, max_size=12),
)
def test_match_lies_inside(word, text):
    """The place of a match is a place of the name."""
    found = match(search_name(word), search_name(text))
    if found:
        assert 0 <= found.begin < found.end <= len(search_name(text).joined)
