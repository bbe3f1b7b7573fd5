"""Strict YAML: the bytes of one file in, one tree of nodes or the reasons why not.

The subset is what a record needs: UTF-8, one document, a mapping at the top, text keys. Aliases,
anchors and tags are refused, because a record is inert data; a key that stands twice is refused,
because the last one would silently win. The tree is built from libyaml's events, so a position
costs nothing and no constructor ever guesses what `no` or `1.10` means.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Protocol

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from site_builder.diagnostics import Diagnostic, Level, Location
from site_builder.load.nodes import Mapping, Node, Scalar, Sequence

MAX_BYTES = 1024 * 1024
MAX_DEPTH = 32

# Characters that YAML 1.2 calls printable; anything else must be escaped, and no record needs it.
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# An escape can still smuggle in what must never reach a page or a feed.
_FORBIDDEN_IN_VALUE = re.compile("[\x00\ud800-\udfff\ufffe\uffff]")
# One space before '#' is how prose writes it; a comment is set off by two, and is left alone.
_CUT_BY_COMMENT = re.compile(r"[ \t]#")

_TOO_DEEP = f"nested deeper than {MAX_DEPTH} levels"
_QUOTE_HINT = "put the text in quotes, or write it as a block after '>-'"


class _Refusal(Exception):  # noqa: N818 - not an error of ours: it carries a finding to the caller
    """Ends the reading of one file with a diagnostic."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def parse(data: bytes, path: str) -> tuple[Mapping | None, tuple[Diagnostic, ...]]:
    """The tree of the YAML document in `data`, and what is wrong with it.

    Args:
        data: The bytes of the file, at most `MAX_BYTES`.
        path: How the file is called in diagnostics.

    The tree is None where the file cannot be read as one mapping; duplicate keys are all reported,
    and the tree then holds the first of each.
    """
    try:
        text = _decoded(data, path)
        reader = _Reader(path, text)
        return reader.read(), tuple(reader.diagnostics)
    except _Refusal as refusal:
        return None, (refusal.diagnostic,)


