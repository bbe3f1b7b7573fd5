"""Conditions decided by two engines that nobody here wrote: CEL and Rego.

Each condition is written anew in the engine's language, from what it means. Numbers are doubles in
both, as JSON readers have them; an error or an undefined result is a condition that does not hold.
"""

from __future__ import annotations

import json
from itertools import pairwise

import cel
import regopy

from site_builder.model.policy import Condition
from site_builder.policy import regex

_ORDER = {"lt": "<", "lte": "<=", "gt": ">", "gte": ">="}
_CEL_TYPES = {str: "string", bool: "bool", float: "double"}

_ARGUMENT = "argument := object.get(input.args, input.path, null)\n"
_ALIKE = """\
alike contains value if { some value in input.values; is_string(value); is_string(argument) }
alike contains value if { some value in input.values; is_boolean(value); is_boolean(argument) }
alike contains value if { some value in input.values; is_number(value); is_number(argument) }
"""
_REGO = {
    operator: f"{_ARGUMENT}{_ALIKE}holds if {{ {body} }}\n"
    for operator, body in {
        "exists": "(argument != null) == input.values[0]",
        "eq": "argument in alike",
        "in": "argument in alike",
        "neq": "count(alike) > 0; not argument in alike",
        "not_in": "count(alike) > 0; not argument in alike",
        "regex": "is_string(argument); regex.match(input.values[0], argument)",
        "contains": "some part in alike; is_string(part); contains(argument, part)",
        **{name: f"some bar in alike; argument {sign} bar" for name, sign in _ORDER.items()},
    }.items()
}
"""One module an operator; `alike` are the values of the argument's own type."""


def cel_holds(condition: Condition, arguments: dict) -> bool:
    """What CEL says."""
    try:
        return cel.evaluate(_cel(condition), {"args": _doubles(arguments)}) is True
    except (RuntimeError, TypeError, ValueError):
        return False


def rego_holds(condition: Condition, arguments: dict) -> bool:
    """What Rego says; the values to compare with are data of the rule, like the arguments."""
    values = condition.value if isinstance(condition.value, tuple) else (condition.value,)
    if condition.op == "regex":
        values = (regex.anchored(condition.value),)
    engine = regopy.Interpreter()
    engine.add_module("p.rego", f"package p\nimport rego.v1\n{_REGO[condition.op]}")
    path = condition.path.split(".")[1:]
    engine.set_input(_doubles({"args": arguments, "path": path, "values": list(values)}))
    return str(engine.query("data.p.holds")) == '{"expressions":[true]}'


def _cel(condition: Condition) -> str:
    steps = condition.path.split(".")
    ways = [".".join(steps[: count + 1]) for count in range(len(steps))]
    given = [f"type({parent}) == map && has({way})" for parent, way in pairwise(ways)]
    argument = ways[-1]
    present = " && ".join([*given, f"{argument} != null"])
    if condition.op == "exists":
        return present if condition.value else f"!({present})"
    compared = " || ".join(_cel_comparisons(condition, argument)) or "false"
    return f"{present} && ({compared})"


def _cel_comparisons(condition: Condition, argument: str) -> list[str]:
    """What of an argument that is there is to be true, one of these."""
    text = f"type({argument}) == string"
    if condition.op == "regex":
        pattern = json.dumps(regex.anchored(condition.value))
        return [f"{text} && {argument}.matches({pattern})"]
    if condition.op == "contains":
        parts = _by_type(condition).get(str, [])
        return [f"{text} && {argument}.contains({part})" for part in parts]
    if condition.op in _ORDER:
        (bar,) = _by_type(condition)[float]
        return [f"type({argument}) == double && {argument} {_ORDER[condition.op]} {bar}"]
    negated = "!" if condition.op in ("neq", "not_in") else ""
    return [
        f"type({argument}) == {_CEL_TYPES[kind]} && {negated}({argument} in [{', '.join(values)}])"
        for kind, values in _by_type(condition).items()
    ]


def _by_type(condition: Condition) -> dict[type, list[str]]:
    """The values of a condition, written out, those of one type together."""
    values = condition.value if isinstance(condition.value, tuple) else (condition.value,)
    kinds: dict[type, list[str]] = {}
    for value in values:
        kind = type(value) if isinstance(value, bool | str) else float
        kinds.setdefault(kind, []).append(json.dumps(kind(value)))
    return kinds


def _doubles(value: object) -> object:
    if isinstance(value, dict):
        return {key: _doubles(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_doubles(one) for one in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value
