"""Reads the parameters of a tool out of its `inputSchema`, whatever that schema looks like.

A schema is data: nothing in it is followed (no `$ref` leaves the document), evaluated (no
`pattern` is run) or trusted to have the type the specification asks for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from pydantic import JsonValue

from site_builder.model.shape import JsonObject

_MAX_REF_HOPS = 8
_MAX_TYPE_DEPTH = 3
_MAX_OPTIONS = 12


@dataclass(frozen=True, slots=True)
class Parameter:
    """One top-level property of an `inputSchema`, in the server's words.

    `type` is a short form of what is declared ("string", "string | null", "array of string",
    "any"); `choices` and `default` are compact JSON, `default` None where none is declared.
    `pointer` is the JSON pointer of the property inside the definition.
    """

    name: str
    type: str
    required: bool
    description: str | None
    choices: tuple[str, ...]
    default: str | None
    pointer: str
    schema: JsonValue


def parameters(input_schema: JsonValue) -> tuple[Parameter, ...]:
    """The parameters that `input_schema` declares, in its order; () where it declares none."""
    if not isinstance(input_schema, dict):
        return ()
    root = _resolved(input_schema, input_schema)
    properties = root.get("properties")
    if not isinstance(properties, dict):
        return ()
    required = root.get("required")
    names = set(required) if isinstance(required, list) and _all_text(required) else set()
    return tuple(
        _parameter(name, schema, name in names, input_schema)
        for name, schema in properties.items()
    )


def compact_json(value: JsonValue) -> str:
    """`value` as JSON without white space, characters as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def pointer_token(key: str) -> str:
    """`key` as one reference token of a JSON pointer (RFC 6901, section 3)."""
    return key.replace("~", "~0").replace("/", "~1")


def objects_in(value: JsonValue) -> Iterator[JsonObject]:
    """Every object inside a JSON value, the value itself included, depth first."""
    if isinstance(value, dict):
        yield value
        for item in value.values():
            yield from objects_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from objects_in(item)


def _parameter(name: str, schema: JsonValue, required: bool, root: JsonObject) -> Parameter:  # noqa: FBT001 - a fact of the parameter, not a switch
    resolved = _resolved(schema, root)
    description = resolved.get("description")
    return Parameter(
        name=name,
        type=_short_type(schema, root),
        required=required,
        description=description if isinstance(description, str) else None,
        choices=_choices(resolved, root),
        default=compact_json(resolved["default"]) if "default" in resolved else None,
        pointer=f"/inputSchema/properties/{pointer_token(name)}",
        schema=schema,
    )


def _resolved(schema: JsonValue, root: JsonObject) -> JsonObject:
    """`schema` with its local `$ref` followed a bounded number of times; {} for a non-object."""
    for _ in range(_MAX_REF_HOPS):
        if not isinstance(schema, dict):
            return {}
        reference = schema.get("$ref")
        if not isinstance(reference, str) or not reference.startswith("#"):
            return schema
        schema = _at(root, reference[1:])
    return {}


def _at(root: JsonValue, pointer: str) -> JsonValue:
    """The value at the JSON `pointer` inside `root`; None where there is none."""
    for token in pointer.split("/")[1:]:
        key = token.replace("~1", "/").replace("~0", "~")
        if isinstance(root, dict):
            root = root.get(key)
        elif isinstance(root, list) and key.isdecimal() and key.isascii() and int(key) < len(root):
            root = root[int(key)]
        else:
            return None
    return root


def _short_type(schema: JsonValue, root: JsonObject, above: tuple[int, ...] = ()) -> str:
    """A short form of a schema's type; `above` are the schemas that it stands in, by identity.

    A schema that leads back to one of those, or too deep, is "any": a server could otherwise make
    reading its type cost more than any page.
    """
    resolved = _resolved(schema, root)
    if id(resolved) in above or len(above) >= _MAX_TYPE_DEPTH:
        return "any"
    inside = (*above, id(resolved))
    declared = resolved.get("type")
    if isinstance(declared, list) and declared and _all_text(declared):
        return " | ".join(str(item) for item in declared)
    if declared == "array":
        items = _short_type(resolved.get("items"), root, inside)
        return "array" if items == "any" else f"array of {items}"
    if isinstance(declared, str) and declared:
        return declared
    for keyword in ("anyOf", "oneOf"):
        options = resolved.get(keyword)
        if isinstance(options, list) and options:
            shown = options[:_MAX_OPTIONS]
            names = dict.fromkeys(_short_type(option, root, inside) for option in shown)
            return " | ".join(names)
    if isinstance(resolved.get("enum"), list) or "const" in resolved:
        return "enum"
    return "any"


def _choices(resolved: JsonObject, root: JsonObject) -> tuple[str, ...]:
    """The values that a schema declares, or all its alternatives do (`anyOf`, `oneOf`)."""
    own = _own_choices(resolved)
    if own:
        return own
    options = [
        _resolved(option, root)
        for keyword in ("anyOf", "oneOf")
        for option in _list(resolved.get(keyword))
    ]
    declared = [_own_choices(option) for option in options if option.get("type") != "null"]
    return tuple(dict.fromkeys(chain.from_iterable(declared))) if all(declared) else ()


def _own_choices(resolved: JsonObject) -> tuple[str, ...]:
    values = resolved.get("enum")
    if not isinstance(values, list):
        items = resolved.get("items")
        values = items.get("enum") if isinstance(items, dict) else None
    if isinstance(values, list):
        return tuple(compact_json(value) for value in values)
    return (compact_json(resolved["const"]),) if "const" in resolved else ()


def _list(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []


def _all_text(values: list[JsonValue]) -> bool:
    return all(isinstance(value, str) for value in values)
