"""VS Code's setting for tools that must be approved each time, as its documentation has it.

The setting blocks nothing: it can only say that a tool is never approved without a person. A block
with a denial would be weaker than what was asked for, and so is not printed.
"""

from __future__ import annotations

from site_builder.model.ids import is_policy_name
from site_builder.model.shape import JsonObject
from site_builder.model.vocabulary import Verdict
from site_builder.policy.block import Block, Emitted, Loss, Target
from site_builder.policy.lowering import Reach, lower, notes
from site_builder.policy.naming import named, refusal
from site_builder.policy.targets.client import (
    cannot_close,
    cannot_deny,
    own_name,
    unusable_key,
)
from site_builder.policy.targets.default_deny import effective
from site_builder.policy.targets.document import written_json

_REACH = Reach(approval=True, conditions=None, windows=())

_ELIGIBLE = Loss(
    "L-ELIGIBLE", "An allowed tool is asked for until the user approves it once and for all."
)


def emit(block: Block) -> Emitted:
    """`block` as the setting; refused where a tool is to be denied."""
    refused = refusal(block) or unusable_key(block, "VS Code")
    if refused:
        return Emitted(text="", refused=refused)
    found = named(block)
    rules = tuple(lower(rule, _REACH) for rule in found.rules)
    if refused := cannot_deny(found, rules, "VS Code"):
        return Emitted(text="", refused=refused)
    others = sorted(name for name in block.others if is_policy_name(name))
    eligible: JsonObject = {
        f"{block.server_key}/{rule.name}": rule.verdict is Verdict.ALLOW for rule in rules
    }
    eligible |= {f"{block.server_key}/{name}": False for name in others}
    losses = (
        *notes(rules),
        own_name(block.server_key),
        _ELIGIBLE,
        cannot_close(block, "VS Code blocks nothing", "asked for every time"),
    )
    return Emitted(
        text=written_json({"chat.tools.eligibleForAutoApproval": eligible}),
        losses=losses,
        effective=effective(block, rules),
    )


TARGET = Target(
    id="vscode",
    title="VS Code",
    language="json",
    filename="vscode-settings.json",
    goes_into="settings.json of the user, or the policy ChatToolsEligibleForAutoApproval of an "
    "organisation.",
    proof="Written from documentation, not run.",
    survives="",
    server_in_text=True,
    emit=emit,
)
