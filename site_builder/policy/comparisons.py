"""Conditions for an engine that takes one type of argument for another when it compares.

Such an engine finds the number 5 equal to the text "5", and anything at all unequal to it, so a
comparison alone would let a wrongly typed argument pass. It is written together with a second one
that only the right type can meet. `lt` to `gte`, `regex` and `exists` need no such company.
"""

from __future__ import annotations

import math

from site_builder.model.policy import Condition, Scalar
from site_builder.model.vocabulary import Operator
from site_builder.policy import regex

_ANY_TEXT = r"^[\s\S]*$"
_ANY_NUMBER = -1e308
# Above this a double no longer tells neighbouring integers apart (RFC 7493, section 2.2).
_MAX_EXACT = 2**53 - 1

_EXACT = frozenset({Operator.LT, Operator.LTE, Operator.GT, Operator.GTE})


def typed(conditions: tuple[Condition, ...]) -> tuple[Condition, ...] | None:
    """`conditions` such that only correctly typed arguments meet them, None where that cannot be.

    It cannot be for truth values (the text "true" would pass), for lists of mixed types, for
    numbers a double does not hold, and for patterns outside the common subset. Patterns come back
    anchored, for engines that search.
    """
    written: list[Condition] = []
    for condition in conditions:
        one = _typed(condition)
        if one is None:
            return None
        written.extend(one)
    return tuple(written)


def _typed(condition: Condition) -> tuple[Condition, ...] | None:
    values = condition.value if isinstance(condition.value, tuple) else (condition.value,)
    if condition.op is Operator.EXISTS:
        return (condition,)
    if all(isinstance(value, str) for value in values):
        return _of_text(condition)
    if all(_is_exact_number(value) for value in values) and condition.op is not Operator.CONTAINS:
        return (
            (condition,)
            if condition.op in _EXACT
            else (condition, _with(condition, Operator.GTE, _ANY_NUMBER))
        )
    return None


def _of_text(condition: Condition) -> tuple[Condition, ...] | None:
    if condition.op is not Operator.REGEX:
        return (condition, _with(condition, Operator.REGEX, _ANY_TEXT))
    pattern = str(condition.value)
    if regex.unsupported(pattern):
        return None
    return (_with(condition, Operator.REGEX, regex.anchored(pattern)),)


def _with(condition: Condition, op: Operator, value: Scalar) -> Condition:
    return Condition(path=condition.path, op=op, value=value)


def _is_exact_number(value: Scalar) -> bool:
    if isinstance(value, bool | str):
        return False
    return abs(value) <= _MAX_EXACT if isinstance(value, int) else math.isfinite(value)
