"""Claude Code's permission settings, as its documentation and its behaviour have them.

deny wins over ask, ask over allow, however specific they are; a rule names one tool exactly. Two
forms deny the rest of the server. `defaultMode: dontAsk` refuses whatever is not allowed, and
turns every `ask` into a refusal; so where a rule asks, every other known tool stands under `deny`.
"""

from __future__ import annotations

import re
from functools import partial

from pydantic import JsonValue

from site_builder.model.ids import is_policy_name
from site_builder.model.shape import JsonObject
from site_builder.model.vocabulary import Verdict
from site_builder.policy.block import Block, Emitted, Loss, Target
from site_builder.policy.lowering import Lowered, Reach, lower, notes
from site_builder.policy.naming import Named, named, refusal, visible
from site_builder.policy.targets.client import (
    PROVIDER_LIMIT,
    cannot_close,
    collision,
    folded,
    folds,
    of_fitting_name,
    only_too_long,
    own_name,
)
from site_builder.policy.targets.default_deny import effective
from site_builder.policy.targets.document import written_json

_REACH = Reach(approval=True, conditions=None, windows=())

_UNSAFE = re.compile(r"[^A-Za-z0-9_-]")

_TRUST = Loss(
    "L-TRUST",
    "In a project's settings, allow counts only after you trust the folder; deny counts at once.",
)
_BUILT_IN = Loss(
    "L-BUILT-IN",
    'The mode "dontAsk" covers the whole client: built-in tools and other servers\' tools that no '
    "allow rule names are refused too.",
)


def emit(block: Block) -> Emitted:
    """`block` as permission settings; refused where one entry could stand for two tools."""
    spelled = partial(_folded, block.server_key)
    refused = (
        refusal(block)
        or _unclear(block.server_key)
        or collision(block, "Claude Code", spelled)
        or only_too_long(block, spelled, PROVIDER_LIMIT)
    )
    if refused:
        return Emitted(text="", refused=refused)
    found = named(block)
    rules = tuple(
        of_fitting_name(lower(rule, _REACH), spelled, PROVIDER_LIMIT) for rule in found.rules
    )
    if any(rule.verdict is Verdict.REQUIRE_APPROVAL for rule in rules):
        return _enumerated(block, found, rules)
    return _closed(block, found, rules)


def _closed(block: Block, found: Named, rules: tuple[Lowered, ...]) -> Emitted:
    """The form that refuses whatever it does not allow.

    The other known tools stand under deny all the same: a mode gives way to the switch that skips
    approvals, a deny entry does not.
    """
    allow, deny = (_names(block, rules, verdict) for verdict in (Verdict.ALLOW, Verdict.DENY))
    settings: JsonObject = {"defaultMode": "dontAsk", "allow": allow}
    if named_denials := [*deny, *_others(block)]:
        settings["deny"] = named_denials
    losses = (*_losses(block, rules), *found.notes, _BUILT_IN)
    return _emitted(block, settings, losses, rules)


def _enumerated(block: Block, found: Named, rules: tuple[Lowered, ...]) -> Emitted:
    """The form that can ask, and so has to name every tool that it denies."""
    odd = [*found.left_out, *(name for name in block.others if not is_policy_name(name))]
    if odd:
        names = ", ".join(visible(name) for name in odd)
        return Emitted(
            text="",
            refused="No block: a rule here asks, so every other tool has to be listed under deny, "
            f"and {names} cannot be named in a rule.",
        )
    others = _others(block)
    allow, ask, deny = (
        _names(block, rules, verdict)
        for verdict in (Verdict.ALLOW, Verdict.REQUIRE_APPROVAL, Verdict.DENY)
    )
    lists: dict[str, list[JsonValue]] = {"allow": allow, "ask": ask, "deny": [*deny, *others]}
    settings: JsonObject = {key: names for key, names in lists.items() if names}
    rest = cannot_close(
        block,
        "While a rule asks, this client cannot block everything else",
        "listed under deny",
    )
    return _emitted(block, settings, (*_losses(block, rules), rest), rules)


def _emitted(
    block: Block, settings: JsonObject, losses: tuple[Loss, ...], rules: tuple[Lowered, ...]
) -> Emitted:
    return Emitted(
        text=written_json({"permissions": settings}),
        losses=losses,
        effective=effective(block, rules),
    )


def _folded(server_key: str, tool: str) -> str:
    """What Claude Code calls `tool` of the server that its configuration calls `server_key`."""
    return f"mcp__{folded(server_key, _UNSAFE, '_')}__{folded(tool, _UNSAFE, '_')}"


def _unclear(key: str) -> str:
    """Why an entry for a server called `key` would not stand for it alone; "" where it does."""
    if "__" in key or key.endswith("_"):
        return (
            "No block: Claude Code parts the names of server and tool at two underscores, and the "
            f"server name {visible(key)} makes that unclear."
        )
    return ""


def _others(block: Block) -> list[JsonValue]:
    """The entries of the known tools without a rule; a name that no entry can hold is left out."""
    others = (name for name in block.others if is_policy_name(name))
    return [*sorted({_folded(block.server_key, name) for name in others})]


def _names(block: Block, rules: tuple[Lowered, ...], verdict: Verdict) -> list[JsonValue]:
    return [_folded(block.server_key, rule.name) for rule in rules if rule.verdict is verdict]


def _losses(block: Block, rules: tuple[Lowered, ...]) -> tuple[Loss, ...]:
    key = block.server_key
    spelled = partial(_folded, key)
    exact = spelled("")
    return (*notes(rules), *folds(rules, "Claude Code", spelled, exact), own_name(key), _TRUST)


TARGET = Target(
    id="claude-code",
    title="Claude Code",
    language="json",
    filename="settings.json",
    goes_into="~/.claude/settings.json for yourself, .claude/settings.json in a project, or the "
    "managed settings of a fleet; add the entries to the permissions that stand there.",
    proof="Not run yet; written from documentation and observed behaviour.",
    survives="With --dangerously-skip-permissions: deny and ask hold, which name every tool that "
    "was known of the server; one that is added later runs.",
    server_in_text=True,
    emit=emit,
)
