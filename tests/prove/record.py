"""What a run of the lane saw, as the data file of the site has it."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path

from pydantic import JsonValue

from site_builder.policy import proofs
from site_builder.policy.proofs import Calls, Proof, Proofs, Standing, TriedRun, read_proofs
from site_builder.policy.targets import TARGETS, target
from tests.prove.cases import Case
from tests.prove.session import Session

FILE = Path(proofs.__file__).with_name("proofs.json")


def block_text(case: Case) -> str:
    """The block of `case` as its target's emitter writes it."""
    return target(case.target).emit(case.block).text


def digest(case: Case) -> str:
    """The SHA-256 of the block's text, by which a change of it is noticed."""
    return hashlib.sha256(block_text(case).encode()).hexdigest()


def tried(case: Case, session: Session) -> TriedRun:
    """`session` by how the block stands to each tool that was called in it."""
    verdicts = target(case.target).emit(case.block).effective
    standing = {
        tool: Standing(verdicts[tool].value) if tool in verdicts else Standing.UNLISTED
        for tool in case.tools
    }
    made = Counter(standing[tool] for tool in session.made)
    reached = Counter(standing[tool] for tool in session.reached)
    calls = tuple(
        Calls(standing=one, made=made[one], reached=reached[one]) for one in Standing if made[one]
    )
    return TriedRun(setting=case.setting, what=case.what, block=digest(case), calls=calls)


def recorded() -> Proofs:
    """The file as it stands; no proofs where there is none."""
    return read_proofs(FILE.read_bytes()) if FILE.exists() else Proofs(proofs=())


def write(proof: Proof) -> None:
    """Puts `proof` into the file, in the place of an earlier one of its target."""
    kept = {one.target: one for one in recorded().proofs} | {proof.target: proof}
    ordered: list[JsonValue] = [
        kept[one.id].model_dump(mode="json") for one in TARGETS if one.id in kept
    ]
    FILE.write_text(json.dumps({"proofs": ordered}, indent=2) + "\n", "utf-8")
