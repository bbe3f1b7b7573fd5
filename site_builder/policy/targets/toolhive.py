"""ToolHive's authorization file: Cedar policies, as its documentation and source have them.

One file stands for one server, so a rule names the tool alone. An argument that is text or a truth
value is `arg_NAME` in the context; of any other, only `arg_NAME_present` is, which is why no
condition is written on an argument that could be taken for it.
"""

from __future__ import annotations

from site_builder.model.policy import Condition
from site_builder.model.shape import JsonObject
from site_builder.policy.block import Block, Emitted, Loss, Target
from site_builder.policy.lowering import Lowered, Reach, lower, notes
from site_builder.policy.naming import named, refusal
from site_builder.policy.targets import cedar
from site_builder.policy.targets.default_deny import effective
from site_builder.policy.targets.document import written_yaml

_STEPS_OF_TOP_LEVEL = 2

_REST = Loss(
    "L-REST",
    "Prompts and resources of the server are refused too, since no policy here permits them.",
)


def emit(block: Block) -> Emitted:
    """`block` as one authorization file, which denies every tool it does not permit."""
    if refused := refusal(block):
        return Emitted(text="", refused=refused)
    found = named(block)
    rules = tuple(lower(rule, _REACH) for rule in found.rules)
    document: JsonObject = {
        "version": "1.0",
        "type": "cedarv1",
        "cedar": {"policies": [_policy(rule) for rule in rules], "entities_json": "[]"},
    }
    return Emitted(
        text=written_yaml(document),
        losses=(*notes(rules), *found.notes, _REST),
        effective=effective(block, rules),
    )


def _writable(conditions: tuple[Condition, ...]) -> tuple[Condition, ...] | None:
    return conditions if all(map(_can_say, conditions)) else None


def _can_say(condition: Condition) -> bool:
    steps = condition.path.split(".")
    return (
        cedar.can_say(condition)
        and len(steps) == _STEPS_OF_TOP_LEVEL
        and not steps[-1].endswith("_present")
    )


_REACH = Reach(approval=False, conditions=_writable, windows=())


def _policy(rule: Lowered) -> str:
    tool = f"Tool::{cedar.literal(rule.name)}"
    return cedar.statement(rule, 'Action::"call_tool"', tool, _steps)


def _steps(condition: Condition) -> tuple[str, ...]:
    return (f"arg_{condition.path.removeprefix('args.')}",)


TARGET = Target(
    id="toolhive",
    title="ToolHive (Cedar)",
    language="yaml",
    filename="authz.yaml",
    goes_into="A file of its own for this server, named in thv run --authz-config FILE.",
    proof="The tests decide every kind of rule in the Cedar engine. ToolHive itself, and how it "
    "hands a call to Cedar, are not run.",
    survives="",
    server_in_text=False,
    emit=emit,
)
