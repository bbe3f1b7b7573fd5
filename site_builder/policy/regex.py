"""The patterns a condition may use: the part of RE2 and ECMAScript that both read alike.

A pattern always matches the whole value; ^ and $ around it change nothing. Everything that one
engine reads differently, or that makes a backtracking engine slow, is refused with a sentence that
says what to write instead. One difference remains: `.` matches no line feed anywhere, and in
ECMAScript no other line end either.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_PATTERN = 256
MAX_COUNT = 1000
"""The highest repetition RE2 accepts, nested ones multiplied."""

# How many ways a backtracking engine may have to try: a loop counts as ten, an alternation as its
# branches, and a sequence multiplies. Three loops in a row are as slow as a pattern may be.
_MAX_WAYS = 2_000
_WAYS_OF_A_LOOP = 10

# Enough for any pattern a person can review, and far from the interpreter's own limit.
_MAX_NESTING = 8

_SYNTAX = frozenset("^$\\.*+?()[]{}|")
_QUANTIFIERS = "*+?{"
# \s is not among them: ECMAScript counts Unicode spaces and \v, RE2 counts neither.
_SETS = frozenset("dDwW")
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r"}
# A nested class or a set operation to some engines, plain characters to others.
_DOUBLED = ("--", "&&", "||", "~~")
_BOTH_ANCHORS = re.compile(r"\^(?:[^\\]|\\.)*\$", re.DOTALL)
_COUNTS = re.compile(r"\{([0-9]{1,4})(?:(,)([0-9]{1,4})?)?\}")
_LAST_BMP = 0xFFFF


class _UnsupportedError(Exception):
    """Carries the sentence that `unsupported` returns."""


def unsupported(pattern: str) -> str:
    """What in `pattern` the targets would not all read alike, as a sentence; "" where nothing."""
    if len(pattern) > MAX_PATTERN:
        return f"the pattern has {len(pattern)} characters, the limit is {MAX_PATTERN}"
    try:
        _Reader(_inside(pattern)).read()
    except _UnsupportedError as reason:
        return str(reason)
    return ""


def matches(pattern: str, text: str) -> bool:
    """Whether `pattern` matches the whole of `text`; an unsupported pattern matches nothing."""
    return not unsupported(pattern) and bool(re.fullmatch(_inside(pattern), text, re.ASCII))


def anchored(pattern: str) -> str:
    """`pattern` for an engine that searches: it matches the whole value there too."""
    return f"^(?:{_inside(pattern)})$"


def _inside(pattern: str) -> str:
    """`pattern` without the pair of anchors around it; one alone stays, and is refused."""
    return pattern[1:-1] if _BOTH_ANCHORS.fullmatch(pattern) else pattern


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece of a pattern: its repetitions multiplied out, and the ways to match it."""

    size: int
    ways: int


_ONE = _Part(1, 1)
_NOTHING = _Part(0, 1)


