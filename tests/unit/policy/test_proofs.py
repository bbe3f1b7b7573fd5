from __future__ import annotations

import json

import pytest

from site_builder.policy.proofs import (
    Setting,
    Standing,
    proof_sentence,
    read_proofs,
    recorded,
    seen,
    summed,
)
from site_builder.policy.targets import TARGETS, target
from tests.prove import record
from tests.prove.cases import CASES, ENGINES

PROVED = recorded().proofs


def run_of(setting, *calls):
    """A run whose calls are given as standing, made, reached."""
    keys = ("standing", "made", "reached")
    written = [dict(zip(keys, one, strict=True)) for one in calls]
    return {"setting": setting, "what": "client -p", "block": "0", "calls": written}


def proof_of(*runs):
    """The proof of an engine with `runs`, as read from a file."""
    proof = {
        "target": "codex",
        "engine": "Codex",
        "version": "1.2.3",
        "date": "2026-12-01",
        "runs": runs,
    }
    return read_proofs(json.dumps({"proofs": [proof]}).encode()).proofs[0]


def test_sentence_says_what_reached_and_what_did_not():
    """Version and date, each standing of the block's own run, and the control are in it."""
    proof = proof_of(
        run_of("block", ("allow", 1, 1), ("deny", 1, 0), ("require-approval", 1, 0)),
        run_of("control", ("allow", 1, 1), ("deny", 1, 1), ("require-approval", 1, 1)),
        run_of("skip-approvals", ("deny", 1, 0), ("require-approval", 1, 1)),
    )
    expected = (
        "Proved in Codex 1.2.3 on 2026-12-01: an allowed call reached the server; these did not: "
        "a denied call and an unapproved call of a tool that asks. "
        "With the block out of the way every call reached it."
    )
    assert expected == seen(proof)


def test_sentence_counts_calls_under_a_limit():
    """A standing of which only some calls reached the server is told in numbers."""
    proof = proof_of(
        run_of("block", ("allow", 1, 1), ("rate-limit", 11, 10)),
        run_of("control", ("allow", 1, 1), ("rate-limit", 11, 11)),
    )
    assert "of 11 calls in a minute, 10 did and those over the limit did not" in seen(proof)


@pytest.mark.parametrize(("reached", "outcome"), [(1, "reached it"), (0, "still did not")])
def test_sentence_tells_what_a_yes_changes(reached, outcome):
    """Where a person could be asked, the sentence says what came of the yes."""
    proof = proof_of(
        run_of("block", ("allow", 1, 1), ("require-approval", 1, 0)),
        run_of("person", ("allow", 1, 1), ("require-approval", 1, reached)),
        run_of("control", ("allow", 1, 1), ("require-approval", 1, 1)),
    )
    assert f"The call of the tool that asks {outcome} once a stand-in for a person" in seen(proof)


def test_control_that_failed_is_not_claimed():
    """Nothing is said of the control where a call did not get through in it."""
    proof = proof_of(
        run_of("block", ("allow", 1, 1), ("deny", 1, 0)),
        run_of("control", ("allow", 1, 1), ("deny", 1, 0)),
    )
    assert "out of the way" not in seen(proof)


def test_runs_of_one_setting_are_summed():
    """Two forms of a block count together, other settings do not."""
    proof = proof_of(
        run_of("block", ("deny", 1, 0)),
        run_of("block", ("deny", 2, 1)),
        run_of("control", ("deny", 4, 4)),
    )
    (calls,) = summed(proof, Setting.BLOCK)
    assert (Standing.DENY, 3, 1) == (calls.standing, calls.made, calls.reached)


def test_target_without_a_run_keeps_its_own_words():
    """Nothing is claimed of a target that no engine was run for."""
    assert target("policylayer").proof == proof_sentence(target("policylayer"))


def test_target_with_a_run_says_so():
    """The recorded proof takes the place of the target's own words."""
    assert proof_sentence(target("codex")).startswith("Proved in Codex ")


@pytest.mark.parametrize("text", [b"", b"{}", b'{"proofs": [{"target": "codex"}]}'])
def test_file_with_a_mistake_is_refused(text):
    """A file that is not of this shape is an error, not a proof less."""
    with pytest.raises(ValueError, match="validation error"):
        read_proofs(text)


def test_every_engine_of_the_lane_is_recorded():
    """The file has one proof an engine, in the order of the targets."""
    engines = {one.target for one in ENGINES}
    assert [one.id for one in TARGETS if one.id in engines] == [one.target for one in PROVED]


@pytest.mark.parametrize("proof", PROVED, ids=lambda proof: proof.target)
def test_recorded_block_is_the_one_that_is_emitted(proof):
    """An emitter that was changed since its block was proved has to be proved again."""
    cases = [case for case in CASES if case.target == proof.target]
    now = [(case.setting, case.what, record.digest(case)) for case in cases]
    assert now == [(run.setting, run.what, run.block) for run in proof.runs], (
        "run `make prove WRITE=1`"
    )


@pytest.mark.parametrize("proof", PROVED, ids=lambda proof: proof.target)
def test_recorded_control_lets_every_call_through(proof):
    """No proof stands without a control in which all of its calls reached the server."""
    controls = summed(proof, Setting.CONTROL)
    assert {one.standing for one in summed(proof, Setting.BLOCK)} == {
        one.standing for one in controls
    }
    assert all(0 < one.made == one.reached for one in controls)


@pytest.mark.parametrize("proof", PROVED, ids=lambda proof: proof.target)
def test_recorded_denial_holds_in_every_setting(proof):
    """Whatever surrounds a block, what it denies stays away from the server."""
    runs = [run for run in proof.runs if run.setting is not Setting.CONTROL]
    denied = [one for run in runs for one in run.calls if one.standing is Standing.DENY]
    assert len(runs) == len(denied)
    assert {0} == {one.reached for one in denied}


@pytest.mark.parametrize("proof", PROVED, ids=lambda proof: proof.target)
def test_what_survives_a_skip_switch_was_tried(proof):
    """A proved target says what holds under such a switch exactly where it was run with one."""
    tried = any(run.setting is Setting.SKIP for run in proof.runs)
    assert tried == bool(target(proof.target).survives)
