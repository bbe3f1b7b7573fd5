"""How findings look: for a terminal, for a script, and for annotations on a pull request.

Every datum that is echoed may be a stranger's text, so each format has one writer that escapes it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from site_builder.diagnostics import Diagnostic, Level
from site_builder.model.visible import visible

_RED, _YELLOW, _BOLD, _DIM, _RESET = "\x1b[31m", "\x1b[33m", "\x1b[1m", "\x1b[2m", "\x1b[0m"
_MAX_SOURCE = 160


def safe(text: str) -> str:
    """`text` on one line, with every character escaped that could move a cursor or hide."""
    return visible(text).replace("\n", "\\n").replace("\r", "\\r").replace("\t", " ")


def as_text(diagnostics: Iterable[Diagnostic], *, colour: bool = False) -> str:
    """The findings for people: place, kind and words, the line with a caret, the fix."""
    sources = _Sources()
    return "".join(_paragraph(diagnostic, sources, colour=colour) for diagnostic in diagnostics)


def as_values(diagnostics: Iterable[Diagnostic]) -> list[dict[str, str | int]]:
    """The findings as JSON objects, for a document of the caller's."""
    return [
        {
            "path": diagnostic.location.path,
            "line": diagnostic.location.line,
            "column": diagnostic.location.column,
            "level": diagnostic.level.value,
            "code": diagnostic.code,
            "message": diagnostic.message,
            "hint": diagnostic.hint,
        }
        for diagnostic in diagnostics
    ]


def as_json(diagnostics: Iterable[Diagnostic]) -> str:
    """The findings as one JSON document: `{"version": 1, "diagnostics": [...]}`."""
    return json.dumps({"version": 1, "diagnostics": as_values(diagnostics)}, indent=2) + "\n"


def as_github(diagnostics: Iterable[Diagnostic]) -> str:
    """The findings as workflow commands, one a line: GitHub shows them beside the changes."""
    return "".join(
        f"::{diagnostic.level.value} file={_property(diagnostic.location.path)}"
        f",line={diagnostic.location.line},col={diagnostic.location.column}"
        f",title={_property(diagnostic.code)}::{_command(_sentence(diagnostic))}\n"
        for diagnostic in diagnostics
    )


def summary(diagnostics: Iterable[Diagnostic], files: int) -> str:
    """One line that counts: `48 records: 2 errors, 1 warning`."""
    levels = [diagnostic.level for diagnostic in diagnostics]
    errors, warnings = levels.count(Level.ERROR), levels.count(Level.WARNING)
    found = [_counted(errors, "error")] if errors else []
    found += [_counted(warnings, "warning")] if warnings else []
    return f"{_counted(files, 'record')}: {', '.join(found) or 'no mistakes'}"


class _Sources:
    """The lines of the files that findings point into, each file read once."""

    def __init__(self) -> None:
        self._lines: dict[str, list[str]] = {}

    def line(self, path: str, number: int) -> str:
        if path not in self._lines:
            try:
                text = Path(path).read_text("utf-8-sig", "replace")
            except OSError:
                text = ""
            self._lines[path] = text.splitlines()
        lines = self._lines[path]
        return lines[number - 1] if number <= len(lines) else ""


def _paragraph(diagnostic: Diagnostic, sources: _Sources, *, colour: bool) -> str:
    def dyed(text: str, codes: str) -> str:
        return f"{codes}{text}{_RESET}" if colour else text

    place = diagnostic.location
    tint = _RED if diagnostic.level is Level.ERROR else _YELLOW
    kind = dyed(f"{diagnostic.level.value}[{diagnostic.code}]", tint + _BOLD)
    where = dyed(f"{safe(place.path)}:{place.line}:{place.column}:", _BOLD)
    text = f"{where} {kind}: {safe(diagnostic.message)}\n"
    source = sources.line(place.path, place.line)
    if source.strip():
        before = safe(source[: place.column - 1])
        shown = safe(source)
        if len(shown) <= _MAX_SOURCE:
            caret = dyed("^", tint + _BOLD)
            text += f"  {dyed(shown, _DIM)}\n  {' ' * len(before)}{caret}\n"
    if diagnostic.hint:
        text += f"  hint: {safe(diagnostic.hint)}\n"
    return text


def _sentence(diagnostic: Diagnostic) -> str:
    return f"{diagnostic.message}. {diagnostic.hint}" if diagnostic.hint else diagnostic.message


def _command(text: str) -> str:
    """Data of a workflow command, escaped as the runner's own toolkit does."""
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _command(text).replace(":", "%3A").replace(",", "%2C")


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
