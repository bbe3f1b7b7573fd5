from __future__ import annotations

from site_builder.derive.proof_table import EngineRow, TrialRow, proof_table
from site_builder.policy.proofs import Calls, Proof, Proofs, Setting, Standing, TriedRun


def run_of(setting, *calls):
    """A run whose calls are given as standing, made, reached."""
    counted = tuple(Calls(standing=one, made=made, reached=got) for one, made, got in calls)
    return TriedRun(setting=setting, what=f"try {setting}", block="0", calls=counted)


def table_of(*runs):
    """The table of one engine with `runs`."""
    proof = Proof(target="x", engine="Client", version="1.2", date="2026-12-01", runs=runs)
    return proof_table(Proofs(proofs=(proof,)))


def test_row_has_a_cell_for_each_standing():
    """What was held back, let through in part, asked for or is not in the block is told apart."""
    table = table_of(
        run_of(
            Setting.BLOCK,
            (Standing.ALLOW, 1, 1),
            (Standing.RATE_LIMIT, 11, 10),
            (Standing.REQUIRE_APPROVAL, 1, 0),
            (Standing.UNLISTED, 1, 0),
        ),
        run_of(Setting.PERSON, (Standing.ALLOW, 1, 1), (Standing.REQUIRE_APPROVAL, 1, 1)),
    )
    cells = (
        "reached",
        "10 of 11 reached",
        "held back; after a yes: reached",
        "not in its block",
        "held back",
    )
    assert ("Allowed", "Rate-limited", "Needs approval", "Denied", "No rule") == table.columns
    assert (EngineRow("Client", "1.2", "2026-12-01", cells),) == table.rows


def test_every_run_is_listed_with_what_reached():
    """A run says what it was, which standings got through and which did not."""
    table = table_of(
        run_of(Setting.BLOCK, (Standing.ALLOW, 1, 1), (Standing.RATE_LIMIT, 11, 10)),
        run_of(Setting.SKIP, (Standing.ALLOW, 1, 0), (Standing.DENY, 2, 0)),
    )
    expected = (
        TrialRow("Client", "try block", "allowed and rate-limited (10 of 11)", "none"),
        TrialRow("Client", "try skip-approvals", "none", "allowed and denied"),
    )
    assert expected == table.trials


def test_nothing_proved_is_an_empty_table():
    """Without a proof there is no row."""
    assert () == proof_table(Proofs(proofs=())).rows
