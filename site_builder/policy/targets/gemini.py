"""The policy file of Gemini CLI, as the policy engine of version 0.61 reads it.

The matching rule of the highest priority decides. A rule names its server and its tool exactly;
one with the tool "*" matches every tool of the server. At 900 and above a rule holds against the
`trust` of a server; at 950 stands what a person allows for ever at a prompt, so rules for tools
are above that and a tool that asks keeps asking.

`argsPattern` is searched for in the arguments as JSON, where a NUL on either side sets each
argument of the call itself apart from what is nested in one. It is text all the same, and so it
only ever decides whether a person is asked.
"""

from __future__ import annotations

import json
import re
from functools import partial

from pydantic import JsonValue

from site_builder.model.policy import Condition, Policy
from site_builder.model.shape import JsonObject
from site_builder.model.vocabulary import Operator, Verdict
from site_builder.policy import regex
from site_builder.policy.block import Block, Emitted, Loss, Target
from site_builder.policy.lowering import Lowered, Reach, lower, notes
from site_builder.policy.naming import named, refusal, visible
from site_builder.policy.targets.client import (
    collision,
    folded,
    of_fitting_name,
    only_too_long,
    own_name,
    unusable_key,
)
from site_builder.policy.targets.default_deny import effective
from site_builder.policy.targets.document import checked_toml, quoted

_REACH = Reach(approval=True, conditions=None, windows=())

_EVERY_TOOL = 900
_ONE_TOOL = 970

_DECISIONS = {
    Verdict.DENY: "deny",
    Verdict.REQUIRE_APPROVAL: "ask_user",
    Verdict.ALLOW: "allow",
}

_UNSAFE = re.compile(r"[^A-Za-z0-9_.:-]")
_LONGEST = 63
_KEPT = 30
"""Of a longer name Gemini CLI keeps the first and the last 30 characters."""

_MAX_PATTERN = 2048
# What Gemini CLI takes for a pattern that is too slow to run; it drops a rule that has one.
_UNSAFE_PATTERN = re.compile(r"\([^)]*[*+?{].*\)[*+?{]")
_SYNTAX = re.compile(r"[\\^$.|?*+()\[\]{}]")
_STEPS_OF_TOP_LEVEL = 2

_FILE = Loss(
    "L-FILE",
    "Gemini CLI drops a whole policy file when one value in it is wrong, and says so when it "
    "starts: change nothing inside the rules, and list the same tools under includeTools of this "
    "server in settings.json as a second lock.",
)


def emit(block: Block) -> Emitted:
    """`block` as a policy file of its own."""
    spelled = partial(_qualified, block.server_key)
    refused = (
        refusal(block)
        or unusable_key(block, "Gemini CLI")
        or _unclear(block.server_key)
        or collision(block, "Gemini CLI", spelled)
        or only_too_long(block, spelled, _LONGEST)
    )
    if refused:
        return Emitted(text="", refused=refused)
    found = named(block)
    patterns = {rule.name: _pattern(rule.policy) for rule in found.rules}
    rules = tuple(
        _searched(of_fitting_name(lower(rule, _REACH), spelled, _LONGEST), patterns[rule.name])
        for rule in found.rules
    )
    return Emitted(
        text=_written(block.server_key, rules, patterns),
        losses=(*notes(rules), *found.notes, own_name(block.server_key), _FILE),
        effective=effective(block, rules),
    )


def _qualified(server_key: str, tool: str) -> str:
    return folded(f"mcp_{server_key}_{tool}", _UNSAFE, "_")


def _unclear(key: str) -> str:
    """Why rules for a server called `key` might match none of its tools; "" where they all do."""
    if "_" in key:
        return (
            "No block: Gemini CLI parts the names of server and tool at an underscore, and the "
            f"server name {visible(key)} makes that unclear."
        )
    if len(_qualified(key, "")) > _KEPT:
        return (
            f"No block: Gemini CLI shortens long names of tools, and with the server name "
            f"{visible(key)} that hides from a rule which server a tool belongs to."
        )
    return ""


def _pattern(policy: Policy) -> str:
    """A search that finds something in every call that meets the conditions of `policy`.

    It is made from the first condition that text can show; "" where none can.
    """
    written = map(_searchable, policy.conditions)
    return next((pattern for pattern in written if pattern), "")


def _searchable(condition: Condition) -> str:
    steps = condition.path.split(".")
    values = condition.value if isinstance(condition.value, tuple) else (condition.value,)
    texts = [value for value in values if isinstance(value, str)]
    if len(steps) != _STEPS_OF_TOP_LEVEL or len(texts) < len(values):
        return ""
    if condition.op in (Operator.EQ, Operator.IN):
        value = f"(?:{'|'.join(map(_literal, texts))})"
    elif condition.op is Operator.REGEX and not regex.unsupported(texts[0]):
        value = f'"{regex.anchored(texts[0])[1:-1]}"'
    else:
        return ""
    pattern = rf'\x00"{steps[1]}":{value}\x00'
    unusable = len(pattern) > _MAX_PATTERN or _UNSAFE_PATTERN.search(pattern)
    return "" if unusable else pattern


def _literal(text: str) -> str:
    """A pattern that finds exactly `text` as JSON has it."""
    return _SYNTAX.sub(r"\\\g<0>", json.dumps(text, ensure_ascii=False))


def _searched(rule: Lowered, pattern: str) -> Lowered:
    """`rule`, with the truth about its conditions where a `pattern` stands for one of them."""
    if not pattern or rule.verdict is not Verdict.REQUIRE_APPROVAL:
        return rule
    kept = tuple(loss for loss in rule.losses if loss.code != "L-ARGS-ASK")
    return rule.with_losses(
        *kept,
        Loss(
            "L-ARGS-TEXT",
            "The condition on an argument is a search in the text of the call, no typed check, so "
            "it only ever leads to a prompt: a call without a match is refused, any other is "
            "asked for, and whoever is asked has to look at the arguments.",
        ),
    )


def _written(key: str, rules: tuple[Lowered, ...], patterns: dict[str, str]) -> str:
    tables: list[dict[str, JsonValue]] = [
        {"mcpName": key, "toolName": "*", "decision": "deny", "priority": _EVERY_TOOL},
        *(_table(key, rule, patterns[rule.name]) for rule in rules),
    ]
    text = "\n".join(
        "[[rule]]\n" + "".join(f"{name} = {_value(value)}\n" for name, value in table.items())
        for table in tables
    )
    document: JsonObject = {"rule": [*tables]}
    return checked_toml(text, document)


def _table(key: str, rule: Lowered, pattern: str) -> dict[str, JsonValue]:
    table: dict[str, JsonValue] = {"mcpName": key, "toolName": rule.name}
    if pattern and rule.verdict is Verdict.REQUIRE_APPROVAL:
        table["argsPattern"] = pattern
    table["decision"] = _DECISIONS[rule.verdict]
    table["priority"] = _ONE_TOOL
    if rule.verdict is Verdict.DENY and rule.message is not None:
        table["denyMessage"] = rule.message
    return table


def _value(value: JsonValue) -> str:
    return quoted(value) if isinstance(value, str) else str(value)


TARGET = Target(
    id="gemini",
    title="Gemini CLI",
    language="toml",
    filename="gemini-policy.toml",
    goes_into="A file of its own in ~/.gemini/policies/, one for each server, under any name that "
    "ends in .toml.",
    proof="Not run yet; written from documentation and the source of its policy engine.",
    survives="With --yolo, on a server without trust: deny and ask hold, and so does everything "
    "unlisted.",
    server_in_text=True,
    emit=emit,
)
