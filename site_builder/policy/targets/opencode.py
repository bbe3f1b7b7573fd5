"""The `permission` of opencode's configuration, in the form of version 1.18.

The last entry that matches a call decides, so the entry for every tool of the server comes first
and the order of the keys carries the meaning. The client calls a tool by server and tool with one
underscore between them.
"""

from __future__ import annotations

import re
from functools import partial

from site_builder.model.vocabulary import Verdict
from site_builder.policy.block import Block, Emitted, Loss, Target
from site_builder.policy.lowering import Reach, lower, notes
from site_builder.policy.naming import named, refusal
from site_builder.policy.targets.client import (
    PROVIDER_LIMIT,
    collision,
    folded,
    folds,
    of_fitting_name,
    only_too_long,
    own_name,
)
from site_builder.policy.targets.default_deny import effective
from site_builder.policy.targets.document import written_json

_UNSAFE = re.compile(r"[^A-Za-z0-9_-]")

_REACH = Reach(approval=True, conditions=None, windows=())

_ACTIONS = {Verdict.DENY: "deny", Verdict.REQUIRE_APPROVAL: "ask", Verdict.ALLOW: "allow"}

_ORDER = Loss(
    "L-ORDER",
    "The last entry that matches decides: keep these in this order, after any other entry of "
    "permission.",
)


def emit(block: Block) -> Emitted:
    """`block` as permissions, the one for everything else first."""
    spelled = partial(_joined, block.server_key)
    refused = (
        refusal(block)
        or collision(block, "opencode", spelled)
        or only_too_long(block, spelled, PROVIDER_LIMIT)
    )
    if refused:
        return Emitted(text="", refused=refused)
    found = named(block)
    rules = tuple(
        of_fitting_name(lower(rule, _REACH), spelled, PROVIDER_LIMIT) for rule in found.rules
    )
    prefix = spelled("")
    permission = {f"{prefix}*": "deny"} | {
        spelled(rule.name): _ACTIONS[rule.verdict] for rule in rules
    }
    return Emitted(
        text=written_json({"permission": {**permission}}),
        losses=(
            *notes(rules),
            *found.notes,
            *folds(rules, "opencode", spelled, prefix),
            own_name(block.server_key),
            _prefix(prefix),
            _ORDER,
        ),
        effective=effective(block, rules),
    )


def _joined(server_key: str, tool: str) -> str:
    return folded(f"{server_key}_{tool}", _UNSAFE, "_")


def _prefix(prefix: str) -> Loss:
    return Loss(
        "L-PREFIX",
        f"opencode cannot tell a server whose name begins with {prefix} from this one, so these "
        "rules govern its tools too.",
    )


TARGET = Target(
    id="opencode",
    title="opencode",
    language="json",
    filename="opencode.json",
    goes_into="opencode.json in a project, or ~/.config/opencode/opencode.json for yourself: at "
    "the end of the permission object that stands there.",
    proof="Not run yet; written from documentation and observed behaviour.",
    survives="With --auto: deny holds, also for everything unlisted, and a tool that asks runs "
    "unasked.",
    server_in_text=True,
    emit=emit,
)
