"""Policies in Cedar for a gateway of Amazon Bedrock AgentCore, as its documentation has them.

An action is the gateway's target and the tool, with three underscores between them; the arguments
are `context.input`. The resource has to be one gateway, whose name in AWS nobody but its owner
knows: the placeholder in its place is no gateway, so a policy left as it is permits nothing.
"""

from __future__ import annotations

from site_builder.model.policy import Condition
from site_builder.policy.block import Block, Emitted, Loss, Target
from site_builder.policy.lowering import Lowered, Reach, lower, notes
from site_builder.policy.naming import named, refusal, visible
from site_builder.policy.targets import cedar
from site_builder.policy.targets.client import own_name, unusable_key
from site_builder.policy.targets.default_deny import effective

GATEWAY = "GATEWAY-ARN"
"""What stands for the gateway until its owner puts in the name that AWS gave it."""

_BETWEEN = "___"

_GATEWAY = Loss(
    "L-GATEWAY",
    f"Put the ARN of your gateway in place of {GATEWAY}; until then nothing is permitted.",
)
_ENFORCE = Loss(
    "L-ENFORCE", "Holds only where the policy engine is attached in ENFORCE mode, not in LOG_ONLY."
)


def emit(block: Block) -> Emitted:
    """`block` as Cedar policies; the gateway denies every tool that none of them permits."""
    refused = refusal(block) or unusable_key(block, "AgentCore") or _unclear(block.server_key)
    if refused:
        return Emitted(text="", refused=refused)
    found = named(block)
    rules = tuple(lower(rule, _REACH) for rule in found.rules)
    if not rules:
        return Emitted(
            text="", refused="No block: AgentCore denies every tool until a policy permits one."
        )
    return Emitted(
        text="".join(f"{_policy(block.server_key, rule)}\n" for rule in rules),
        losses=(
            *notes(rules),
            *found.notes,
            own_name(block.server_key),
            _GATEWAY,
            _ENFORCE,
        ),
        effective=effective(block, rules),
    )


def _unclear(key: str) -> str:
    """Why a target called `key` could be taken for part of a tool; "" where it cannot."""
    if "_" in key:
        return (
            "No block: AgentCore parts the names of target and tool at underscores, and the "
            f"server name {visible(key)} makes that unclear."
        )
    return ""


def _writable(conditions: tuple[Condition, ...]) -> tuple[Condition, ...] | None:
    return conditions if all(map(cedar.can_say, conditions)) else None


_REACH = Reach(approval=False, conditions=_writable, windows=())


def _policy(key: str, rule: Lowered) -> str:
    action = f"AgentCore::Action::{cedar.literal(f'{key}{_BETWEEN}{rule.name}')}"
    return cedar.statement(rule, action, f'AgentCore::Gateway::"{GATEWAY}"', _steps)


def _steps(condition: Condition) -> tuple[str, ...]:
    return ("input", *condition.path.split(".")[1:])


TARGET = Target(
    id="agentcore",
    title="AgentCore (Cedar)",
    language="cedar",
    filename="policies.cedar",
    goes_into="The policy engine that is attached to your gateway, each statement as a policy of "
    "its own.",
    proof="The tests decide every kind of rule in the Cedar engine. AgentCore itself, and how it "
    "hands a call to Cedar, are not run.",
    survives="",
    server_in_text=True,
    emit=emit,
)
