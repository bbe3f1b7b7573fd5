"""One folder a diagnostic code: what it adds to the sample records, and what `check` says of it.

`pytest --update-golden` writes `expected.txt` anew; read the difference before you commit it.
"""

import shutil
from pathlib import Path

import pytest

from site_builder.console import as_text
from site_builder.diagnostics import CODES
from site_builder.prepare import prepare

HERE = Path(__file__).parent
INVALID = HERE / "invalid"
CODE_FOLDERS = sorted(folder.name for folder in INVALID.iterdir())

# A file of a megabyte, five thousand files, and a folder that is not there stand in unit tests, as
# does what only the JSON that `classify` reads can have wrong.
ELSEWHERE = {
    "json-syntax",
    "no-definition",
    "partial-list",
    "too-large",
    "too-many-tools",
    "unreadable",
}


@pytest.mark.parametrize("code", CODE_FOLDERS)
def test_a_mistake_is_reported_as_expected(code, tmp_path, monkeypatch, update_golden) -> None:
    """Place, code, words, source line and hint are those that `expected.txt` holds."""
    shutil.copytree(HERE / "sample_records", tmp_path / "records")
    shutil.copytree(INVALID / code, tmp_path / "records", dirs_exist_ok=True)
    (tmp_path / "records" / "expected.txt").unlink(missing_ok=True)
    monkeypatch.chdir(tmp_path)
    text = as_text(prepare(Path("records")).diagnostics)
    expected = INVALID / code / "expected.txt"
    if update_golden:
        expected.write_text(text)
    assert expected.read_text() == text
    assert f"[{code}]" in text


def test_the_sample_records_have_no_mistake() -> None:
    """What a folder reports is of its own making."""
    assert () == prepare(HERE / "sample_records").diagnostics


def test_every_code_has_a_folder() -> None:
    """A diagnostic code without an example is not finished."""
    assert sorted(set(CODES) - ELSEWHERE) == CODE_FOLDERS


def test_every_listed_code_is_used() -> None:
    """`CODES` explains nothing that is never raised; a code missing there raises by itself."""
    source = HERE.parent / "site_builder"
    text = "\n".join(path.read_text() for path in sorted(source.rglob("*.py")))
    listed = (source / "diagnostics.py").read_text()
    unused = [code for code in CODES if text.count(f'"{code}"') == listed.count(f'"{code}"')]
    assert [] == unused
