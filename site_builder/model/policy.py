"""The neutral policy: what a rule says of a tool, in no enforcement point's syntax."""

from __future__ import annotations

from typing import Annotated, Self, TypeAlias

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from site_builder.model.shape import Shape, Text
from site_builder.model.vocabulary import Operator, Verdict, Window

Scalar: TypeAlias = str | int | float | bool
"""What an argument is compared with; a list of them for `in` and `not_in`."""

_LIST_OPERATORS = frozenset({Operator.IN, Operator.NOT_IN})
_NUMBER_OPERATORS = frozenset({Operator.LT, Operator.LTE, Operator.GT, Operator.GTE})


class Limit(Shape):
    """At most `max` calls a `window`."""

    max: Annotated[int, Field(ge=1, le=1_000_000)]
    window: Window


class Condition(Shape):
    """One comparison of an argument; a missing or wrongly typed argument never satisfies it."""

    path: Annotated[
        str,
        Field(pattern=r"\Aargs(?:\.[A-Za-z0-9_-]+)+\z", max_length=256, examples=["args.path"]),
    ]
    op: Operator
    value: Scalar | tuple[Scalar, ...]

    @model_validator(mode="after")
    def _value_fits_operator(self) -> Self:
        value, op = self.value, self.op
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if op in _LIST_OPERATORS:
            fits, wanted = isinstance(value, tuple) and bool(value), "a list of values"
        elif op in _NUMBER_OPERATORS:
            fits, wanted = is_number, "a number"
        elif op is Operator.EXISTS:
            fits, wanted = isinstance(value, bool), "true or false"
        elif op is Operator.REGEX:
            fits, wanted = isinstance(value, str), "a pattern"
        else:
            fits, wanted = not isinstance(value, tuple), "one value"
        if not fits:
            raise PydanticCustomError(
                "condition-value",
                "operator {op} needs {wanted}",
                {"op": op.value, "wanted": wanted},
            )
        return self


class Rule(Shape):
    """What a policy, each of its cases and a category's default have in common."""

    verdict: Verdict
    message: Text | None = None
    limits: tuple[Limit, ...] = ()

    @model_validator(mode="after")
    def _limits_fit_verdict(self) -> Self:
        if self.verdict is Verdict.RATE_LIMIT and not self.limits:
            raise PydanticCustomError("limits-missing", "verdict rate-limit needs limits")
        if self.limits and self.verdict not in (Verdict.RATE_LIMIT, Verdict.REQUIRE_APPROVAL):
            raise PydanticCustomError(
                "limits-unused",
                "limits have no effect with verdict {verdict}",
                {"verdict": self.verdict.value},
            )
        windows = [limit.window for limit in self.limits]
        if len(windows) != len(set(windows)):
            raise PydanticCustomError("limits-twice", "two limits count over the same window")
        return self


class Case(Rule):
    """The rule for calls whose arguments meet every condition of `when`."""

    when: Annotated[tuple[Condition, ...], Field(min_length=1)]


class Policy(Rule):
    """The rule for a tool: deny, then conditions, then approval, then limits.

    All `conditions` must hold, else the call is denied. The first of `cases` whose conditions hold
    replaces verdict, message and limits for that call; a call that meets none falls to the
    policy's own verdict.
    """

    conditions: tuple[Condition, ...] = ()
    cases: tuple[Case, ...] = ()
    why: Text | None = None
    """Why the record departs from the computed recommendation; required where it is weaker."""
