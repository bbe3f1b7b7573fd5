"""Nodes to values by the declared type of each field: `no` is text where the field is text.

The types are those of `model/`. A scalar that does not fit its field is passed on as its text, so
that the shape's own check reports it; only what JSON cannot carry is a finding of this module.
"""

from __future__ import annotations

import math
import re
import types
import typing
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache

from pydantic import BaseModel, JsonValue

from site_builder.diagnostics import Diagnostic, Location
from site_builder.load.nodes import Mapping, Node, Scalar, Sequence

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_NOT_JSON = re.compile(r"[+-]?\.(?:inf|nan)", re.IGNORECASE)
_NULLS = frozenset({"", "~", "null"})
_BOOLEANS = {"true": True, "false": False}
# RFC 7493 (I-JSON), section 2.2: whole numbers beyond this lose precision in other readers.
_MAX_INTEGER = 2**53 - 1
_MAX_DIGITS = 16


class Form(Enum):
    """How the values of a field are written."""

    TEXT = "text"
    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    JSON = "json"
    CHOICE = "choice"
    SHAPE = "shape"
    LIST = "list"
    MAP = "map"


_SCALAR_FORMS: dict[object, Form] = {int: Form.INTEGER, bool: Form.BOOLEAN, float: Form.NUMBER}


@dataclass(frozen=True, slots=True)
class Plan:
    """The form of one declared type, and the plans of its parts.

    `nullable` where null may stand for nothing; `choices` turns texts into members of an enum;
    `shape` is the type of a mapping with declared keys; `item` and `key` are the plans of a list's
    or map's parts; `frozen_lists` makes tuples of lists.
    """

    form: Form
    nullable: bool = False
    choices: type[Enum] | None = None
    shape: type[BaseModel] | None = None
    item: Plan | None = None
    key: Plan | None = None
    frozen_lists: bool = False


@cache
def fields_of(shape: type[BaseModel]) -> dict[str, str]:
    """The field names of `shape` by the key that records spell."""
    return {field.alias or name: name for name, field in shape.model_fields.items()}


@cache
def plan_of(shape: type[BaseModel], field: str) -> Plan:
    """The plan of one field of `shape`."""
    hints = typing.get_type_hints(shape, include_extras=False)
    return _plan(hints[field])


def decode(node: Node, shape: type[BaseModel], path: str) -> tuple[object, list[Diagnostic]]:
    """The value of `node` for `shape`, and where it holds what JSON cannot carry."""
    decoder = _Decoder(path)
    return decoder.value(node, Plan(Form.SHAPE, shape=shape)), decoder.diagnostics


def _plan(annotation: object) -> Plan:
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin in (types.UnionType, typing.Union):
        return _union_plan(arguments)
    if origin is tuple:
        return Plan(Form.LIST, item=_plan(arguments[0]))
    if origin is dict and arguments[1] is not JsonValue:
        return Plan(Form.MAP, key=_plan(arguments[0]), item=_plan(arguments[1]))
    if origin is dict or annotation is JsonValue:
        return Plan(Form.JSON, nullable=True)
    if isinstance(annotation, type):
        if issubclass(annotation, Enum):
            return Plan(Form.CHOICE, choices=annotation)
        if issubclass(annotation, BaseModel):
            return Plan(Form.SHAPE, shape=annotation)
    return Plan(_SCALAR_FORMS.get(annotation, Form.TEXT))


def _union_plan(arguments: tuple[object, ...]) -> Plan:
    options = [option for option in arguments if option is not types.NoneType]
    if len(options) == 1:
        return replace(_plan(options[0]), nullable=True)
    # A union of scalars and lists of them (a condition's value): JSON decides.
    return Plan(Form.JSON, nullable=len(options) < len(arguments), frozen_lists=True)


class _Decoder:
    """Decodes one document and collects what JSON cannot carry."""

    def __init__(self, path: str) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._path = path

    def value(self, node: Node, plan: Plan) -> object:
        if plan.form is Form.JSON:
            return self._json(node, frozen_lists=plan.frozen_lists)
        if isinstance(node, Scalar):
            if plan.nullable and node.plain and node.text == "":
                self._refuse(
                    node, "empty-value", "the key has no value", "write null, or remove it"
                )
            return _scalar(node, plan)
        if isinstance(node, Sequence):
            if plan.form is Form.LIST and plan.item:
                return tuple(self.value(item, plan.item) for item in node.items)
        elif plan.form is Form.MAP and plan.item and plan.key:
            return {
                _scalar(key, plan.key): self.value(value, plan.item) for key, value in node.entries
            }
        elif plan.form is Form.SHAPE and plan.shape:
            return self._shape(node, plan.shape)
        # A list or mapping where none belongs: its JSON is enough to be refused as the wrong type.
        return self._json(node, frozen_lists=False)

    def _shape(self, node: Mapping, shape: type[BaseModel]) -> dict[str, object]:
        names = fields_of(shape)
        return {
            key.text: self.value(value, plan_of(shape, names[key.text]))
            if key.text in names
            else self._json(value, frozen_lists=False)
            for key, value in node.entries
        }

    def _json(self, node: Node, *, frozen_lists: bool) -> JsonValue:
        if isinstance(node, Mapping):
            return {key.text: self._json(value, frozen_lists=False) for key, value in node.entries}
        if isinstance(node, Sequence):
            items = [self._json(item, frozen_lists=False) for item in node.items]
            return typing.cast("JsonValue", tuple(items)) if frozen_lists else items
        return self._json_scalar(node)

    def _json_scalar(self, scalar: Scalar) -> JsonValue:
        text = scalar.text
        if not scalar.plain:
            return text
        if text in _NULLS:
            return None
        if text in _BOOLEANS:
            return _BOOLEANS[text]
        if _NOT_JSON.fullmatch(text):
            self._refuse(
                scalar, "number-range", f"{text} is no JSON value", "quote it if it is text"
            )
            return None
        if not _NUMBER.fullmatch(text):
            return text
        whole = _INTEGER.fullmatch(text) is not None
        if whole and (len(text) > _MAX_DIGITS + 1 or abs(int(text)) > _MAX_INTEGER):
            self._refuse(
                scalar,
                "number-range",
                f"{text[:24]} is beyond the whole numbers that JSON readers agree on",
                f"quote it if it is text; the limit is {_MAX_INTEGER}",
            )
            return None
        number = int(text) if whole else float(text)
        if math.isinf(number):
            self._refuse(
                scalar,
                "number-range",
                f"{text[:24]} is beyond the numbers that JSON readers agree on",
            )
            return None
        return number

    def _refuse(self, scalar: Scalar, code: str, message: str, hint: str = "") -> None:
        location = Location(self._path, scalar.line, scalar.column)
        self.diagnostics.append(Diagnostic(location, code, message, hint))


def _scalar(scalar: Scalar, plan: Plan) -> object:
    text, plain = scalar.text, scalar.plain
    if plain and (text == "" or (plan.nullable and text in _NULLS)):
        return None
    if (
        plan.form is Form.INTEGER
        and plain
        and _INTEGER.fullmatch(text)
        and len(text) <= _MAX_DIGITS
    ):
        return int(text)
    if plan.form is Form.NUMBER and plain and _NUMBER.fullmatch(text):
        return float(text)
    if plan.form is Form.BOOLEAN and plain and text in _BOOLEANS:
        return _BOOLEANS[text]
    if plan.choices is not None:
        return next((member for member in plan.choices if member.value == text), text)
    return text
