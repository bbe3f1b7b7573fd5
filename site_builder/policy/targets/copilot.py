"""The `tools` list of an MCP server for GitHub Copilot, as its documentation has it.

The cloud agent and the command line read the same list: a tool that is not in it is not offered.
The cloud agent runs what is in it without asking anybody, so whatever needs a person or a limit is
left out. The command line's own flags could ask, but a list that relies on them would be pasted
into the cloud agent as well; that is why there is one text here, and it is the strict one.
"""

from __future__ import annotations

import re
from functools import partial

from site_builder.model.shape import JsonObject
from site_builder.model.vocabulary import Verdict
from site_builder.policy.block import Block, Emitted, Loss, Target
from site_builder.policy.lowering import Reach, lower, notes
from site_builder.policy.naming import named, refusal
from site_builder.policy.targets.client import (
    PROVIDER_LIMIT,
    collision,
    folded,
    of_fitting_name,
    only_too_long,
    own_name,
    unusable_key,
)
from site_builder.policy.targets.default_deny import effective, names, nothing_listed
from site_builder.policy.targets.document import written_json

_UNSAFE = re.compile(r"[^A-Za-z0-9_-]")

_REACH = Reach(approval=False, conditions=None, windows=())

_UNASKED = Loss(
    "L-UNASKED",
    "The cloud agent runs every tool in this list without asking; the command line asks, unless "
    "it is told not to.",
)


def emit(block: Block) -> Emitted:
    """`block` as the list of the tools that may run; refused where that is none."""
    spelled = partial(_model_name, block.server_key)
    refused = (
        refusal(block)
        or unusable_key(block, "Copilot")
        or collision(block, "Copilot", spelled)
        or only_too_long(block, spelled, PROVIDER_LIMIT)
    )
    if refused:
        return Emitted(text="", refused=refused)
    found = named(block)
    rules = tuple(
        of_fitting_name(lower(rule, _REACH), spelled, PROVIDER_LIMIT) for rule in found.rules
    )
    if refused := nothing_listed(rules, "the configuration"):
        return Emitted(text="", refused=refused)
    document: JsonObject = {
        "mcpServers": {block.server_key: {"tools": names(rules, Verdict.ALLOW)}}
    }
    return Emitted(
        text=written_json(document),
        losses=(*notes(rules), *found.notes, own_name(block.server_key), _UNASKED),
        effective=effective(block, rules),
    )


def _model_name(server_key: str, tool: str) -> str:
    return folded(f"{server_key}-{tool}", _UNSAFE, "-")


TARGET = Target(
    id="copilot",
    title="GitHub Copilot",
    language="json",
    filename="mcp-config.json",
    goes_into="The entry of this server that you have: for the cloud agent under Settings, "
    "Copilot, MCP configuration of the repository; for the command line in "
    "~/.copilot/mcp-config.json. The list tools takes the place of the one that stands there.",
    proof="Not run yet; written from documentation.",
    survives="With --allow-all-tools: a tool that is not in the list stays unavailable.",
    server_in_text=True,
    emit=emit,
)
