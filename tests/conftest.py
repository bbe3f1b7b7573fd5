"""The sites that many tests look at, each built once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.corpora.to_records import write_records

ROOT = Path(__file__).parents[1]
CAPTURES = sorted((ROOT / "tests" / "corpora" / "toolslist").glob("*.json"))
MOUNTED_AT = "https://example.org/repo/"


def build_site(output: Path, *options: str) -> Path:
    """Builds the repository's records into `output` by the command line; gives `output` back."""
    command = [sys.executable, "-m", "site_builder", "build", "--output", str(output), *options]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert 0 == result.returncode, result.stderr
    return output


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory) -> Path:
    """The site as `make site` builds it."""
    return build_site(tmp_path_factory.mktemp("site") / "output")


@pytest.fixture(scope="session")
def mounted_folder(tmp_path_factory) -> Path:
    """The site as it is built for a host where it stands under `/repo/`."""
    folder = tmp_path_factory.mktemp("mounted") / "output"
    return build_site(folder, "--base-url", MOUNTED_AT)


def pytest_addoption(parser) -> None:
    """Adds `--update-golden`."""
    parser.addoption("--update-golden", action="store_true", help="write expected outputs anew")


@pytest.fixture
def update_golden(request) -> bool:
    """Whether expected outputs are to be written anew instead of compared."""
    return request.config.getoption("--update-golden")


@pytest.fixture(scope="session")
def real_site(tmp_path_factory) -> Path:
    """A site of the servers that `tests/corpora/` has captures of, whatever they declare."""
    scratch = tmp_path_factory.mktemp("real")
    write_records(CAPTURES, scratch / "records")
    return build_site(scratch / "output", "--records", str(scratch / "records"))
