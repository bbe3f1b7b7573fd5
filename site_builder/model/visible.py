"""Characters that hide: which code points a reader would not see, and how each is shown instead.

Third-party text may carry controls, zero-width characters, direction overrides and Unicode tags.
It is never changed or dropped, only made visible, as `⟦U+202E⟧`. What people really write stays as
it is: emoji sequences, Persian and Indic joiners, right-to-left scripts, line breaks and tabs.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

# Letters and blanks that draw nothing although their category is not "format".
_BLANK = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
_SPACES = "\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_SELECTORS = "\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef"
_NONCHARACTERS = "\ufdd0-\ufdef" + "".join(
    chr(plane << 16 | end) for plane in range(17) for end in (0xFFFE, 0xFFFF)
)
_FORMAT = (
    "\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufeff\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001345f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_CONTROL = "\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff"
_SUSPECT = re.compile(f"[{_CONTROL}{_FORMAT}{_SELECTORS}{_SPACES}{_BLANK}{_NONCHARACTERS}]")

# Arabic and Indic scripts spell words with the two joiners.
_JOINING = re.compile(
    "[\u0600-\u08ff\u0900-\u0dff\u0f00-\u109f\u1780-\u17ff\ufb50-\ufdff\ufe70-\ufefc]"
)
_JOINERS = "\u200c\u200d"
_EMOJI_MODIFIER = re.compile("[\ufe0f\U0001f3fb-\U0001f3ff]")


def pieces(text: str) -> Iterator[tuple[str, bool]]:
    """`text` in order, as (piece, hidden): runs as they are, each hidden character by itself."""
    start = 0
    for match in _SUSPECT.finditer(text):
        at = match.start()
        if _belongs(text, at):
            continue
        if at > start:
            yield text[start:at], False
        yield match.group(), True
        start = match.end()
    if start < len(text):
        yield text[start:], False


def code_point(character: str) -> str:
    """The visible stand-in of one character: `⟦U+202E⟧`."""
    return f"⟦U+{ord(character):04X}⟧"


def visible(text: str) -> str:
    """`text` with each hidden character replaced by its stand-in."""
    if not _SUSPECT.search(text):
        return text
    return "".join(code_point(piece) if hidden else piece for piece, hidden in pieces(text))


def _belongs(text: str, at: int) -> bool:
    """Whether the suspect character at `at` is part of ordinary writing there."""
    before = text[at - 1] if at else ""
    after = text[at + 1 : at + 2]
    match text[at]:
        case "\r":
            return after == "\n"
        case "\u00a0" | "\u202f" | "\u3000":
            return before.isalnum() and after.isalnum()
        case "\ufe0f" | "\ufe0e":
            return _is_symbol(before) or (
                before in "#*0123456789" and before != "" and after == "\u20e3"
            )
        case "\u200d" if _is_emoji(before) and _is_symbol(after):
            return True
        case character if character in _JOINERS:
            return bool(_JOINING.match(before) and _JOINING.match(after))
    return False


def _is_symbol(character: str) -> bool:
    return character != "" and unicodedata.category(character) in ("So", "Sm", "Sk")


def _is_emoji(character: str) -> bool:
    return _is_symbol(character) or bool(_EMOJI_MODIFIER.match(character))
