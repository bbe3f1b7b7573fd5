"""An MCP server among the `tools` of a request to OpenAI's Responses API.

`allowed_tools` limits which tools the model sees. `require_approval` says for each of them whether
the API stops and hands the call back, for the application to have it approved.
"""

from __future__ import annotations

from site_builder.model.shape import JsonObject
from site_builder.model.vocabulary import Verdict
from site_builder.policy.block import Block, Emitted, Loss, Target
from site_builder.policy.lowering import Reach, lower, notes
from site_builder.policy.naming import named, refusal
from site_builder.policy.targets.default_deny import effective, names, nothing_listed
from site_builder.policy.targets.document import written_json

_REACH = Reach(approval=True, conditions=None, windows=())

_HANDED_BACK = Loss(
    "L-HANDED-BACK",
    "The API hands a call that needs approval to your application; whether a person is asked "
    "there is up to the application.",
)


def emit(block: Block) -> Emitted:
    """`block` as one object for `tools`; refused where it would list no tool."""
    if refused := refusal(block):
        return Emitted(text="", refused=refused)
    found = named(block)
    rules = tuple(lower(rule, _REACH) for rule in found.rules)
    if refused := nothing_listed(rules, "the request"):
        return Emitted(text="", refused=refused)
    always, never = names(rules, Verdict.REQUIRE_APPROVAL), names(rules, Verdict.ALLOW)
    approval: JsonObject = {}
    if always:
        approval["always"] = {"tool_names": always}
    if never:
        approval["never"] = {"tool_names": never}
    tool: JsonObject = {
        "type": "mcp",
        "server_label": block.server_key,
        "allowed_tools": names(rules, Verdict.ALLOW, Verdict.REQUIRE_APPROVAL),
        "require_approval": approval,
    }
    return Emitted(
        text=written_json(tool),
        losses=(*notes(rules), *found.notes, *((_HANDED_BACK,) if always else ())),
        effective=effective(block, rules),
    )


TARGET = Target(
    id="openai",
    title="OpenAI Responses API",
    language="json",
    filename="openai-tool.json",
    goes_into="The list tools of a request to /v1/responses; add server_url, and whatever the "
    "server needs to let you in.",
    proof="Not run: the provider's servers enforce it. The tests check it against the types of "
    "the provider's own library.",
    survives="",
    server_in_text=True,
    emit=emit,
)
