"""The command that starts Docker's MCP gateway with chosen tools, as its documentation has it.

`--tools` names the only tools that the gateway serves. Names have letters, digits and _ - . alone,
so no shell reads anything into them.
"""

from __future__ import annotations

from site_builder.model.vocabulary import Verdict
from site_builder.policy.block import Block, Emitted, Loss, Target
from site_builder.policy.lowering import Reach, lower, notes
from site_builder.policy.naming import named, refusal
from site_builder.policy.targets.client import collision, own_name, unusable_key
from site_builder.policy.targets.default_deny import effective, names, nothing_listed

_REACH = Reach(approval=False, conditions=None, windows=())

_GATEWAY = Loss(
    "L-GATEWAY",
    "The list counts for the whole gateway: other servers behind it serve nothing unless their "
    "tools are listed too.",
)


def emit(block: Block) -> Emitted:
    """`block` as a command; refused where it would list no tool."""
    # How a gateway compares names is not documented: taken to ignore case, none stands for two.
    refused = (
        refusal(block)
        or unusable_key(block, "Docker MCP Gateway")
        or collision(block, "Docker MCP Gateway", str.casefold)
    )
    if refused:
        return Emitted(text="", refused=refused)
    found = named(block)
    rules = tuple(lower(rule, _REACH) for rule in found.rules)
    if refused := nothing_listed(rules, "the gateway"):
        return Emitted(text="", refused=refused)
    key = block.server_key
    flags = [f"--servers={key}", *(f"--tools={key}:{one}" for one in names(rules, Verdict.ALLOW))]
    return Emitted(
        text=" \\\n  ".join(["docker mcp gateway run", *flags]) + "\n",
        losses=(*notes(rules), *found.notes, own_name(key), _GATEWAY),
        effective=effective(block, rules),
    )


TARGET = Target(
    id="docker",
    title="Docker MCP Gateway",
    language="sh",
    filename="docker-gateway.sh",
    goes_into="The command that starts the gateway, in your shell or in your client's "
    "configuration.",
    proof="Written from documentation, not run.",
    survives="",
    server_in_text=True,
    emit=emit,
)
