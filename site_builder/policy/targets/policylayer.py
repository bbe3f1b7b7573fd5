"""PolicyLayer's policy JSON, as its documentation describes version "1".

An unlisted tool is denied. `require` must be met, `deny_if` without conditions always denies,
`limits` count each grant's calls. There is no approval, and only minutes and hours are documented
as windows. `hide` is not written: it works on one transport only and denies nothing more.
"""

from __future__ import annotations

from pydantic import JsonValue

from site_builder.model.policy import Condition
from site_builder.model.shape import JsonObject
from site_builder.model.vocabulary import Verdict, Window
from site_builder.policy.block import Block, Emitted, Target
from site_builder.policy.comparisons import typed
from site_builder.policy.lowering import Lowered, Reach, lower, notes
from site_builder.policy.naming import named, refusal
from site_builder.policy.targets.default_deny import denied, effective, still_visible
from site_builder.policy.targets.document import written_json

_REACH = Reach(approval=False, conditions=typed, windows=(Window.MINUTE, Window.HOUR))


def emit(block: Block) -> Emitted:
    """`block` as one PolicyLayer document, which denies every tool it does not list."""
    if refused := refusal(block):
        return Emitted(text="", refused=refused)
    found = named(block)
    rules = tuple(lower(rule, _REACH) for rule in found.rules)
    document: JsonObject = {
        "version": "1",
        "default": "deny",
        "tools": {rule.name: _rule(rule) for rule in rules},
    }
    return Emitted(
        text=written_json(document),
        losses=(*notes(rules), *found.notes, *still_visible(block, rules)),
        effective=effective(block, rules),
    )


def _rule(rule: Lowered) -> JsonObject:
    if rule.verdict is Verdict.DENY:
        return {"deny_if": [{"conditions": [], "on_deny": denied(rule)}]}
    written: JsonObject = {}
    if rule.conditions:
        conditions: list[JsonValue] = [_condition(condition) for condition in rule.conditions]
        written["require"] = [{"conditions": conditions, "on_deny": denied(rule)}]
    if rule.limits:
        written["limits"] = _limits(rule)
    return written


def _limits(rule: Lowered) -> list[JsonValue]:
    alone = len(rule.limits) == 1
    return [
        {
            "counter": f"{rule.name}_rate" if alone else f"{rule.name}_rate_{limit.window.value}",
            "window": limit.window.value,
            "max": limit.max,
            "scope": "grant",
        }
        for limit in rule.limits
    ]


def _condition(condition: Condition) -> JsonObject:
    value = condition.value
    return {
        "path": condition.path,
        "op": condition.op.value,
        "value": list(value) if isinstance(value, tuple) else value,
    }


TARGET = Target(
    id="policylayer",
    title="PolicyLayer",
    language="json",
    filename="policy.json",
    goes_into="The raw JSON editor of a policy in the PolicyLayer dashboard, for a grant on this "
    "server.",
    proof="Not run: no engine of it can be run offline. Checked by our own schema and evaluator.",
    survives="",
    server_in_text=False,
    emit=emit,
)
