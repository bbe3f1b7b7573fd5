"""Our own reading of a policy: the yardstick that every emitted block is held against."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping

from pydantic import JsonValue

from site_builder.model.policy import Condition, Policy
from site_builder.model.shape import JsonObject
from site_builder.model.vocabulary import Operator, Verdict
from site_builder.policy import regex

_ORDER: Mapping[Operator, Callable[[float, float], bool]] = {
    Operator.LT: operator.lt,
    Operator.LTE: operator.le,
    Operator.GT: operator.gt,
    Operator.GTE: operator.ge,
}


def decide(policy: Policy, arguments: JsonObject) -> Verdict:
    """The verdict of `policy` on a call with `arguments`, limits not counted.

    A condition that does not hold denies. The first case whose conditions hold gives the verdict,
    else the policy itself does.
    """
    if not _all_hold(policy.conditions, arguments):
        return Verdict.DENY
    for case in policy.cases:
        if _all_hold(case.when, arguments):
            return case.verdict
    return policy.verdict


def strictest(policy: Policy) -> Verdict:
    """The strictest verdict that `policy` or one of its cases gives."""
    verdicts = (policy.verdict, *(case.verdict for case in policy.cases))
    return min(verdicts, key=lambda verdict: verdict.rank)


def holds(condition: Condition, arguments: JsonObject) -> bool:
    """Whether `arguments` meet `condition`; one that is missing or wrongly typed meets none.

    Null counts as missing. Numbers are compared as JSON readers see them, in double precision;
    text, numbers and truth values are never taken for one another.
    """
    argument = _at(condition.path, arguments)
    if condition.op is Operator.EXISTS:
        return (argument is not None) is condition.value
    if condition.op is Operator.REGEX:
        pattern = condition.value
        return (
            isinstance(argument, str)
            and isinstance(pattern, str)
            and regex.matches(pattern, argument)
        )
    if condition.op is Operator.CONTAINS:
        part = condition.value
        return isinstance(argument, str) and isinstance(part, str) and part in argument
    return _compares(condition, argument)


def _all_hold(conditions: tuple[Condition, ...], arguments: JsonObject) -> bool:
    return all(holds(condition, arguments) for condition in conditions)


def _at(path: str, arguments: JsonObject) -> JsonValue:
    """The argument at `path`, None where there is none: only objects are walked into."""
    value: JsonValue = arguments
    for key in path.split(".")[1:]:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _comparable(value: JsonValue | tuple[object, ...]) -> str | float | bool | None:
    """`value` as it is compared, None where it cannot be: an object, a list, no finite number."""
    if isinstance(value, str | bool):
        return value
    if not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _compares(condition: Condition, argument: JsonValue) -> bool:
    listed = condition.value if isinstance(condition.value, tuple) else (condition.value,)
    left = _comparable(argument)
    right = [value for value in map(_comparable, listed) if type(value) is type(left)]
    if left is None or not right:
        return False
    if condition.op in (Operator.EQ, Operator.IN):
        return left in right
    if condition.op in (Operator.NEQ, Operator.NOT_IN):
        return left not in right
    bar = right[0]
    return isinstance(left, float) and isinstance(bar, float) and _ORDER[condition.op](left, bar)
