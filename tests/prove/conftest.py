"""The option that writes the data file, and the closing lines on what was proved."""

from __future__ import annotations

import pytest

from site_builder.policy.proofs import Proof, seen
from tests.prove.cases import ENGINES, Engine
from tests.prove.engines import UnavailableError

PROVED = pytest.StashKey[dict[str, Proof]]()


def pytest_addoption(parser) -> None:
    """Adds `--write-proofs`."""
    parser.addoption("--write-proofs", action="store_true", help="write what the site says of it")


def pytest_configure(config) -> None:
    """Begins with nothing proved."""
    config.stash[PROVED] = {}


@pytest.fixture
def writes_proofs(request) -> bool:
    """Whether what was seen is to be written to the site's data file."""
    return request.config.getoption("--write-proofs")


@pytest.fixture
def proved(request) -> dict[str, Proof]:
    """What was proved so far, by target."""
    return request.config.stash[PROVED]


def pytest_terminal_summary(terminalreporter, config) -> None:
    """Says of each engine what was proved, or that it was not."""
    terminalreporter.section("engines")
    for one in ENGINES:
        proof = config.stash[PROVED].get(one.target)
        terminalreporter.write_line(seen(proof) if proof else f"NOT PROVED: {_why(one)}")


def _why(one: Engine) -> str:
    try:
        version = one.version()
    except UnavailableError as error:
        return f"{one.title}, which cannot be had here: {str(error).splitlines()[0]}"
    return f"{one.title} {version}, by the tests that ran"
