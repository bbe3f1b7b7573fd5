"""Claude Code's permission settings, as its documentation and its behaviour have them.

deny wins over ask, ask over allow, however specific they are; a rule names one tool exactly. Two
forms deny the rest of the server. `defaultMode: dontAsk` refuses whatever is not allowed, and
turns every `ask` into a refusal; so where a rule asks, every other known tool stands under `deny`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import JsonValue

from site_builder.model.ids import is_policy_name
from site_builder.model.shape import JsonObject
from site_builder.model.vocabulary import Verdict
from site_builder.policy.block import Block, Emitted, Loss, Target
from site_builder.policy.lowering import Lowered, Reach, lower, notes
from site_builder.policy.naming import Named, named, refusal, visible
from site_builder.policy.targets.document import written_json

_REACH = Reach(approval=True, conditions=False, windows=())

_MAX_NAME = 64
"""The longest tool name that the model's provider takes."""

_UNSAFE = re.compile(r"[^A-Za-z0-9_-]")
_LAST_OF_ONE_UNIT = 0xFFFF

_TRUST = Loss(
    "L-TRUST",
    "In a project's settings, allow counts only after you trust the folder; deny counts at once.",
)
_BUILT_IN = Loss(
    "L-BUILT-IN",
    'The mode "dontAsk" covers the whole client: built-in tools and other servers\' tools that no '
    "allow rule names are refused too.",
)


@dataclass(frozen=True, slots=True)
class _Permission:
    """A tool's rule and the name that Claude Code calls the tool by."""

    rule: Lowered
    name: str


def emit(block: Block) -> Emitted:
    """`block` as permission settings; refused where one entry could stand for two tools."""
    refused = refusal(block) or _unclear(block)
    if refused:
        return Emitted(text="", refused=refused)
    found = named(block)
    permissions = tuple(_permission(block.server_key, lower(rule, _REACH)) for rule in found.rules)
    if len(permissions) == 1 and len(permissions[0].name) > _MAX_NAME:
        return Emitted(text="", refused=f"No block: {_too_long(permissions[0].name)}.")
    permissions = tuple(_of_fitting_name(permission) for permission in permissions)
    if any(permission.rule.verdict is Verdict.REQUIRE_APPROVAL for permission in permissions):
        return _enumerated(block, found, permissions)
    return _closed(block, found, permissions)


def _closed(block: Block, found: Named, permissions: tuple[_Permission, ...]) -> Emitted:
    """The form that refuses whatever it does not allow."""
    allow, deny = (_names(permissions, verdict) for verdict in (Verdict.ALLOW, Verdict.DENY))
    settings: JsonObject = {"defaultMode": "dontAsk", "allow": allow}
    if deny:
        settings["deny"] = deny
    losses = (*_losses(block, permissions), *found.notes, _BUILT_IN)
    return _emitted(block, settings, losses, permissions)


def _enumerated(block: Block, found: Named, permissions: tuple[_Permission, ...]) -> Emitted:
    """The form that can ask, and so has to name every tool that it denies."""
    odd = [*found.left_out, *(name for name in block.others if not is_policy_name(name))]
    if odd:
        names = ", ".join(visible(name) for name in odd)
        return Emitted(
            text="",
            refused="No block: a rule here asks, so every other tool has to be listed under deny, "
            f"and {names} cannot be named in a rule.",
        )
    others = sorted({_folded(block.server_key, name) for name in block.others})
    allow, ask, deny = (
        _names(permissions, verdict)
        for verdict in (Verdict.ALLOW, Verdict.REQUIRE_APPROVAL, Verdict.DENY)
    )
    lists: dict[str, list[JsonValue]] = {"allow": allow, "ask": ask, "deny": [*deny, *others]}
    settings: JsonObject = {key: names for key, names in lists.items() if names}
    losses = (*_losses(block, permissions), _default(block))
    return _emitted(block, settings, losses, permissions)


