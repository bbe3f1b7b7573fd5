"""Rules in Cedar, the policy language of several gateways: what they all share of it.

What no policy permits is denied, and a `forbid` outweighs every `permit`. Cedar compares values of
one type only, and an error in a policy takes that policy out; each condition asks first whether
the argument is there. Cedar has no patterns beyond `*`, and no fractions, so conditions on numbers
and regular expressions are not written.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from site_builder.model.policy import Condition, Scalar
from site_builder.model.vocabulary import Operator, Verdict
from site_builder.policy.lowering import Lowered

_LAST_ASCII = "~"

_SAYABLE = frozenset({Operator.EQ, Operator.NEQ, Operator.IN, Operator.NOT_IN, Operator.CONTAINS})


Steps: TypeAlias = Callable[[Condition], tuple[str, ...]]
"""The keys on the way from the context of a call to the argument that a condition is about."""


def can_say(condition: Condition) -> bool:
    """Whether Cedar decides `condition` as it is meant.

    That an argument is absent is not among it: what a gateway hands over need not be all that the
    tool is called with.
    """
    if condition.op is Operator.EXISTS:
        return condition.value is True
    if condition.op not in _SAYABLE:
        return False
    kinds = {type(value) for value in _values(condition)}
    if condition.op is Operator.CONTAINS:
        return kinds == {str}
    return kinds in ({str}, {bool})


def statement(rule: Lowered, action: str, resource: str, steps: Steps) -> str:
    """The policy of one tool, on one line; `steps` leads to the argument of a condition."""
    head = f"(principal, action == {action}, resource == {resource})"
    if rule.verdict is Verdict.DENY:
        return f"forbid{head};"
    if not rule.conditions:
        return f"permit{head};"
    clauses = [_clause(condition, steps(condition)) for condition in rule.conditions]
    return f"permit{head} when {{ {' && '.join(clauses)} }};"


def literal(text: str) -> str:
    """`text` as a Cedar string, in ASCII."""
    return f'"{"".join(map(_escaped, text))}"'


def _clause(condition: Condition, steps: tuple[str, ...]) -> str:
    owner, present = "context", list[str]()
    for step in steps:
        present.append(f"{owner} has {literal(step)}")
        owner = f"{owner}[{literal(step)}]"
    if condition.op is Operator.EXISTS:
        return " && ".join(present)
    return " && ".join([*present, _comparison(condition, owner)])


def _comparison(condition: Condition, argument: str) -> str:
    values = _values(condition)
    if condition.op is Operator.CONTAINS:
        return f"{argument} like {_containing(str(values[0]))}"
    listed = ", ".join(map(_value, values))
    among = f"[{listed}].contains({argument})"
    if condition.op in (Operator.EQ, Operator.IN):
        return among
    # Only a value of the right type passes the first half; the second alone would take any other.
    typed = f'{argument} like "*"' if isinstance(values[0], str) else _is_truth(argument)
    return f"{typed} && !{among}"


def _is_truth(argument: str) -> str:
    return f"[true, false].contains({argument})"


def _values(condition: Condition) -> tuple[Scalar, ...]:
    return condition.value if isinstance(condition.value, tuple) else (condition.value,)


def _value(value: Scalar) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return literal(str(value))


def _containing(text: str) -> str:
    inner = "".join("\\*" if character == "*" else _escaped(character) for character in text)
    return f'"*{inner}*"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    if " " <= character <= _LAST_ASCII:
        return character
    return f"\\u{{{ord(character):x}}}"
