"""How well one typed word fits one name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from site_builder.derive.search_names import SearchName

_MIN_TYPO = 5


class Rank(IntEnum):
    """How a word was found, best first."""

    EXACT = 0
    PREFIX = 1
    PART = 2
    PART_PREFIX = 3
    CONTAINS = 4
    SERVER = 5
    """Not in the row's own names, but in those of the tool's server."""
    TYPO = 6


@dataclass(frozen=True, slots=True)
class Match:
    """A word found in the name at `joined[begin:end]`.

    `detail` orders matches of one rank: as it was typed before with other separators or case; and
    among typos, by the rank the word would have without its typo.
    """

    rank: Rank
    detail: int
    begin: int
    end: int


def match(word: SearchName, name: SearchName) -> Match | None:
    """The best match of `word` in `name`; None where it is not there."""
    found = [_placed(name, begin, begin + len(word.joined)) for begin in _occurrences(word, name)]
    if found:
        rank, begin, end = min(found)
        return Match(rank, _literalness(word, name), begin, end)
    typos = [_placed(name, begin, end) for begin, end in _one_typo_away(word.joined, name)]
    if typos:
        rank, begin, end = min(typos)
        return Match(Rank.TYPO, rank, begin, end)
    return None


def _occurrences(word: SearchName, name: SearchName) -> Iterator[int]:
    at = name.joined.find(word.joined)
    while at >= 0:
        yield at
        at = name.joined.find(word.joined, at + 1)


def _placed(name: SearchName, begin: int, end: int) -> tuple[Rank, int, int]:
    ends = end == len(name.joined) or end in name.starts
    if begin == 0:
        rank = Rank.EXACT if end == len(name.joined) else Rank.PREFIX
    elif begin in name.starts:
        rank = Rank.PART if ends else Rank.PART_PREFIX
    else:
        rank = Rank.CONTAINS
    return rank, begin, end


def _literalness(word: SearchName, name: SearchName) -> int:
    if word.text == name.text:
        return 0
    return 1 if word.folded in name.folded else 2


def _one_typo_away(word: str, name: SearchName) -> Iterator[tuple[int, int]]:
    """Where something that begins with a part of `name` is one edit from `word`.

    An edit is a character too many, missing, replaced, or two neighbours exchanged
    (Damerau-Levenshtein distance 1). It stands where the two texts first differ, so what follows
    must agree. Short words are left alone: one edit makes any of them another word.
    """
    if len(word) < _MIN_TYPO or not _may_be_near(word, name.joined):
        return
    for begin in name.starts:
        rest = name.joined[begin : begin + len(word) + 1]
        same = 0
        while same < min(len(word), len(rest)) and word[same] == rest[same]:
            same += 1
        if rest.startswith(word[same:], same + 1):
            yield begin, begin + len(word) + 1
        if same < len(rest) and rest.startswith(word[same + 1 :], same + 1):
            yield begin, begin + len(word)
        if rest[same + 1 : same + 2] + rest[same : same + 1] == word[same : same + 2] and (
            rest.startswith(word[same + 2 :], same + 2)
        ):
            yield begin, begin + len(word)
        if rest.startswith(word[same + 1 :], same):
            yield begin, begin + len(word) - 1


def _may_be_near(word: str, joined: str) -> bool:
    """Whether `joined` has a half of `word` unharmed, or both but for the letters that meet."""
    half = len(word) // 2
    return (
        word[:half] in joined
        or word[half:] in joined
        or (word[: half - 1] in joined and word[half + 1 :] in joined)
    )