def _decoded(data: bytes, path: str) -> str:
    if len(data) > MAX_BYTES:
        raise _Refusal(
            Diagnostic(
                Location(path),
                "too-large",
                f"the file has {len(data):,} bytes, the limit is {MAX_BYTES:,}",
                "split the record, or shorten the captured definition",
            )
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        raise _Refusal(
            Diagnostic(
                _at_offset(path, before, len(before)),
                "not-utf8",
                f"byte 0x{data[error.start]:02x} is not UTF-8",
                "save the file again with the encoding UTF-8",
            )
        ) from None
    found = _UNPRINTABLE.search(text)
    if found:
        code = f"U+{ord(found.group()):04X}"
        raise _Refusal(
            Diagnostic(
                _at_offset(path, text, found.start()),
                "bad-character",
                f"character {code} may not stand in a record",
                "remove it, or write it as an escape inside double quotes",
            )
        )
    if "\ufeff" in text:
        raise _Refusal(
            Diagnostic(
                _at_offset(path, text, text.index("\ufeff")),
                "bad-character",
                "a byte order mark (U+FEFF) stands inside the file",
                "remove it: only the very first character of a file may be one",
            )
        )
    return text


def _at_offset(path: str, text: str, offset: int) -> Location:
    line = text.count("\n", 0, offset) + 1
    return Location(path, line, offset - text.rfind("\n", 0, offset))


class _Mark(Protocol):
    """A position as libyaml and PyYAML each have a type for it."""

    line: int
    column: int


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not come yet."""

    is_mapping: bool
    line: int
    column: int
    items: list[Node] = field(default_factory=list)


class _Reader:
    """Builds the tree of one document from libyaml's events."""

    def __init__(self, path: str, text: str) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._path = path
        self._text = text
        self._lines: list[str] | None = None
        self._stack: list[_Open] = []
        self._root: Node | None = None
        self._documents = 0

    def read(self) -> Mapping | None:
        try:
            for event in yaml.parse(self._text, Loader=yaml.CSafeLoader):
                self._take(event)
        except yaml.MarkedYAMLError as error:
            raise _Refusal(self._syntax(error)) from None
        except yaml.YAMLError as error:
            raise _Refusal(
                Diagnostic(Location(self._path), "yaml-syntax", f"not YAML: {error}")
            ) from None
        if isinstance(self._root, Mapping):
            return self._root
        raise _Refusal(
            Diagnostic(
                Location(self._path),
                "not-a-mapping",
                "a record is a mapping of keys to values"
                if self._root
                else "the file holds no record",
                "start it with a key, such as 'name: ...'",
            )
        )

    def _take(self, event: Event) -> None:
        if isinstance(event, ScalarEvent):
            self._check_properties(event)
            self._put(self._scalar(event))
        elif isinstance(event, MappingStartEvent | SequenceStartEvent):
            self._check_properties(event)
            if len(self._stack) >= MAX_DEPTH:
                raise self._refuse(event, "too-deep", _TOO_DEEP)
            is_mapping = isinstance(event, MappingStartEvent)
            self._stack.append(_Open(is_mapping, *_position(event.start_mark)))
        elif isinstance(event, MappingEndEvent | SequenceEndEvent):
            self._put(self._closed(self._stack.pop()))
        elif isinstance(event, AliasEvent):
            raise self._refuse(
                event,
                "alias",
                f"alias *{event.anchor}: a record repeats nothing by reference",
                "write the value out, or quote the text if it begins with '*'",
            )
        elif isinstance(event, DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                raise self._refuse(
                    event,
                    "second-document",
                    "a second document begins here",
                    "one file holds one record: remove '---' or move the rest to its own file",
                )

    def _check_properties(
        self, event: ScalarEvent | MappingStartEvent | SequenceStartEvent
    ) -> None:
        if event.anchor is not None:
            raise self._refuse(
                event,
                "alias",
                f"anchor &{event.anchor}: a record repeats nothing by reference",
                "remove the anchor, or quote the text if it begins with '&'",
            )
        if event.tag is not None:
            raise self._refuse(
                event,
                "tag",
                f"tag {event.tag}: types come from the field, not from the file",
                "remove the tag, or quote the text if it begins with '!'",
            )

    def _scalar(self, event: ScalarEvent) -> Scalar:
        scalar = Scalar(event.value, not event.style, *_position(event.start_mark))
        found = _FORBIDDEN_IN_VALUE.search(event.value)
        if found:
            raise self._refuse(
                event,
                "bad-character",
                f"the escape of U+{ord(found.group()):04X} may not stand in a record",
                "remove it",
            )
        if scalar.plain and "#" in self._text and event.value:
            self._warn_if_cut(event)
        return scalar

    def _warn_if_cut(self, event: ScalarEvent) -> None:
        """Warns where ` #` ended a plain text: the words behind it are lost without a trace."""
        if self._lines is None:
            self._lines = self._text.splitlines()
        line, column = _position(event.end_mark)
        rest = self._lines[line - 1][column - 1 :] if line <= len(self._lines) else ""
        if _CUT_BY_COMMENT.match(rest):
            self.diagnostics.append(
                Diagnostic(
                    Location(self._path, line, column + 1),
                    "text-cut",
                    "the text ends here: ' #' begins a comment",
                    "quote the text if '#' belongs to it, or put two spaces before the comment",
                    Level.WARNING,
                )
            )

    def _closed(self, opened: _Open) -> Node:
        if not opened.is_mapping:
            return Sequence(tuple(opened.items), opened.line, opened.column)
        entries: dict[str, tuple[Scalar, Node]] = {}
        for key, value in zip(opened.items[::2], opened.items[1::2], strict=True):
            if not isinstance(key, Scalar):
                raise _Refusal(
                    Diagnostic(
                        Location(self._path, key.line, key.column),
                        "key-not-text",
                        "a key must be text",
                        "put text that has braces or brackets in quotes",
                    )
                )
            first = entries.setdefault(key.text, (key, value))[0]
            if first is not key:
                self.diagnostics.append(
                    Diagnostic(
                        Location(self._path, key.line, key.column),
                        "duplicate-key",
                        f"key {key.text!r} stands here and on line {first.line}",
                        "keep one of them",
                    )
                )
        return Mapping(tuple(entries.values()), opened.line, opened.column)

    def _put(self, node: Node) -> None:
        if self._stack:
            self._stack[-1].items.append(node)
        else:
            self._root = node

    def _refuse(self, event: Event, code: str, message: str, hint: str = "") -> _Refusal:
        location = Location(self._path, *_position(event.start_mark))
        return _Refusal(Diagnostic(location, code, message, hint))

    def _syntax(self, error: yaml.MarkedYAMLError) -> Diagnostic:
        line, column = _position(error.problem_mark or error.context_mark)
        if error.problem == "exceeded maximum nesting depth":
            # libyaml reads ahead, and its own limit may come before ours.
            return Diagnostic(Location(self._path, line, column), "too-deep", _TOO_DEEP)
        lines = self._text.splitlines()
        indent = lines[line - 1][:column] if line <= len(lines) else ""
        is_tab = "\t" in indent and not indent.strip()
        hint = "replace the tab by spaces" if is_tab else _QUOTE_HINT
        location = Location(self._path, line, column)
        return Diagnostic(location, "yaml-syntax", f"not YAML: {error.problem}", hint)


def _position(mark: _Mark | None) -> tuple[int, int]:
    """Line and column of a mark, counted from 1; the start of the file where there is none."""
    return (mark.line + 1, mark.column + 1) if mark else (1, 1)
