"""Cursor's list of MCP tools that run without asking, as its documentation has it.

Whatever is not in the list is asked for, and nothing can be denied. A block with a denial would be
weaker than what was asked for, and so is not printed.
"""

from __future__ import annotations

from pydantic import JsonValue

from site_builder.model.vocabulary import Verdict
from site_builder.policy.block import Block, Emitted, Target
from site_builder.policy.lowering import Reach, lower, notes
from site_builder.policy.naming import named, refusal
from site_builder.policy.targets.client import (
    cannot_close,
    cannot_deny,
    own_name,
    unusable_key,
)
from site_builder.policy.targets.default_deny import effective, names
from site_builder.policy.targets.document import written_json

_REACH = Reach(approval=True, conditions=None, windows=())


def emit(block: Block) -> Emitted:
    """`block` as the list of the allowed tools; refused where a tool is to be denied."""
    refused = refusal(block) or unusable_key(block, "Cursor")
    if refused:
        return Emitted(text="", refused=refused)
    found = named(block)
    rules = tuple(lower(rule, _REACH) for rule in found.rules)
    if refused := cannot_deny(found, rules, "Cursor"):
        return Emitted(text="", refused=refused)
    allowed: list[JsonValue] = [
        f"{block.server_key}:{name}" for name in names(rules, Verdict.ALLOW)
    ]
    losses = (
        *notes(rules),
        own_name(block.server_key),
        cannot_close(block, "Cursor blocks nothing", "asked for every time"),
    )
    return Emitted(
        text=written_json({"mcpAllowlist": allowed}),
        losses=losses,
        effective=effective(block, rules),
    )


TARGET = Target(
    id="cursor",
    title="Cursor",
    language="json",
    filename="cursor-permissions.json",
    goes_into="~/.cursor/permissions.json for yourself, or .cursor/permissions.json in a project.",
    proof="Written from documentation, not run.",
    survives="",
    server_in_text=True,
    emit=emit,
)
