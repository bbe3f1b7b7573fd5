"""Which tools of a block a target may name at all; hostile names end here."""

from __future__ import annotations

import json
from dataclasses import dataclass

from site_builder.model.ids import MAX_TOOL_NAME, is_policy_name
from site_builder.policy.block import Block, Loss, ToolRule


@dataclass(frozen=True, slots=True)
class Named:
    """The rules of a block that may be written, and the tools that are left out of it."""

    rules: tuple[ToolRule, ...]
    left_out: tuple[str, ...]

    @property
    def notes(self) -> tuple[Loss, ...]:
        """The note on the tools left out, for a target that denies whatever it does not list."""
        if not self.left_out:
            return ()
        names = ", ".join(visible(name) for name in self.left_out)
        return (Loss("L-ODD-NAME", f"{names}: {_REASON}. Not listed here, and so denied."),)


_REASON = (
    f"a rule can name only letters A to Z, digits and _ - . in up to {MAX_TOOL_NAME} characters"
)


def named(block: Block) -> Named:
    """The rules of `block` by whether their tools' names can stand in a policy."""
    return Named(
        rules=tuple(rule for rule in block.rules if is_policy_name(rule.name)),
        left_out=tuple(rule.name for rule in block.rules if not is_policy_name(rule.name)),
    )


def refusal(block: Block) -> str:
    """Why no target may print `block`, as a sentence; "" where nothing stands against it."""
    names = [rule.name for rule in block.rules]
    if len(set(names)) < len(names):
        return "No block: two rules name the same tool."
    if names and not any(is_policy_name(name) for name in names):
        return f"No block for {', '.join(visible(name) for name in names)}: {_REASON}."
    return ""


def visible(name: str) -> str:
    """`name` in quotes, with every character outside printable ASCII as its escape."""
    return json.dumps(name)
