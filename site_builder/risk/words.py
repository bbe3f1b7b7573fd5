"""Cuts names and texts into words, keeping where in the text each one stands.

Matching looks at folded words (NFKC, lower case, format characters dropped), so that a full-width
letter or a zero-width space inside a word hides nothing; quotes are cut from the text as it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import NamedTuple

_FORMAT = "\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\U000e0000-\U000e007f"
_WORD = re.compile(rf"[^\W_][^\W_{_FORMAT}]*(?:[{_FORMAT}]+[^\W_]+)*(?:['\u2019][a-z]{{1,2}}\b)?")
_NAME_PART = re.compile(r"[^\W_]+")
_SENTENCE_END = re.compile(
    r"[.!?](?=\s)|[\u3002\uff01\uff1f]|\n\s*\n|\n(?=\s*(?:[-*\u2022#]|Args?:|Returns?:))"
)
_QUOTED = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]*`|\"[^\"\n]{0,200}\"|\u201c[^\u201d\n]{0,200}\u201d", re.DOTALL
)
_ENDS_IN_Y = re.compile(r"[^aeou]y\Z")
_DOUBLES = re.compile(r"[^aeiou][aeiou][^aeiouwxy]\Z")
_MAX_FIRST_SENTENCE = 400
_SHORTEST_PLURAL = 4


class Word(NamedTuple):
    """A folded word and the span of the text it was read from."""

    text: str
    start: int
    end: int


def words(text: str) -> tuple[Word, ...]:
    """The words of `text`, folded, with their spans."""
    if text.isascii():
        return tuple(Word(m.group().lower(), m.start(), m.end()) for m in _WORD.finditer(text))
    return tuple(Word(_fold(m.group()), m.start(), m.end()) for m in _WORD.finditer(text))


def texts(text: str) -> list[str]:
    """The words of `text`, folded, in the order and number that `words` gives."""
    found: list[str] = _WORD.findall(text)
    return [word.lower() for word in found] if text.isascii() else [_fold(word) for word in found]


def name_words(name: str) -> tuple[Word, ...]:
    """The words of a tool or parameter name: camel case, digits and separators end a word."""
    return tuple(Word(_fold(name[start:end]), start, end) for start, end in _name_spans(name))


def first_sentence(text: str) -> str:
    """The first sentence of `text`, from its first visible character, cut at a bounded length."""
    start = len(text) - len(text.lstrip())
    found = _SENTENCE_END.search(text, start + 1, start + _MAX_FIRST_SENTENCE)
    return text[: found.start()] if found else text[: start + _MAX_FIRST_SENTENCE]


def without_quotations(text: str) -> str:
    """`text` with quoted parts and code blanked out; positions stay what they were."""
    return _QUOTED.sub(lambda match: " " * len(match.group()), text)


def singular(word: str, irregular: Mapping[str, str]) -> str:
    """The singular of an English noun, near enough to compare two of them."""
    if word in irregular:
        return irregular[word]
    if len(word) < _SHORTEST_PLURAL or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > _SHORTEST_PLURAL:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses", "zes")):
        return word[:-2]
    return word[:-1]


def singulars(several: Iterable[str], irregular: Mapping[str, str]) -> list[str]:
    """The singular of each word; a word without a final "s" is rarely more than looked up."""
    return [
        singular(word, irregular) if word.endswith("s") else irregular.get(word, word)
        for word in several
    ]


def verb_forms(verb: str) -> tuple[str, ...]:
    """The forms of `verb` that open a description: base, third person and gerund."""
    if not verb.isascii():
        return (verb,)
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        third = verb + "es"
    elif _ENDS_IN_Y.search(verb):
        third = verb[:-1] + "ies"
    else:
        third = verb + "s"
    if verb.endswith("e") and not verb.endswith("ee"):
        return (verb, third, verb[:-1] + "ing")
    if _DOUBLES.search(verb):
        return (verb, third, verb + "ing", verb + verb[-1] + "ing")
    return (verb, third, verb + "ing")


def _fold(word: str) -> str:
    folded = unicodedata.normalize("NFKC", word).lower()
    if folded.isascii():
        return folded
    return "".join(char for char in folded if unicodedata.category(char) != "Cf")


def _name_spans(name: str) -> list[tuple[int, int]]:
    """Spans of words: `HTTPServerURL` is http, server, url; `v2Get` is v2, get."""
    spans: list[tuple[int, int]] = []
    for match in _NAME_PART.finditer(name):
        start = match.start()
        if match.group().islower():
            spans.append(match.span())
            continue
        for at in range(match.start() + 1, match.end()):
            before, here = name[at - 1], name[at]
            after = name[at + 1] if at + 1 < match.end() else ""
            if here.isupper() and (not before.isupper() or (after.islower() and after != "s")):
                spans.append((start, at))
                start = at
        spans.append((start, match.end()))
    return spans
