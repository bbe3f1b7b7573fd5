"""What the proof lane saw: which calls the real engine of a target let through to a server.

`proofs.json` is written by `make prove WRITE=1` and by nothing else; an engine that was not run
has no entry in it.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from importlib.resources import files

from site_builder.model.shape import Date, Shape, Text
from site_builder.policy.block import Target
from site_builder.policy.words import joined


class Setting(StrEnum):
    """What surrounds a block while it is tried."""

    BLOCK = "block"
    CONTROL = "control"
    PERSON = "person"
    SKIP = "skip-approvals"
    HOSTILE = "hostile"


class Standing(StrEnum):
    """How a block treats a tool: by the verdict that it gives it, or as one without a rule."""

    ALLOW = "allow"
    DENY = "deny"
    REQUIRE_APPROVAL = "require-approval"
    RATE_LIMIT = "rate-limit"
    UNLISTED = "unlisted"


class Calls(Shape):
    """How many calls of tools of one standing were made, and how many reached the server."""

    standing: Standing
    made: int
    reached: int


class TriedRun(Shape):
    """One run of an engine: its block, by the SHA-256 of its text, and what came of the calls.

    `what` says exactly what was run.
    """

    setting: Setting
    what: Text
    block: str
    calls: tuple[Calls, ...]


class Proof(Shape):
    """All runs of one engine on one day."""

    target: str
    engine: Text
    version: Text
    date: Date
    runs: tuple[TriedRun, ...]


class Proofs(Shape):
    """The whole file."""

    proofs: tuple[Proof, ...]

    def of(self, target: str) -> Proof | None:
        """The proof of the target of that id, None where it has none."""
        return next((proof for proof in self.proofs if proof.target == target), None)


@cache
def recorded() -> Proofs:
    """The proofs that ship with the builder."""
    return read_proofs((files("site_builder.policy") / "proofs.json").read_bytes())


def read_proofs(text: bytes) -> Proofs:
    """The proofs in `text`.

    Raises:
        ValueError: `text` is not such a file.
    """
    return Proofs.model_validate_json(text)


def proof_sentence(target: Target) -> str:
    """How far the blocks of `target` were proved: what was seen, else what the target says."""
    proof = recorded().of(target.id)
    return target.proof if proof is None else seen(proof)


def seen(proof: Proof) -> str:
    """`proof` in sentences."""
    sentences = [_with_block(proof)]
    if any(run.setting is Setting.PERSON for run in proof.runs):
        sentences.append(_with_person(proof))
    if all(one.reached == one.made for one in summed(proof, Setting.CONTROL)):
        sentences.append("With the block out of the way every call reached it.")
    return " ".join(sentences)


def summed(proof: Proof, setting: Setting) -> tuple[Calls, ...]:
    """The calls of all runs of `proof` in `setting`, one entry a standing."""
    calls = [one for run in proof.runs if run.setting is setting for one in run.calls]
    return tuple(
        Calls(
            standing=standing,
            made=sum(one.made for one in calls if one.standing is standing),
            reached=sum(one.reached for one in calls if one.standing is standing),
        )
        for standing in Standing
        if any(one.standing is standing for one in calls)
    )


def _with_block(proof: Proof) -> str:
    calls = summed(proof, Setting.BLOCK)
    let_through = [_PHRASES[one.standing] for one in calls if one.reached == one.made]
    held = [_PHRASES[one.standing] for one in calls if one.reached == 0]
    counted = [
        f"of {one.made} calls in a minute, {one.reached} did and those over the limit did not"
        for one in calls
        if 0 < one.reached < one.made
    ]
    parts = [f"{joined(let_through, 'and')} reached the server", *counted]
    if held:
        parts.append(f"these did not: {joined(held, 'and')}")
    return f"Proved in {proof.engine} {proof.version} on {proof.date}: {'; '.join(parts)}."


def _with_person(proof: Proof) -> str:
    (asked,) = (
        one for one in summed(proof, Setting.PERSON) if one.standing is Standing.REQUIRE_APPROVAL
    )
    outcome = "reached it" if asked.reached == asked.made else "still did not"
    return f"The call of the tool that asks {outcome} once a stand-in for a person had said yes."


_PHRASES = {
    Standing.ALLOW: "an allowed call",
    Standing.DENY: "a denied call",
    Standing.REQUIRE_APPROVAL: "an unapproved call of a tool that asks",
    Standing.RATE_LIMIT: "a call under its limit",
    Standing.UNLISTED: "a call of a tool without a rule",
}
