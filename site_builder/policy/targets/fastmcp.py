"""A small proxy in Python, on FastMCP: the one target that runs without anybody's product.

It compares arguments as the neutral policy has it, type for type, and counts calls in a window
that slides. The policy in it is made of literals, which are read back before they are printed.
"""

from __future__ import annotations

import ast
import math
from typing import TypeAlias

from site_builder.model.policy import Condition, Scalar
from site_builder.model.vocabulary import Operator, Verdict, Window
from site_builder.policy import regex
from site_builder.policy.block import Block, Emitted, Loss, Target
from site_builder.policy.lowering import Lowered, Reach, lower, notes
from site_builder.policy.naming import named, refusal
from site_builder.policy.targets.default_deny import denied, effective
from site_builder.policy.targets.document import quoted
from site_builder.policy.targets.fastmcp_proxy import HEAD, TAIL

_SECONDS = {Window.MINUTE: 60, Window.HOUR: 3600, Window.DAY: 86400}

_Written: TypeAlias = tuple[tuple[str, ...], str, Scalar | list[Scalar]]

_PROCESS = Loss(
    "L-RATE-PROCESS",
    "Calls are counted while the proxy runs: another client that starts its own proxy has a count "
    "of its own, and a restart begins a new one.",
)
_TOOLS = Loss("L-TOOLS-ONLY", "Prompts and resources of the server pass through the proxy.")


def emit(block: Block) -> Emitted:
    """`block` as a program that refuses every tool it does not list."""
    if refused := refusal(block):
        return Emitted(text="", refused=refused)
    found = named(block)
    rules = tuple(lower(rule, _REACH) for rule in found.rules)
    counts = any(rule.limits for rule in rules)
    return Emitted(
        text=_written(rules),
        losses=(*notes(rules), *found.notes, *((_PROCESS,) if counts else ()), _TOOLS),
        effective=effective(block, rules),
    )


def _writable(conditions: tuple[Condition, ...]) -> tuple[Condition, ...] | None:
    return conditions if all(map(_can_say, conditions)) else None


def _can_say(condition: Condition) -> bool:
    if condition.op is Operator.REGEX:
        return not regex.unsupported(str(condition.value))
    return all(math.isfinite(value) for value in _values(condition) if isinstance(value, float))


_REACH = Reach(approval=False, conditions=_writable, windows=tuple(Window))


def _written(rules: tuple[Lowered, ...]) -> str:
    allowed = {rule.name: _entry(rule) for rule in rules if rule.verdict is not Verdict.DENY}
    refused = {rule.name: denied(rule) for rule in rules if rule.verdict is Verdict.DENY}
    policy = (
        f"ALLOWED = {_literal(allowed)}\n"
        "# Refused like any other tool that is not above, with a message of their own.\n"
        f"DENIED = {_literal(refused)}\n"
    )
    if _read(policy) != [allowed, refused]:
        raise ValueError("the policy that was written does not read back as what was meant")
    return f"{HEAD}{policy}{TAIL}"


def _read(policy: str) -> list[object]:
    """The values that Python assigns in `policy`."""
    return [
        ast.literal_eval(statement.value)
        for statement in ast.parse(policy).body
        if isinstance(statement, ast.Assign)
    ]


def _entry(rule: Lowered) -> dict[str, object]:
    entry: dict[str, object] = {}
    if rule.conditions:
        entry["conditions"] = [_condition(condition) for condition in rule.conditions]
        entry["denied"] = denied(rule)
    if rule.limits:
        entry["limits"] = [(limit.max, _SECONDS[limit.window]) for limit in rule.limits]
    return entry


def _condition(condition: Condition) -> _Written:
    path = tuple(condition.path.split(".")[1:])
    if condition.op is Operator.REGEX:
        return path, condition.op.value, regex.anchored(str(condition.value))
    value = condition.value
    return path, condition.op.value, list(value) if isinstance(value, tuple) else value


def _values(condition: Condition) -> tuple[Scalar, ...]:
    return condition.value if isinstance(condition.value, tuple) else (condition.value,)


def _literal(value: object, depth: int = 0) -> str:
    """`value` as Python in ASCII: an entry of a dictionary or a list a line, the rest in one."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, tuple):
        inside = ", ".join(map(_in_line, value))
        return f"({inside},)" if len(value) == 1 else f"({inside})"
    if isinstance(value, dict) and value:
        items = [f"{quoted(key)}: {_literal(item, depth + 1)}" for key, item in value.items()]
        return f"{{{_lines(items, depth)}}}"
    if isinstance(value, list) and value:
        return f"[{_lines([_literal(item, depth + 1) for item in value], depth)}]"
    return repr(value)


def _in_line(value: object) -> str:
    return f"[{', '.join(map(_literal, value))}]" if isinstance(value, list) else _literal(value)


def _lines(items: list[str], depth: int) -> str:
    indent = "    " * depth
    return "\n" + "".join(f"{indent}    {item},\n" for item in items) + indent


TARGET = Target(
    id="fastmcp",
    title="FastMCP proxy",
    language="python",
    filename="policy_proxy.py",
    goes_into="A file of its own; in your client's configuration it is started in place of the "
    "server, with the server's command behind it.",
    proof="The tests run this proxy in FastMCP 4: an allowed call reaches the server; a denied "
    "one, an unlisted one and the one after the limit do not.",
    survives="",
    server_in_text=False,
    emit=emit,
)
