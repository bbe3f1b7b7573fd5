"""Strict JSON: the bytes of one document in, its value or the first reason why not.

Other people's JSON is read as RFC 8259 has it, and stricter where readers differ: UTF-8 only, no
key twice, no NaN, no number or character that another reader would change. Size and depth are
bounded before anything recurses.
"""

from __future__ import annotations

import json
import math
import re

from pydantic import JsonValue

from site_builder.diagnostics import Diagnostic, Location

MAX_BYTES = 16 * 1024 * 1024
MAX_DEPTH = 64

# A string that does not end matches to the end of the text, so that none is looked at twice.
_TOKEN = re.compile(
    r'(?P<string>"(?:[^"\\]++|\\.)*+"?)(?P<key>[ \t\r\n]*+:)?'
    r"|(?P<open>[\[{])|(?P<close>[\]}])"
    r"|(?P<number>-?[0-9][0-9.eE+-]*)|(?P<constant>-?Infinity|NaN)",
    re.DOTALL,
)
_SPACE = re.compile(r"[ \t\r\n]*")
_SURROGATE = re.compile("[\ud800-\udfff]")
_TRAILING_COMMA = re.compile(r",[ \t\r\n]*\Z")
# RFC 7493 (I-JSON), section 2.2: whole numbers beyond this lose precision in other readers.
_MAX_INTEGER = 2**53 - 1
_MAX_DIGITS = 16
_MAX_SHOWN = 40
_DECODER = json.JSONDecoder()


class _Refusal(Exception):  # noqa: N818 - not an error of ours: it carries a finding to the caller
    """Ends the reading of a document with what is wrong at an offset of its text."""

    def __init__(self, offset: int, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.offset, self.code, self.message, self.hint = offset, code, message, hint


def parse(data: bytes, path: str, first_line: int = 1) -> tuple[JsonValue, Diagnostic | None]:
    """The value of the JSON document in `data`, or None with what is wrong.

    Args:
        data: The bytes of the document, at most `MAX_BYTES`.
        path: How the input is called in diagnostics.
        first_line: Where the document begins, if it is a part of a file.
    """
    if len(data) > MAX_BYTES:
        message = f"the input is larger than the limit of {MAX_BYTES:,} bytes"
        return None, Diagnostic(Location(path), "too-large", message)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        place = _location(path, before, len(before), first_line)
        message = f"byte 0x{data[error.start]:02x} is not UTF-8"
        return None, Diagnostic(
            place, "not-utf8", message, "save the file again with the encoding UTF-8"
        )
    try:
        _check_tokens(text)
        return _value(text), None
    except _Refusal as refusal:
        place = _location(path, text, refusal.offset, first_line)
        return None, Diagnostic(place, refusal.code, refusal.message, refusal.hint)


def location_of(data: bytes, pointer: str, path: str, first_line: int = 1) -> Location:
    """Where the value at a JSON pointer (RFC 6901) begins in a document that `parse` accepts.

    A pointer that leads nowhere gives the place of the last value on its way.
    """
    text = data.decode("utf-8-sig")
    at = _after_space(text, 0)
    for token in pointer.split("/")[1:]:
        step = token.replace("~1", "/").replace("~0", "~")
        children = _members(text, at) if text[at] == "{" else _items(text, at)
        child = next((place for name, place in children if name == step), None)
        if child is None:
            break
        at = child
    return _location(path, text, at, first_line)


def _value(text: str) -> JsonValue:
    try:
        value: JsonValue = json.loads(text)
    except json.JSONDecodeError as error:
        said = error.msg[:1].lower() + error.msg[1:].removesuffix(" at").removesuffix(" starting")
        hint = _hint(text, error.pos)
        raise _Refusal(error.pos, "json-syntax", f"not JSON: {said}", hint) from None
    return value


def _hint(text: str, offset: int) -> str:
    if text.startswith(("//", "/*", "#"), offset):
        return "JSON has no comments: remove it"
    if text[offset : offset + 1] in ("}", "]") and _TRAILING_COMMA.search(text[:offset][-80:]):
        return "remove the comma before it"
    if text[offset : offset + 1] == "'":
        return "JSON puts texts and keys in double quotes"
    return ""


def _check_tokens(text: str) -> None:
    """Refuses what `json.loads` would take, in the order it stands in."""
    keys: list[set[str]] = []
    for token in _TOKEN.finditer(text):
        at = token.start()
        if token["string"] is not None:
            key = _decoded(token["string"], at)
            if token["key"] is not None and keys:
                _check_key(key, at, keys[-1])
        elif token["open"] is not None:
            if len(keys) >= MAX_DEPTH:
                raise _Refusal(at, "too-deep", f"nested deeper than {MAX_DEPTH} levels")
            keys.append(set())
        elif token["close"] is not None:
            if keys:
                keys.pop()
        elif token["number"] is not None:
            _check_number(token["number"], at)
        else:
            raise _Refusal(at, "number-range", f"{token['constant']} is no JSON value")


def _check_key(key: str, at: int, seen: set[str]) -> None:
    if key in seen:
        message = f"key {_shown(key)} stands twice in one object"
        raise _Refusal(at, "duplicate-key", message, "keep one of them")
    seen.add(key)


def _check_number(number: str, at: int) -> None:
    whole = number.lstrip("-").isdecimal()
    if whole and (len(number) > _MAX_DIGITS + 1 or abs(int(number)) > _MAX_INTEGER):
        raise _Refusal(
            at,
            "number-range",
            f"{number[:_MAX_SHOWN]} is beyond the whole numbers that JSON readers agree on",
            f"the limit is {_MAX_INTEGER}",
        )
    try:
        infinite = not whole and math.isinf(float(number))
    except ValueError:
        return  # json.loads says better what is wrong with it
    if infinite:
        raise _Refusal(
            at,
            "number-range",
            f"{number[:_MAX_SHOWN]} is beyond the numbers that JSON readers agree on",
        )


def _decoded(string: str, at: int) -> str:
    """What a string token spells; the token itself where `json.loads` will refuse it."""
    if "\\" not in string:
        return string[1:-1]
    try:
        text = str(json.loads(string))
    except json.JSONDecodeError:
        return string
    if _SURROGATE.search(text):
        raise _Refusal(
            at, "bad-character", "a surrogate escape stands alone, which is no character"
        )
    return text


def _members(text: str, at: int) -> list[tuple[str, int]]:
    """The keys of the object at `at`, each with the place of its value."""
    found = []
    at = _after_space(text, at + 1)
    while text[at] != "}":
        key, at = _DECODER.raw_decode(text, at)
        at = _after_space(text, _after_space(text, at) + 1)
        found.append((str(key), at))
        at = _next(text, at)
    return found


def _items(text: str, at: int) -> list[tuple[str, int]]:
    """The indices of the list at `at`, each with the place of its value; none for a scalar."""
    found: list[tuple[str, int]] = []
    if text[at] != "[":
        return found
    at = _after_space(text, at + 1)
    while text[at] != "]":
        found.append((str(len(found)), at))
        at = _next(text, at)
    return found


def _next(text: str, at: int) -> int:
    """The place of what follows the value at `at` and its comma."""
    at = _after_space(text, _DECODER.raw_decode(text, at)[1])
    return _after_space(text, at + 1) if text[at] == "," else at


def _after_space(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at


def _location(path: str, text: str, offset: int, first_line: int) -> Location:
    line = text.count("\n", 0, offset) + first_line
    return Location(path, line, offset - text.rfind("\n", 0, offset))


def _shown(key: str) -> str:
    return repr(key if len(key) <= _MAX_SHOWN else key[: _MAX_SHOWN - 1] + "…")
