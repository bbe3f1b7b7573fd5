"""Names the differences between two definitions of one tool, and how grave each is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum

from pydantic import JsonValue

from site_builder.model.definition import ToolDefinition
from site_builder.model.parameters import Parameter, parameters
from site_builder.risk.canonical import canonical_json


class DriftClass(StrEnum):
    """What kind of change a tool or a server underwent, the gravest last."""

    ASSESSMENT = "assessment"
    """The definition is the same; our notes, our policy or the server around it changed."""
    COSMETIC = "cosmetic"
    """Title, icons, `_meta`: nothing that an agent acts by."""
    TEXT = "text"
    """Words: a description, instructions, or annotations, which are claims."""
    SCHEMA = "schema"
    """Parameters, or what comes back."""
    CAPABILITY = "capability"
    """The definition changed, and with it the category or the severity level."""
    NEW_TOOL = "new-tool"
    REMOVED_TOOL = "removed-tool"
    NEW_SERVER = "new-server"
    REMOVED_SERVER = "removed-server"


def changes_of(old: ToolDefinition, new: ToolDefinition) -> tuple[tuple[DriftClass, str], ...]:
    """The differences between two definitions of one tool, gravest first: class and words."""
    found = [*_schema_changes(old, new), *_text_changes(old, new)]
    if not found and not _same(old.pinned(), new.pinned()):
        found.append((DriftClass.TEXT, "a key without a value came or went"))
    others = old.declared().keys() | new.declared().keys()
    found += [
        (DriftClass.COSMETIC, f"{key} changed")
        for key in sorted(others - old.pinned().keys() - new.pinned().keys())
        if not _same(old.declared().get(key), new.declared().get(key))
    ]
    order = list(DriftClass)
    return tuple(sorted(found, key=lambda change: -order.index(change[0])))


def _text_changes(old: ToolDefinition, new: ToolDefinition) -> Iterator[tuple[DriftClass, str]]:
    if old.description != new.description:
        yield DriftClass.TEXT, "description changed"
    before, after = dict(old.annotations or {}), dict(new.annotations or {})
    titles = (before.pop("title", None), after.pop("title", None))
    if old.title != new.title or not _same(*titles):
        yield DriftClass.COSMETIC, "title changed"
    for name in sorted(before.keys() | after.keys()):
        if not _same(before.get(name), after.get(name)):
            said = f"{_hint(before.get(name))} \u2192 {_hint(after.get(name))}"
            yield DriftClass.TEXT, f"annotation {name}: {said}"


def _schema_changes(old: ToolDefinition, new: ToolDefinition) -> Iterator[tuple[DriftClass, str]]:
    if not _same(old.output_schema, new.output_schema):
        yield DriftClass.SCHEMA, "what it returns changed"
    if _same(old.input_schema, new.input_schema):
        return
    olds = {one.name: one for one in parameters(old.input_schema)}
    news = {one.name: one for one in parameters(new.input_schema)}
    named = False
    for name in [*olds, *(name for name in news if name not in olds)]:
        if name not in news:
            change = DriftClass.SCHEMA, f"parameter {name} removed"
        elif name not in olds:
            need = ", required" if news[name].required else ""
            change = DriftClass.SCHEMA, f"parameter {name} added ({news[name].type}{need})"
        elif _is_same_parameter(olds[name], news[name]):
            continue
        else:
            change = _parameter_change(olds[name], news[name])
        named = True
        yield change
    if not named:
        yield DriftClass.SCHEMA, "the input schema changed beside its parameters"


def _parameter_change(old: Parameter, new: Parameter) -> tuple[DriftClass, str]:
    if old.type != new.type:
        return DriftClass.SCHEMA, f"parameter {new.name}: {old.type} \u2192 {new.type}"
    if old.required != new.required:
        need = "required" if new.required else "optional"
        return DriftClass.SCHEMA, f"parameter {new.name} is {need} now"
    if old.choices != new.choices:
        return DriftClass.SCHEMA, f"parameter {new.name} has other choices"
    if _same(_without_words(old.schema), _without_words(new.schema)):
        return DriftClass.TEXT, f"parameter {new.name} described anew"
    return DriftClass.SCHEMA, f"parameter {new.name} changed"


def _is_same_parameter(old: Parameter, new: Parameter) -> bool:
    return replace(old, schema=None) == replace(new, schema=None) and _same(old.schema, new.schema)


def _without_words(schema: JsonValue) -> JsonValue:
    if not isinstance(schema, dict):
        return schema
    return {key: value for key, value in schema.items() if key not in ("description", "title")}


def _same(one: JsonValue, other: JsonValue) -> bool:
    """Whether two JSON values are one to a pin: in Python, 1 and true are equal."""
    return canonical_json(one) == canonical_json(other)


def _hint(value: JsonValue) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "not stated" if value is None else "another value"
