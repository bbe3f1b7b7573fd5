"""What can be wrong with a record, and where: plain values, ordered, without any presentation.

A `Diagnostic` is an expected mistake in somebody's input. Exceptions are kept for bugs and for the
environment (`BuildError`, a disk or a port), so that a traceback always means "our fault".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


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


CODES: Mapping[str, str] = MappingProxyType(
    {
        "alias": "An anchor or alias: a record repeats nothing by reference.",
        "bad-character": "A character that may not stand in a record, escaped or not.",
        "bad-name": "A file or folder name that may not name a record.",
        "case-clash": "Two names that a disk without regard to case cannot hold apart.",
        "condition-value": "A condition's value does not fit its operator.",
        "drifted": "The definition is no longer the one that was reviewed.",
        "duplicate-key": "A key that stands twice; the last one would silently win.",
        "empty-value": "A key without a value, an empty text, or a list without an entry.",
        "hidden-character": "A definition holds characters that a reader cannot see.",
        "invalid-date": "A date that is not on the calendar or not written YYYY-MM-DD.",
        "invalid-url": "An address that is not plain http or https.",
        "json-syntax": "The input is not JSON.",
        "key-not-text": "A key that is a list or mapping, as in unquoted braces.",
        "limits-missing": "The verdict rate-limit without limits.",
        "limits-twice": "Two limits over the same window.",
        "limits-unused": "Limits with a verdict that never counts calls.",
        "missing-key": "A key that the record needs is not there.",
        "missing-record": "A record that the catalogue needs is not there.",
        "no-definition": "The input describes no tool, or one in a form that is not known.",
        "no-policy-name": "A tool name that no policy block is printed for.",
        "not-a-mapping": "The file holds no mapping of keys to values.",
        "not-utf8": "The file is not UTF-8.",
        "number-range": "A number that JSON readers do not agree on.",
        "out-of-range": "A number beyond what its field allows.",
        "page-clash": "Two records would write the same page.",
        "partial-list": "A tool list that goes on elsewhere.",
        "path-mismatch": "A tool's record does not stand in the file of its name.",
        "pattern-unsupported": "A pattern that engines read differently, or slowly.",
        "quote-not-found": "A quote that does not stand in the definition.",
        "review-incomplete": "A review that does not say who, when, or of which definition.",
        "second-document": "A file with more than one YAML document.",
        "tag": "A YAML tag: types come from the field.",
        "text-cut": "A text that ends at an unquoted ' #'.",
        "too-deep": "Nesting beyond the limit.",
        "too-large": "A file or description beyond the limit.",
        "too-many-tools": "A server with more tools than the limit.",
        "unclear-predicate": "An attack that leaves open whether it needs any access.",
        "unexpected-file": "An entry in the records folder that no page is built from.",
        "unknown-attack": "The name of an attack that has no record.",
        "unknown-identifier": "An identifier of a public list that is not in the committed ones.",
        "unknown-key": "A key that the record type does not have.",
        "unknown-mention": "Prose names a tool or a vulnerability that stands in no record.",
        "unknown-pointer": "A JSON pointer that leads nowhere in the definition.",
        "unknown-term": "The name of a glossary term that has no record.",
        "unknown-value": "A value that is not in its field's vocabulary.",
        "unreadable": "A file or folder that cannot be opened.",
        "url-too-long": "An address beyond the limit.",
        "weaker-policy": "A policy weaker than the computed one, without a reason.",
        "wrong-form": "A text that has not the form its field asks for.",
        "wrong-type": "A value of another kind than its field.",
        "yaml-syntax": "The file is not YAML.",
    }
)
"""Every diagnostic code, and what kind of mistake it stands for."""


@dataclass(frozen=True, order=True, slots=True)
class Diagnostic:
    """One mistake: where it is, its kind, what is wrong, and the smallest fix ("" for none)."""

    location: Location
    code: str
    message: str
    hint: str = ""
    level: Level = Level.ERROR

    def __post_init__(self) -> None:
        """Refuses a code that `CODES` does not explain: that is a bug of ours."""
        if self.code not in CODES:
            raise ValueError(self.code)


class BuildError(Exception):
    """The environment refuses: an unwritable folder, a foreign output, a lock; in one sentence."""


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether any of `diagnostics` is an error (warnings alone are not)."""
    return any(diagnostic.level is Level.ERROR for diagnostic in diagnostics)
