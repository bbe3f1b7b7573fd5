"""An `mcp_toolset` among the `tools` of a request to Anthropic's Messages API.

`default_config` switches every tool of the server off; `configs` has the ones that are on. The
connector asks nobody and counts nothing.
"""

from __future__ import annotations

from site_builder.model.shape import JsonObject
from site_builder.model.vocabulary import Verdict
from site_builder.policy.block import Block, Emitted, Target
from site_builder.policy.lowering import Reach, lower, notes
from site_builder.policy.naming import named, refusal
from site_builder.policy.targets.client import own_name
from site_builder.policy.targets.default_deny import effective
from site_builder.policy.targets.document import written_json

_REACH = Reach(approval=False, conditions=None, windows=())


def emit(block: Block) -> Emitted:
    """`block` as one toolset, in which a tool without an entry is off."""
    if refused := refusal(block):
        return Emitted(text="", refused=refused)
    found = named(block)
    rules = tuple(lower(rule, _REACH) for rule in found.rules)
    toolset: JsonObject = {
        "type": "mcp_toolset",
        "mcp_server_name": block.server_key,
        "default_config": {"enabled": False},
        "configs": {rule.name: {"enabled": rule.verdict is Verdict.ALLOW} for rule in rules},
    }
    return Emitted(
        text=written_json(toolset),
        losses=(*notes(rules), *found.notes, own_name(block.server_key)),
        effective=effective(block, rules),
    )


TARGET = Target(
    id="anthropic",
    title="Anthropic Messages API",
    language="json",
    filename="anthropic-toolset.json",
    goes_into="The list tools of a request to /v1/messages with the beta header "
    "mcp-client-2025-11-20; the server itself stands under mcp_servers.",
    proof="Not run: the provider's servers enforce it. The tests check it against the types of "
    "the provider's own library.",
    survives="",
    server_in_text=True,
    emit=emit,
)
