"""The authorization of an MCP backend in agentgateway, as its documentation has it.

Where any rule stands, a call passes only if one of them holds. Rules are expressions in CEL over
the names of target and tool; arguments are not among what they see. Calls can be counted for a
route as a whole, but not for one tool.
"""

from __future__ import annotations

import json

from pydantic import JsonValue

from site_builder.model.shape import JsonObject
from site_builder.model.vocabulary import Verdict
from site_builder.policy.block import Block, Emitted, Loss, Target
from site_builder.policy.lowering import Reach, lower, notes
from site_builder.policy.naming import named, refusal
from site_builder.policy.targets.client import own_name, unusable_key
from site_builder.policy.targets.default_deny import effective, names, nothing_listed
from site_builder.policy.targets.document import written_yaml

_REACH = Reach(approval=False, conditions=None, windows=())

_REST = Loss(
    "L-REST",
    "Prompts and resources of the server are refused too, since no rule here allows them.",
)


def emit(block: Block) -> Emitted:
    """`block` as one rule a tool; refused where none is allowed."""
    refused = refusal(block) or unusable_key(block, "agentgateway")
    if refused:
        return Emitted(text="", refused=refused)
    found = named(block)
    rules = tuple(lower(rule, _REACH) for rule in found.rules)
    if refused := nothing_listed(rules, "the gateway"):
        return Emitted(text="", refused=refused)
    expressions: list[JsonValue] = [
        f"mcp.tool.target == {json.dumps(block.server_key)} && mcp.tool.name == {json.dumps(name)}"
        for name in names(rules, Verdict.ALLOW)
    ]
    document: JsonObject = {"mcpAuthorization": {"rules": expressions}}
    return Emitted(
        text=written_yaml(document),
        losses=(*notes(rules), *found.notes, own_name(block.server_key), _REST),
        effective=effective(block, rules),
    )


TARGET = Target(
    id="agentgateway",
    title="agentgateway",
    language="yaml",
    filename="agentgateway.yaml",
    goes_into="policies of the route to this server in the gateway's configuration; the name is "
    "that of the target under backends.",
    proof="Written from documentation, not run. The tests decide its rules in a CEL engine.",
    survives="",
    server_in_text=True,
    emit=emit,
)
