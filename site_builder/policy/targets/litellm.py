"""The tool lists of an MCP server in LiteLLM's config.yaml, as the source of 1.108 reads them.

A list of allowed tools without an entry counts as no list, so none is printed. LiteLLM writes the
server's name and a hyphen before a tool's name and takes both spellings in a list; the server's
name itself has no hyphen for that reason.
"""

from __future__ import annotations

from site_builder.model.shape import JsonObject
from site_builder.model.vocabulary import Verdict
from site_builder.policy.block import Block, Emitted, Loss, Target
from site_builder.policy.lowering import Reach, lower, notes
from site_builder.policy.naming import named, refusal
from site_builder.policy.targets.client import collision, own_name, unusable_key
from site_builder.policy.targets.default_deny import effective, names, nothing_listed
from site_builder.policy.targets.document import written_yaml

_REACH = Reach(approval=False, conditions=None, windows=())


def emit(block: Block) -> Emitted:
    """`block` as the lists of the server's entry; refused where no tool is allowed."""
    key = block.server_key.replace("-", "_")
    prefix = f"{key}-"
    refused = (
        refusal(block)
        or unusable_key(block, "LiteLLM")
        or collision(block, "LiteLLM", lambda tool: tool.removeprefix(prefix))
    )
    if refused:
        return Emitted(text="", refused=refused)
    found = named(block)
    rules = tuple(lower(rule, _REACH) for rule in found.rules)
    if refused := nothing_listed(rules, "the configuration"):
        return Emitted(text="", refused=refused)
    lists: JsonObject = {"allowed_tools": names(rules, Verdict.ALLOW)}
    if blocked := names(rules, Verdict.DENY):
        lists["disallowed_tools"] = blocked
    doubles = tuple(
        Loss(
            "L-FOLD",
            f"LiteLLM takes {name} for {name.removeprefix(prefix)} as well; a tool added later "
            "under that name would be governed by this rule.",
        )
        for name in (rule.name for rule in rules)
        if name.startswith(prefix)
    )
    return Emitted(
        text=written_yaml({"mcp_servers": {key: lists}}),
        losses=(*notes(rules), *found.notes, *doubles, own_name(key)),
        effective=effective(block, rules),
    )


TARGET = Target(
    id="litellm",
    title="LiteLLM",
    language="yaml",
    filename="litellm.yaml",
    goes_into="config.yaml of the LiteLLM proxy: the lists go into the entry that this server has "
    "under mcp_servers.",
    proof="Not run yet; written from documentation and the source of the proxy.",
    survives="",
    server_in_text=True,
    emit=emit,
)