class _Reader:
    """Reads a pattern from left to right, once."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._at = 0
        self._nesting = 0

    def read(self) -> None:
        self._alternation()
        if self._next():
            raise _UnsupportedError("a closing bracket ) has no opening one")

    def _next(self) -> str:
        """The next character, "" at the end."""
        return self._pattern[self._at : self._at + 1]

    def _take(self) -> str:
        character = self._next()
        self._at += 1
        return character

    def _alternation(self) -> _Part:
        part = self._sequence()
        while self._next() == "|":
            self._take()
            branch = self._sequence()
            part = _bounded(_Part(max(part.size, branch.size), part.ways + branch.ways))
        return part

    def _sequence(self) -> _Part:
        part = _NOTHING
        while self._next() not in ("", "|", ")"):
            item = self._repeated(self._atom())
            part = _bounded(_Part(part.size + item.size, part.ways * item.ways))
        return part

    def _atom(self) -> _Part:
        character = self._take()
        if character == "(":
            return self._group()
        if character == "[":
            self._class()
        elif character == "\\":
            self._escape(_SYNTAX | {"/"})
        elif character in "^$":
            raise _UnsupportedError(
                f"a pattern always matches the whole value: leave out {character}, and write .* "
                "where anything may follow or precede"
            )
        elif character != "." and character in _SYNTAX:
            raise _UnsupportedError(
                f"{character} stands where it has no meaning: write \\{character}"
            )
        else:
            _plain(character)
        return _ONE

    def _group(self) -> _Part:
        if self._next() == "?":
            if not self._pattern.startswith("?:", self._at):
                raise _UnsupportedError(
                    "lookaround, named, atomic and flag groups are not read alike: of the groups "
                    "that begin with (? only (?:...) is"
                )
            self._at += 2
        self._nesting += 1
        if self._nesting > _MAX_NESTING:
            raise _UnsupportedError(f"groups are nested more than {_MAX_NESTING} deep")
        part = self._alternation()
        self._nesting -= 1
        if self._take() != ")":
            raise _UnsupportedError("an opening bracket ( has no closing one")
        return part

    def _repeated(self, part: _Part) -> _Part:
        if not self._next() or self._next() not in _QUANTIFIERS:
            return part
        least, most = self._quantifier()
        if self._next() and self._next() in _QUANTIFIERS:
            raise _UnsupportedError(
                "a repetition is followed by another: lazy and possessive ones are not read alike"
            )
        if most != 1 and part.ways > 1:
            raise _UnsupportedError(
                "a repetition holds another one or an alternative, which can take for ever"
            )
        size = part.size * (least if most is None else most)
        if size > MAX_COUNT:
            raise _UnsupportedError(f"repetitions multiply to {size}, the limit is {MAX_COUNT}")
        if most == 1:
            return _Part(part.size, part.ways if least else part.ways + 1)
        return _Part(max(size, part.size), 1 if least == most else _WAYS_OF_A_LOOP)

    def _quantifier(self) -> tuple[int, int | None]:
        """The least and the highest number of repetitions, None for "any"."""
        character = self._next()
        if character != "{":
            self._take()
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[character]
        counts = _COUNTS.match(self._pattern, self._at)
        if counts is None:
            raise _UnsupportedError(
                "a repetition is written {2}, {2,} or {2,5}; for the character write \\{"
            )
        self._at = counts.end()
        least = int(counts[1])
        most = least if counts[2] is None else int(counts[3]) if counts[3] else None
        if most is not None and most < least:
            raise _UnsupportedError("a repetition ends below its beginning")
        return least, most

    def _escape(self, punctuation: frozenset[str]) -> str:
        """The character that an escape stands for, "" for a set of them."""
        character = self._take()
        if character in _SETS and character:
            return ""
        if character in _CONTROLS:
            return _CONTROLS[character]
        if character in punctuation and character:
            return character
        if character.isdigit():
            raise _UnsupportedError("RE2 has no backreferences")
        raise _UnsupportedError(f"\\{character} is not read alike")

    def _class(self) -> None:
        if self._next() == "^":
            self._take()
        if self._next() == "]":
            raise _UnsupportedError("a class that begins with ] is not read alike: write \\]")
        while self._next() != "]":
            low = self._class_character(first=self._pattern[self._at - 1] in "[^")
            if self._next() == "-" and not self._pattern.startswith("-]", self._at):
                self._take()
                high = self._class_character(first=False)
                if not low or not high or low > high:
                    raise _UnsupportedError(
                        "a range in a class runs from a lower character to a higher one"
                    )
        self._take()

    def _class_character(self, *, first: bool) -> str:
        if self._pattern.startswith(_DOUBLED, self._at):
            raise _UnsupportedError(
                "a doubled - & | or ~ in a class is not read alike: write it once"
            )
        character = self._take()
        if not character:
            raise _UnsupportedError("a class has no closing ]")
        if character == "\\":
            return self._escape(_SYNTAX | {"/", "-"})
        if character == "[":
            raise _UnsupportedError("a [ inside a class is not read alike: write \\[")
        if character == "-" and not first and self._next() != "]":
            raise _UnsupportedError("a - between others in a class is not read alike: write \\-")
        return _plain(character)


def _plain(character: str) -> str:
    if not character.isprintable() or ord(character) > _LAST_BMP:
        raise _UnsupportedError(f"U+{ord(character):04X} is not read alike")
    return character


def _bounded(part: _Part) -> _Part:
    if part.ways > _MAX_WAYS:
        raise _UnsupportedError("there are too many repetitions and alternatives in a row")
    return part
