"""Every block that is claimed to be proved, in the engine that reads it.

Not part of the ordinary run: `make prove` installs the engines and asks for this folder by name.
"""

from __future__ import annotations

import datetime
import functools
import tempfile
from pathlib import Path

import pytest

from site_builder.policy.proofs import Proof, Setting
from tests.prove import record
from tests.prove.cases import CASES, ENGINES, Case, Engine, engine
from tests.prove.engines import UnavailableError
from tests.prove.processes import Place
from tests.prove.session import Run, Session


@functools.cache
def session_of(case: Case) -> Session:
    """What came of `case`, which is run once."""
    with tempfile.TemporaryDirectory(prefix="prove-") as home:
        wanted = Run(record.block_text(case), case.setting, Place(Path(home)), case.tools)
        return engine(case.target).run(wanted)


def tried(case: Case) -> Session:
    """What came of `case`; the test fails where the engine cannot be run here."""
    try:
        return session_of(case)
    except UnavailableError as error:
        pytest.fail(f"{engine(case.target).title} could not be proved here: {error}")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_only_what_may_reaches_the_server(case):
    """Every call is made, and those that the server wrote down are those that must reach it."""
    session = tried(case)
    assert case.tools == session.made, session.output
    assert case.reaches == session.reached, session.results


@pytest.mark.parametrize("one", ENGINES, ids=lambda one: one.target)
def test_calls_reach_the_server_without_the_block(one):
    """The engine has a control, in which every call of its blocks' runs reaches the server."""
    controls = [
        case for case in CASES if case.target == one.target and case.setting is Setting.CONTROL
    ]
    tools = {tool for case in CASES if case.target == one.target for tool in case.tools}
    assert controls
    for case in controls:
        assert case.tools == tried(case).reached
        assert tools == set(case.tools)


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.setting is Setting.PERSON], ids=lambda case: case.name
)
def test_person_is_asked_about_what_needs_approval(case):
    """The stand-in for a person hears of the tool that asks, and of no other."""
    assert ("mcp__tmux__create_session",) == tried(case).asked


@pytest.mark.parametrize("one", ENGINES, ids=lambda one: one.target)
def test_data_file_has_what_was_seen(one, proved, writes_proofs):
    """What the site says of an engine is what this run saw, but for the date."""
    proof = _proof(one)
    if writes_proofs:
        record.write(proof)
    earlier = record.recorded().of(one.target)
    assert earlier is not None
    assert proof.model_copy(update={"date": earlier.date}) == earlier
    proved[one.target] = proof


def _proof(one: Engine) -> Proof:
    cases = [case for case in CASES if case.target == one.target]
    for case in cases:
        assert (case.tools, case.reaches) == (tried(case).made, tried(case).reached)
    return Proof(
        target=one.target,
        engine=one.title,
        version=one.version(),
        date=datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
        runs=tuple(record.tried(case, session_of(case)) for case in cases),
    )
