"""The policy YAML of Intercept, as the source of its engine reads it (snapshot of March 2026).

An unlisted tool is denied. Every condition of a rule must hold, else the call is denied; a deny
rule has no conditions; a rate limit is a rule of its own; each rule has a name. There is no
approval.
"""

from __future__ import annotations

from site_builder.model.policy import Condition
from site_builder.model.shape import JsonObject
from site_builder.model.vocabulary import Verdict, Window
from site_builder.policy import words
from site_builder.policy.block import Block, Emitted, Loss, Target, ToolRule
from site_builder.policy.comparisons import typed
from site_builder.policy.lowering import Lowered, Reach, lower, notes
from site_builder.policy.naming import named, refusal
from site_builder.policy.targets.default_deny import denied, effective, still_visible
from site_builder.policy.targets.document import written_yaml

_REACH = Reach(approval=False, conditions=typed, windows=tuple(Window))

_DOTTED = Loss(
    "L-DOTTED",
    "Intercept splits the names of its counters at dots, so it cannot count the calls of a tool "
    "with a dot in its name; the tool is blocked.",
)


def emit(block: Block) -> Emitted:
    """`block` as one Intercept document, which denies every tool it does not list."""
    if refused := refusal(block):
        return Emitted(text="", refused=refused)
    found = named(block)
    rules = tuple(_lowered(rule) for rule in found.rules)
    document: JsonObject = {
        "version": "1",
        "default": "deny",
        "tools": {rule.name: {"rules": [*_rules(rule)]} for rule in rules},
    }
    return Emitted(
        text=written_yaml(document),
        losses=(*notes(rules), *_boundaries(rules), *found.notes, *still_visible(block, rules)),
        effective=effective(block, rules),
    )


def _lowered(rule: ToolRule) -> Lowered:
    lowered = lower(rule, _REACH)
    if lowered.limits and "." in rule.name:
        return lowered.at_most(Verdict.DENY, _DOTTED)
    return lowered


def _rules(rule: Lowered) -> list[JsonObject]:
    if rule.verdict is Verdict.DENY:
        return [{"name": "denied", "action": "deny", "on_deny": denied(rule)}]
    written: list[JsonObject] = []
    if rule.conditions:
        conditions = [_condition(condition) for condition in rule.conditions]
        written.append({"name": "arguments", "conditions": [*conditions], "on_deny": denied(rule)})
    written.extend(
        {
            "name": f"calls a {limit.window.value}",
            "rate_limit": f"{limit.max}/{limit.window.value}",
        }
        for limit in rule.limits
    )
    return written


def _condition(condition: Condition) -> JsonObject:
    value = condition.value
    return {
        "path": condition.path,
        "op": condition.op.value,
        "value": list(value) if isinstance(value, tuple) else value,
    }


def _boundaries(rules: tuple[Lowered, ...]) -> tuple[Loss, ...]:
    windows = [window for window in Window if any(_counts(rule, window) for rule in rules)]
    if not windows:
        return ()
    return (
        Loss(
            "L-RATE-BUCKET",
            f"Counted by the calendar {words.joined([window.value for window in windows], 'and')} "
            "in UTC: around its end, up to twice the limit can pass in a short time.",
        ),
    )


def _counts(rule: Lowered, window: Window) -> bool:
    return any(limit.window is window for limit in rule.limits)


TARGET = Target(
    id="intercept",
    title="Intercept",
    language="yaml",
    filename="policy.yaml",
    goes_into="The policy file that Intercept is started with, in front of this server.",
    proof="Not run yet; written from the source of its engine.",
    survives="",
    server_in_text=False,
    emit=emit,
)
