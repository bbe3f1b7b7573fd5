"""One record's shape: its tree in, the typed record out, or every mistake at its place."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from site_builder.diagnostics import Diagnostic, Location, has_errors
from site_builder.load.nodes import Mapping, Node, Scalar, descend
from site_builder.validate.decode import Form, Plan, decode, fields_of, plan_of

Shaped = TypeVar("Shaped", bound=BaseModel)

_WANTED = {
    Form.TEXT: "text",
    Form.INTEGER: "a whole number",
    Form.NUMBER: "a number",
    Form.BOOLEAN: "true or false",
    Form.SHAPE: "a mapping",
    Form.LIST: "a list",
    Form.MAP: "a mapping",
    Form.JSON: "a JSON value",
}
_RANGES = {
    "greater_than_equal": ("ge", "at least"),
    "less_than_equal": ("le", "at most"),
}
_MAX_SHOWN = 60


def shape(
    root: Node, kind: type[Shaped], path: str
) -> tuple[Shaped | None, tuple[Diagnostic, ...]]:
    """The record of type `kind` that the tree `root` spells.

    None with diagnostics where it has mistakes; all of them are reported, each at the value or the
    key that is wrong, with the nearest right spelling where there is one.
    """
    value, diagnostics = decode(root, kind, path)
    try:
        record = kind.model_validate(value)
    except ValidationError as error:
        details = error.errors(include_url=False, include_context=True)
        found = {_diagnostic(detail, root, kind, path) for detail in details}
        return None, tuple(sorted([*diagnostics, *found]))
    return (None if has_errors(diagnostics) else record), tuple(diagnostics)


def _diagnostic(detail: ErrorDetails, root: Node, kind: type[BaseModel], path: str) -> Diagnostic:
    loc, error = detail["loc"], detail["type"]
    owner, plan = _declared(kind, loc)
    node = _found(root, loc, at_key=error == "extra_forbidden")
    where = Location(path, node.line, node.column)
    name = _name(loc)
    if error == "extra_forbidden":
        key = str(loc[-1])
        hint = _near(key, fields_of(owner))
        return Diagnostic(where, "unknown-key", f"unknown key {_shown(key)}", hint)
    if error == "missing":
        return Diagnostic(where, "missing-key", f"key '{loc[-1]}' is missing", f"add '{loc[-1]}:'")
    if isinstance(node, Scalar) and node.plain and node.text == "":
        return Diagnostic(
            where, "empty-value", f"{name} has no value", "write a value, or remove the key"
        )
    if error in ("enum", "literal_error", "is_instance_of") or (
        plan.choices is not None and isinstance(node, Scalar)
    ):
        choices = _choices(plan, detail)
        text = _text(node)
        return Diagnostic(
            where, "unknown-value", f"{name} cannot be {_shown(text)}", _near(text, choices)
        )
    if error == "string_pattern_mismatch":
        return Diagnostic(
            where, "wrong-form", f"{name} cannot be {_shown(_text(node))}", _example(kind, loc)
        )
    if error == "string_too_short":
        return Diagnostic(
            where, "empty-value", f"{name} is empty", "write a value, or remove the key"
        )
    if error == "too_short":
        return Diagnostic(where, "empty-value", f"{name} has no entry", "add at least one")
    if error in _RANGES:
        bound, words = _RANGES[error]
        limit = detail.get("ctx", {}).get(bound)
        return Diagnostic(
            where, "out-of-range", f"{name} is {_text(node)}", f"it is {words} {limit}"
        )
    if error.endswith("_type") or error in ("json_invalid", "int_parsing"):
        wanted = _WANTED.get(plan.form, "another kind of value")
        quoted = isinstance(node, Scalar) and not node.plain and plan.form is not Form.TEXT
        hint = "write it without quotes" if quoted else ""
        return Diagnostic(where, "wrong-type", f"{name} must be {wanted}, not {_kind(node)}", hint)
    # What remains are the findings of our own validators: their type is the code.
    code = error if "-" in error else "wrong-value"
    return Diagnostic(where, code, detail["msg"])


def _found(root: Node, loc: tuple[int | str, ...], *, at_key: bool) -> Node:
    """The node that `loc` leads to, or as far as it exists: the key instead of its value if asked.

    pydantic marks a finding about a map's key by a last step "[key]".
    """
    if loc and loc[-1] == "[key]":
        loc, at_key = loc[:-1], True
    *_, node = descend(root, loc[:-1] if at_key else loc)
    if at_key and isinstance(node, Mapping):
        return node.key(str(loc[-1])) or node
    return node


def _declared(kind: type[BaseModel], loc: tuple[int | str, ...]) -> tuple[type[BaseModel], Plan]:
    """The shape that holds the last step of `loc`, and the plan of that value or key."""
    at_key = bool(loc) and loc[-1] == "[key]"
    owner, plan = kind, Plan(Form.SHAPE, shape=kind)
    for step in loc[:-2] if at_key else loc:
        if plan.form is Form.SHAPE and plan.shape:
            owner = plan.shape
            field = fields_of(owner).get(str(step))
            plan = plan_of(owner, field) if field else Plan(Form.JSON)
        elif plan.item is not None:
            plan = plan.item
    return owner, plan.key if at_key and plan.key else plan


def _choices(plan: Plan, detail: ErrorDetails) -> list[str]:
    if plan.choices is not None:
        return [str(member.value) for member in plan.choices]
    expected = str(detail.get("ctx", {}).get("expected", ""))
    return [part.strip(" '") for part in expected.replace(" or ", ", ").split(",") if part.strip()]


def _example(kind: type[BaseModel], loc: tuple[int | str, ...]) -> str:
    """The example that the declaration of the field gives, as a hint; "" where it has none."""
    owner, _ = _declared(kind, loc)
    named = [step for step in loc if isinstance(step, str) and step in fields_of(owner)]
    field = owner.model_fields[fields_of(owner)[named[-1]]] if named else None
    examples = field.examples if field else None
    return f"for example {examples[0]}" if examples else ""


def _near(text: str, known: Iterable[str]) -> str:
    names = list(known)
    folded = {name.casefold().replace("_", "-"): name for name in names}
    wanted = text.casefold().replace("_", "-")
    close = difflib.get_close_matches(wanted, folded, n=1, cutoff=0.6)
    if close:
        return f"did you mean {folded[close[0]]!r}?"
    return f"it is one of: {', '.join(names)}"


def _name(loc: tuple[int | str, ...]) -> str:
    """How the reader finds the value: `policy.limits[0].max`."""
    text = ""
    for step in loc:
        if isinstance(step, int):
            text += f"[{step}]"
        elif step != "[key]":
            text += f".{step}" if text else step
    return f"'{text}'" if text else "the record"


def _text(node: Node) -> str:
    return node.text if isinstance(node, Scalar) else _kind(node)


def _shown(text: str) -> str:
    return repr(text if len(text) <= _MAX_SHOWN else text[: _MAX_SHOWN - 1] + "…")


def _kind(node: Node) -> str:
    if isinstance(node, Scalar):
        return f"{_shown(node.text)}" if node.plain else f"the text {_shown(node.text)}"
    return "a mapping" if isinstance(node, Mapping) else "a list"
