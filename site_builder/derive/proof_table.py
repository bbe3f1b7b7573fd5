"""What the proof lane saw, as tables: engine by verdict, and what a block holds out against."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.policy.proofs import Calls, Proof, Proofs, Setting, Standing, summed
from site_builder.policy.words import joined

_COLUMNS = {
    Standing.ALLOW: "Allowed",
    Standing.RATE_LIMIT: "Rate-limited",
    Standing.REQUIRE_APPROVAL: "Needs approval",
    Standing.DENY: "Denied",
    Standing.UNLISTED: "No rule",
}

_CALLS = {
    Standing.ALLOW: "allowed",
    Standing.RATE_LIMIT: "rate-limited",
    Standing.REQUIRE_APPROVAL: "needs approval",
    Standing.DENY: "denied",
    Standing.UNLISTED: "no rule",
}


@dataclass(frozen=True, slots=True)
class EngineRow:
    """An engine, when it was run, and what came of the calls of each standing."""

    engine: str
    version: str
    date: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TrialRow:
    """One run: exactly what, and the standings of the calls that reached the server or did not."""

    engine: str
    what: str
    reached: str
    held: str


@dataclass(frozen=True, slots=True)
class ProofTable:
    """`rows` have a cell for each of `columns`; `trials` are all runs."""

    columns: tuple[str, ...]
    rows: tuple[EngineRow, ...]
    trials: tuple[TrialRow, ...]


def proof_table(proofs: Proofs) -> ProofTable:
    """All of `proofs`, in their order."""
    return ProofTable(
        columns=tuple(_COLUMNS.values()),
        rows=tuple(_row(proof) for proof in proofs.proofs),
        trials=tuple(row for proof in proofs.proofs for row in _trials(proof)),
    )


def _row(proof: Proof) -> EngineRow:
    alone = {one.standing: one for one in summed(proof, Setting.BLOCK)}
    helped = {one.standing: one for one in summed(proof, Setting.PERSON)}
    cells = tuple(_cell(alone.get(one), helped.get(one)) for one in _COLUMNS)
    return EngineRow(proof.engine, proof.version, proof.date, cells)


def _cell(alone: Calls | None, helped: Calls | None) -> str:
    if alone is None:
        return "not in its block"
    text = _outcome(alone)
    if helped and alone.standing is Standing.REQUIRE_APPROVAL:
        return f"{text}; after a yes: {_outcome(helped)}"
    return text


def _outcome(calls: Calls) -> str:
    if calls.reached == calls.made:
        return "reached"
    return f"{calls.reached} of {calls.made} reached" if calls.reached else "held back"


def _trials(proof: Proof) -> tuple[TrialRow, ...]:
    return tuple(
        TrialRow(
            engine=proof.engine,
            what=run.what,
            reached=_listed([_counted(one) for one in run.calls if one.reached]),
            held=_listed([_CALLS[one.standing] for one in run.calls if not one.reached]),
        )
        for run in proof.runs
    )


def _counted(calls: Calls) -> str:
    few = f" ({calls.reached} of {calls.made})" if calls.reached < calls.made else ""
    return f"{_CALLS[calls.standing]}{few}"


def _listed(items: list[str]) -> str:
    return joined(items, "and") if items else "none"