def _emitted(
    block: Block,
    settings: JsonObject,
    losses: tuple[Loss, ...],
    permissions: tuple[_Permission, ...],
) -> Emitted:
    verdicts = {rule.name: Verdict.DENY for rule in block.rules}
    return Emitted(
        text=written_json({"permissions": settings}),
        losses=losses,
        effective=verdicts | {one.rule.name: one.rule.verdict for one in permissions},
    )


def _folded(server_key: str, tool: str) -> str:
    """What Claude Code calls `tool` of the server that its configuration calls `server_key`."""
    return f"mcp__{_UNSAFE.sub(_underscores, server_key)}__{_UNSAFE.sub(_underscores, tool)}"


def _underscores(unsafe: re.Match[str]) -> str:
    # The client counts UTF-16 code units, of which a character beyond the first plane has two.
    return "__" if ord(unsafe[0]) > _LAST_OF_ONE_UNIT else "_"


def _permission(server_key: str, rule: Lowered) -> _Permission:
    return _Permission(rule, _folded(server_key, rule.name))


def _of_fitting_name(permission: _Permission) -> _Permission:
    if len(permission.name) <= _MAX_NAME or permission.rule.verdict is Verdict.DENY:
        return permission
    loss = Loss("L-LONG-NAME", f"{_too_long(permission.name)}, so the tool is blocked.")
    return _Permission(permission.rule.at_most(Verdict.DENY, loss), permission.name)


def _too_long(name: str) -> str:
    return f"{name} has {len(name)} characters, and the model's provider takes {_MAX_NAME}"


def _unclear(block: Block) -> str:
    """Why an entry of `block` would not stand for exactly one tool; "" where each does."""
    key = block.server_key
    if "__" in key or key.endswith("_"):
        return (
            "No block: Claude Code parts the names of server and tool at two underscores, and the "
            f"server name {visible(key)} makes that unclear."
        )
    tools: dict[str, str] = {}
    for name in block.others:
        tools.setdefault(_folded(key, name), name)
    for rule in block.rules:
        folded = _folded(key, rule.name)
        twin = tools.setdefault(folded, rule.name)
        if twin != rule.name:
            return (
                f"No block: Claude Code calls both {visible(twin)} and {visible(rule.name)} "
                f"{folded}, so a rule for one would govern the other."
            )
    return ""


def _names(permissions: Iterable[_Permission], verdict: Verdict) -> list[JsonValue]:
    return [one.name for one in permissions if one.rule.verdict is verdict]


def _losses(block: Block, permissions: tuple[_Permission, ...]) -> tuple[Loss, ...]:
    renamed = [one for one in permissions if _UNSAFE.search(one.rule.name)]
    folds = tuple(
        Loss(
            "L-FOLD",
            f"Claude Code calls {one.rule.name} {one.name}; a tool added later under a name that "
            "is spelled the same would be governed by this rule.",
        )
        for one in renamed
    )
    own_name = Loss(
        "L-NAME", f"Works only if your configuration calls this server {block.server_key}."
    )
    return (*notes(one.rule for one in permissions), *folds, own_name, _TRUST)


def _default(block: Block) -> Loss:
    known = len(block.others)
    if known == 0:
        listed = f"no other tool was known on {block.known_on}"
    elif known == 1:
        listed = f"the 1 other known on {block.known_on} is listed under deny"
    else:
        listed = f"the {known} others known on {block.known_on} are listed under deny"
    unsure = "" if block.complete else ", and that list may not be whole"
    return Loss(
        "L-DEFAULT",
        f"While a rule asks, this client cannot block everything else: {listed}{unsure}. "
        "A tool added later is not covered; the client asks about it.",
    )


TARGET = Target(
    id="claude-code",
    title="Claude Code",
    language="json",
    filename="settings.json",
    goes_into="~/.claude/settings.json for yourself, .claude/settings.json in a project, or the "
    "managed settings of a fleet; add the entries to the permissions that stand there.",
    proof="Written from documentation and observed behaviour; not run in this build.",
    emit=emit,
)
