"""Reads tools that people have labelled: JSON Lines, one tool a line.

A line is an object with `server` (text), `tool` (the definition), `label` (a category) and, where
a second answer is as good, `alt_label`; its other members are left alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import JsonValue

from site_builder.diagnostics import Diagnostic, Location
from site_builder.load import json_text
from site_builder.model.definition import ToolDefinition
from site_builder.model.vocabulary import Category
from site_builder.validate.tool_list import read_definition

_CATEGORIES = ", ".join(Category)


@dataclass(frozen=True, slots=True)
class LabelledTool:
    """A definition and the category that people gave it; `also_right` is as good a label."""

    server: str
    definition: ToolDefinition
    label: Category
    also_right: Category | None


def read_labels(data: bytes, path: str) -> tuple[tuple[LabelledTool, ...], Diagnostic | None]:
    """The labelled tools in `data`, or none and the first thing that is wrong.

    Args:
        data: The bytes of the file; more than `json_text.MAX_BYTES` are refused.
        path: How the file is called in diagnostics.
    """
    if len(data) > json_text.MAX_BYTES:
        return (), json_text.parse(data, path)[1]
    labelled = []
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip():
            continue
        found = _read_line(line, path, number)
        if isinstance(found, Diagnostic):
            return (), found
        labelled.append(found)
    if not labelled:
        return (), Diagnostic(Location(path), "no-definition", "the file holds no labelled tool")
    return tuple(labelled), None


def _read_line(line: bytes, path: str, number: int) -> LabelledTool | Diagnostic:
    value, wrong = json_text.parse(line, path, number)
    if wrong:
        return wrong
    if not isinstance(value, dict):
        message = "a labelled tool is an object with 'server', 'tool' and 'label'"
        return Diagnostic(Location(path, number), "wrong-type", message)

    def refused(key: str, code: str, message: str) -> Diagnostic:
        place = json_text.location_of(line, f"/{key}", path, number)
        return Diagnostic(place, code, message)

    for key in ("server", "tool", "label"):
        if key not in value:
            return refused(key, "missing-key", f"{key!r} is missing")
    server = value["server"]
    if not isinstance(server, str):
        return refused("server", "wrong-type", "'server' must be text")
    label, also_right = _category(value["label"]), _category(value.get("alt_label"))
    if label is None:
        return refused("label", "unknown-value", f"'label' must be one of: {_CATEGORIES}")
    if also_right is None and value.get("alt_label") is not None:
        message = f"'alt_label' must be null or one of: {_CATEGORIES}"
        return refused("alt_label", "unknown-value", message)
    definition = read_definition(value["tool"], line, "/tool", path, number)
    if isinstance(definition, Diagnostic):
        return definition
    return LabelledTool(server, definition, label, also_right)


def _category(value: JsonValue) -> Category | None:
    """The category that a label names, in whatever case."""
    return next((c for c in Category if isinstance(value, str) and value.lower() == c), None)
