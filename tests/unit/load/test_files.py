"""The walk over a records folder and the reading of one file."""

import os
from pathlib import Path

import pytest

from site_builder.load.files import Kind, read, walk


def _write(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("a: 1\n")


def test_every_kind_of_record_is_found_at_its_place(tmp_path: Path) -> None:
    """Each file comes with its kind, the server that owns it and its stem, in order of path."""
    _write(
        tmp_path,
        "site.yaml",
        "attacks/x.yaml",
        "categories/read.yaml",
        "glossary/pin.yaml",
        "identifiers.yaml",
        "servers/s/server.yaml",
        "servers/s/tools/t.yaml",
    )
    files, diagnostics = walk(tmp_path)
    assert () == diagnostics
    assert [
        (Kind.ATTACK, "", "x"),
        (Kind.CATEGORY, "", "read"),
        (Kind.TERM, "", "pin"),
        (Kind.IDENTIFIERS, "", "identifiers"),
        (Kind.SERVER, "", "s"),
        (Kind.TOOL, "s", "t"),
        (Kind.SITE, "", "site"),
    ] == [(file.kind, file.owner, file.stem) for file in files]


@pytest.mark.parametrize(
    "name",
    [
        "notes.txt",
        "servers/readme.md",
        "servers/s/extra.yaml",
        "servers/s/tools/t.yml",
        "servers/s/tools/deep/t.yaml",
        "attacks/deep/x.yaml",
        "other/x.yaml",
    ],
)
def test_an_entry_that_yields_no_page_is_an_error(tmp_path: Path, name: str) -> None:
    """A file that no page is built from is reported, never passed over."""
    _write(tmp_path, "servers/s/server.yaml", name)
    assert ["unexpected-file"] == [found.code for found in walk(tmp_path)[1]]


def test_hidden_entries_are_passed_over(tmp_path: Path) -> None:
    """An editor's or a version control's dot file is no record and no mistake."""
    _write(tmp_path, "site.yaml", ".git/config", "attacks/.x.yaml.swp")
    files, diagnostics = walk(tmp_path)
    assert ((), ["site"]) == (diagnostics, [file.stem for file in files])


def test_a_server_folder_needs_its_record(tmp_path: Path) -> None:
    """Tools without a server.yaml are reported as a missing record."""
    _write(tmp_path, "servers/s/tools/t.yaml")
    assert ["missing-record"] == [found.code for found in walk(tmp_path)[1]]


def test_names_that_differ_by_case_clash(tmp_path: Path) -> None:
    """Two files that a case-insensitive disk cannot hold apart are an error on every disk."""
    _write(tmp_path, "servers/s/server.yaml", "servers/s/tools/T.yaml", "servers/s/tools/t.yaml")
    assert ["case-clash"] == [found.code for found in walk(tmp_path)[1]]


@pytest.mark.parametrize("make", ["file-link", "folder-link", "fifo", "folder"])
def test_what_is_no_regular_file_is_never_opened(tmp_path: Path, make: str) -> None:
    """Links are not followed, and a folder or a pipe called x.yaml is refused."""
    outside = tmp_path / "outside"
    _write(outside, "x.yaml")
    records = tmp_path / "records"
    (records / "attacks").mkdir(parents=True)
    target = records / "attacks" / "x.yaml"
    if make == "file-link":
        target.symlink_to(outside / "x.yaml")
    elif make == "folder-link":
        (records / "servers").symlink_to(outside, target_is_directory=True)
    elif make == "fifo":
        os.mkfifo(target)
    else:
        target.mkdir()
    files, diagnostics = walk(records)
    assert ((), ["unexpected-file"]) == (files, [found.code for found in diagnostics])


def test_a_file_that_became_a_link_is_not_followed(tmp_path: Path) -> None:
    """Between the walk and the reading nothing can put another file in a record's place."""
    secret = tmp_path / "secret"
    secret.write_text("a: 1\n")
    link = tmp_path / "x.yaml"
    link.symlink_to(secret)
    data, diagnostics = read(link)
    assert (None, ["unreadable"]) == (data, [found.code for found in diagnostics])


def test_a_missing_folder_is_a_finding(tmp_path: Path) -> None:
    """A records folder that does not exist is reported like any other mistake."""
    assert ["unreadable"] == [found.code for found in walk(tmp_path / "none")[1]]
