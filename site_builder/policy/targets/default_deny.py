"""What the formats share that deny whatever they do not list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pydantic import JsonValue

from site_builder.model.vocabulary import Verdict
from site_builder.policy.block import Block, Loss
from site_builder.policy.lowering import Lowered

_VISIBLE = Loss(
    "L-VISIBLE", "A blocked tool stays in the list that the model sees; calling it is refused."
)


def denied(rule: Lowered) -> str:
    """What an agent reads when `rule` denies its call: the policy's message where it has one."""
    if rule.message is not None:
        return rule.message
    if rule.verdict is Verdict.DENY:
        return "The policy of this server does not allow this tool."
    return "The policy of this server does not allow this tool with these arguments."


def effective(block: Block, rules: Iterable[Lowered]) -> Mapping[str, Verdict]:
    """The verdict of each tool that `block` has a rule for; one that was left out is denied."""
    verdicts = {rule.name: Verdict.DENY for rule in block.rules}
    return verdicts | {rule.name: rule.verdict for rule in rules}


def still_visible(block: Block, rules: Iterable[Lowered]) -> tuple[Loss, ...]:
    """The note that denied tools are still listed, where there are or may be any."""
    denies = any(rule.verdict is Verdict.DENY for rule in rules)
    return (_VISIBLE,) if denies or block.others or not block.complete else ()


def names(rules: Iterable[Lowered], *verdicts: Verdict) -> list[JsonValue]:
    """The tools that get one of `verdicts`, in the order of `rules`."""
    return [rule.name for rule in rules if rule.verdict in verdicts]


def nothing_listed(rules: Iterable[Lowered], place: str) -> str:
    """The refusal of a list without an entry, which a reader may take for no list at all.

    `place` is what to leave the server out of; "" comes back where a tool is listed.
    """
    if any(rule.verdict is not Verdict.DENY for rule in rules):
        return ""
    return (
        "No block: it would let no tool through, and an empty list may be read as no list at all. "
        f"Leave this server out of {place}."
    )
