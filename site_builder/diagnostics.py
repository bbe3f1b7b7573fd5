"""What can be wrong with a record, and where: plain values, ordered, without any presentation.

A `Diagnostic` is an expected mistake in somebody's input. Exceptions are kept for bugs and for the
environment (`BuildError`, a disk or a port), so that a traceback always means "our fault".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """How much a diagnostic matters: an error stops a build, a warning only under `--strict`."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, order=True, slots=True)
class Location:
    """A place in a file; line and column are counted from 1, in characters."""

    path: str
    line: int = 1
    column: int = 1


@dataclass(frozen=True, order=True, slots=True)
class Diagnostic:
    """One mistake: where it is, its kind, what is wrong, and the smallest fix ("" for none)."""

    location: Location
    code: str
    message: str
    hint: str = ""
    level: Level = Level.ERROR


class BuildError(Exception):
    """The environment refuses: an unwritable folder, a foreign output, a lock; in one sentence."""


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether any of `diagnostics` is an error (warnings alone are not)."""
    return any(diagnostic.level is Level.ERROR for diagnostic in diagnostics)
