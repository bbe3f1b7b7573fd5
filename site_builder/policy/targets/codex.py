"""The keys of an MCP server in Codex's config.toml, as its loader of version 0.171 takes them.

`enabled_tools` and `disabled_tools` have the tools' own names; a tool in neither is not offered.
`approval_mode` is "prompt" for a tool that asks, "approve" for one that is approved beforehand.
"""

from __future__ import annotations

import re

from pydantic import JsonValue

from site_builder.model.shape import JsonObject
from site_builder.model.vocabulary import Verdict
from site_builder.policy.block import Block, Emitted, Loss, Target
from site_builder.policy.lowering import Lowered, Reach, lower, notes
from site_builder.policy.naming import named, refusal
from site_builder.policy.targets.client import collision, unusable_key
from site_builder.policy.targets.default_deny import effective, names
from site_builder.policy.targets.document import checked_toml, quoted

_REACH = Reach(approval=True, conditions=None, windows=())

_MODES = {Verdict.ALLOW: "approve", Verdict.REQUIRE_APPROVAL: "prompt"}

_PLACE = Loss(
    "L-PLACE", "Outside the table of this server Codex ignores these keys and says nothing."
)
_HEADLESS = Loss(
    "L-HEADLESS",
    'With approval_policy = "never" a tool that asks is refused, not run; with the sandbox '
    "danger-full-access beside it, it runs unasked.",
)


def emit(block: Block) -> Emitted:
    """`block` as keys for the server's table, which stands in the user's file already."""
    refused = (
        refusal(block) or unusable_key(block, "Codex") or collision(block, "Codex", _model_name)
    )
    if refused:
        return Emitted(text="", refused=refused)
    found = named(block)
    rules = tuple(lower(rule, _REACH) for rule in found.rules)
    asks = any(rule.verdict is Verdict.REQUIRE_APPROVAL for rule in rules)
    return Emitted(
        text=_written(rules),
        losses=(*notes(rules), *found.notes, _PLACE, *((_HEADLESS,) if asks else ())),
        effective=effective(block, rules),
    )


def _model_name(tool: str) -> str:
    """What the model calls `tool`, beside the name of its server."""
    return re.sub(r"[^A-Za-z0-9_]", "_", tool)


def _written(rules: tuple[Lowered, ...]) -> str:
    enabled, disabled = names(rules, *_MODES), names(rules, Verdict.DENY)
    modes = {rule.name: _MODES[rule.verdict] for rule in rules if rule.verdict in _MODES}
    document: JsonObject = {
        "enabled_tools": enabled,
        "disabled_tools": disabled,
        "default_tools_approval_mode": "prompt",
    }
    if modes:
        document["tools"] = {name: {"approval_mode": mode} for name, mode in modes.items()}
    lines = (
        "# Keys of the table [mcp_servers.NAME] that your config.toml has for this server.",
        "# TOML allows one table of a name: add them there, right below its command or url.",
        f"enabled_tools = {_list(enabled)}",
        f"disabled_tools = {_list(disabled)}",
        'default_tools_approval_mode = "prompt"',
        *(f'tools.{quoted(name)}.approval_mode = "{mode}"' for name, mode in modes.items()),
    )
    return checked_toml("".join(f"{line}\n" for line in lines), document)


def _list(tools: list[JsonValue]) -> str:
    if not tools:
        return "[]"
    return "[\n" + "".join(f"  {quoted(str(tool))},\n" for tool in tools) + "]"


TARGET = Target(
    id="codex",
    title="Codex",
    language="toml",
    filename="codex.toml",
    goes_into="~/.codex/config.toml, or .codex/config.toml in a project you trust: inside the "
    "table [mcp_servers.NAME] that already starts this server, below its command or url.",
    proof="Not run yet; written from documentation and the loader's own messages.",
    survives="With --dangerously-bypass-approvals-and-sandbox: denied and unlisted tools stay "
    "unavailable, and a tool that asks runs unasked. So it does where approval_policy is "
    "never and sandbox_mode danger-full-access.",
    server_in_text=False,
    emit=emit,
)
