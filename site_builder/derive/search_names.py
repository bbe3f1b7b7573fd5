"""The form in which names are compared by the search, in the terminal and in the browser alike.

`templates/assets/search-rank.js` does the same, and a test holds the two together. There is no
`casefold` in a browser; lower, upper and lower again for each character equates all that it does,
and the dotless i with the dotted one.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

_SEPARATORS = frozenset("_-./:@ \t\n\v\f\r")


@dataclass(frozen=True, slots=True)
class SearchName:
    """A name made ready for comparison.

    `folded` is the text without differences of case and compatibility, `joined` the same without
    separators (the separators themselves where there is nothing else). `starts` are the places in
    `joined` where a part of the name begins, in order. `origins` holds for each place of `joined`
    the index of its character in `text`; it is () where normalisation moved the characters.
    """

    text: str
    folded: str
    joined: str
    starts: tuple[int, ...]
    origins: tuple[int, ...]


def search_name(text: str) -> SearchName:
    """Takes `text` apart at `_ - . / : @`, at white space and at the humps of camelCase.

    A hump begins where an upper-case letter follows one that is not upper-case, and at the last of
    several where a lower-case letter follows: `parseHTMLPage` has the parts parse, html and page.
    """
    normal = unicodedata.normalize("NFKC", text)
    joined: list[str] = []
    starts: list[int] = []
    origins: list[int] = []
    opens = True
    for index, character in enumerate(normal):
        if character in _SEPARATORS:
            opens = True
            continue
        if opens or _is_hump(normal, index):
            starts.append(len(joined))
        opens = False
        folded = _fold(character)
        joined.extend(folded)
        origins.extend([index] * len(folded))
    if not joined:
        return SearchName(text, normal, normal, (0,), ())
    return SearchName(
        text=text,
        folded=normal.lower() if normal.isascii() else "".join(map(_fold, normal)),
        joined="".join(joined),
        starts=tuple(starts),
        origins=tuple(origins) if normal == text else (),
    )


def _fold(character: str) -> str:
    return character.lower().upper().lower()


def _is_hump(text: str, index: int) -> bool:
    if not _is_upper(text[index]):
        return False
    if not _is_upper(text[index - 1]):
        return True
    return index + 1 < len(text) and _is_lower(text[index + 1])


def _is_upper(character: str) -> bool:
    return character != character.lower()


def _is_lower(character: str) -> bool:
    return character != character.upper()
