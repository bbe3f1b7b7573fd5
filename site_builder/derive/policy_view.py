"""A policy as a page shows it: its sentences, and its block for each enforcement point.

Sentences and blocks are made from the same policy values, so that they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import JsonValue

from site_builder.derive.marks import Mark, verdict_mark
from site_builder.model.policy import Policy
from site_builder.policy import words
from site_builder.policy.block import Block, Target
from site_builder.policy.proofs import proof_sentence
from site_builder.policy.server_name import named_block


@dataclass(frozen=True, slots=True)
class BlockView:
    """A block for one target. `text` is "" where none may be printed, and `refused` says why.

    `copies` names what the copy button copies. `notes` are what the target cannot express;
    `stricter` is the verdict that the tool gets there instead of the recommended one. `survives`
    is what holds when approvals are skipped, "" where they cannot be. `file` is the link to the
    block as a file, None where there is none; `filename` what to save it as.
    """

    id: str
    target: str
    language: str
    text: str
    refused: str
    copies: str
    goes_into: str
    proof: str
    survives: str
    notes: tuple[str, ...]
    stricter: Mark | None
    filename: str
    file: str | None = None
    naming: JsonValue = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What happens in one situation."""

    situation: str
    result: str


def outcomes(policy: Policy, block: Block) -> tuple[Outcome, ...]:
    """What happens on a call, after the limit, and to every other tool."""
    after = words.after_limit(policy)
    over = min((limit.max for limit in policy.limits), default=0) + 1
    return (
        Outcome("On a call", words.on_call(policy)),
        *((Outcome(f"On call {over}", after),) if after else ()),
        Outcome("Every other tool", words.every_other_tool(block)),
    )


def block_views(
    block: Block, targets: Iterable[Target], subject: str, *, wanted: Policy | None = None
) -> tuple[BlockView, ...]:
    """`block` for each of `targets`; `subject` names it for the copy button.

    `wanted` is the policy of the block's only tool: a target that lowers its verdict says so.
    """
    return tuple(_view(block, target, subject, wanted) for target in targets)


def naming(target: Target, block: Block) -> JsonValue:
    """The pieces of `block` for `target` as the page's script reads them; None without any."""
    named = named_block(target, block)
    if named is None:
        return None
    return {
        "pieces": list(named.pieces),
        "longest": named.longest,
        "underscores": named.underscores,
    }


def _view(block: Block, target: Target, subject: str, wanted: Policy | None) -> BlockView:
    emitted = target.emit(block)
    given = emitted.effective.get(block.rules[0].name) if wanted and block.rules else None
    stricter = given is not None and wanted is not None and given is not wanted.verdict
    return BlockView(
        id=target.id,
        target=target.title,
        language=target.language,
        text=emitted.text,
        refused=emitted.refused,
        copies=f"{target.title} policy for {subject}",
        goes_into=target.goes_into,
        proof=proof_sentence(target),
        survives=target.survives,
        notes=tuple(loss.text for loss in emitted.losses),
        stricter=verdict_mark(given) if stricter and given is not None else None,
        filename=target.filename,
    )
