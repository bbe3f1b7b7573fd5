"""The output folder: only what changed, nothing torn, nothing of anybody else's."""

import errno
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from site_builder.diagnostics import BuildError
from site_builder.write.output import WriteReport, refuse_unsafe, write_site
from site_builder.write.state import Journal, State, is_output_path

SITE = {"index.html": b"home", "servers/a/index.html": b"a", "servers/b/index.html": b"b"}


def _files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def _write(output: Path, site: dict[str, bytes]) -> WriteReport:
    return write_site(iter(site.items()), output)


def test_a_first_build_appears_whole(tmp_path: Path) -> None:
    """Every file stands in the output, and nothing else beside it but the state folder."""
    output = tmp_path / "output"
    assert WriteReport(3, 0, 0, ()) == _write(output, SITE)
    assert SITE == _files(output)
    assert {"output", ".output.state"} == {path.name for path in tmp_path.iterdir()}


def test_files_and_folders_have_the_modes_of_a_web_root(tmp_path: Path) -> None:
    """Files are 0644 and folders 0755 whatever the umask is."""
    before = os.umask(0o077)
    try:
        _write(tmp_path / "output", SITE)
    finally:
        os.umask(before)
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "output").rglob("*")}
    assert {"index.html": 0o644, "servers": 0o755, "a": 0o755, "b": 0o755} == modes


def test_an_unchanged_file_is_not_rewritten(tmp_path: Path) -> None:
    """A second build touches the one file that differs and leaves the others' times alone."""
    output = tmp_path / "output"
    _write(output, SITE)
    before = {path: path.stat().st_mtime_ns for path in output.rglob("*.html")}
    report = _write(output, {**SITE, "index.html": b"new"})
    assert WriteReport(1, 2, 0, ()) == report
    changed = [path.name for path in before if path.stat().st_mtime_ns != before[path]]
    assert (["index.html"], b"new") == (changed, (output / "index.html").read_bytes())


def test_stale_pages_go_with_their_folders(tmp_path: Path) -> None:
    """A page that is no longer made is removed, and so is the folder it leaves empty."""
    output = tmp_path / "output"
    _write(output, SITE)
    site = {path: data for path, data in SITE.items() if "/b/" not in path}
    assert WriteReport(0, 2, 1, ()) == _write(output, site)
    assert site == _files(output)
    assert not (output / "servers" / "b").exists()


def test_foreign_files_stay(tmp_path: Path) -> None:
    """A CNAME, notes and a folder of somebody else's survive the first build and later ones."""
    output = tmp_path / "output"
    foreign = {"CNAME": b"example.org", "notes/todo.txt": b"x", ".gitignore": b"*"}
    for name, data in foreign.items():
        (output / name).parent.mkdir(parents=True, exist_ok=True)
        (output / name).write_bytes(data)
    _write(output, SITE)
    _write(output, {"index.html": b"home"})
    assert {**foreign, "index.html": b"home"} == _files(output)


def test_a_foreign_file_in_the_way_stops_the_build(tmp_path: Path) -> None:
    """A file that no build wrote is not overwritten, and the output stays as it was."""
    output = tmp_path / "output"
    output.mkdir()
    (output / "index.html").write_bytes(b"mine")
    with pytest.raises(BuildError, match=r"no build that is remembered wrote \(index\.html\)"):
        _write(output, SITE)
    assert {"index.html": b"mine"} == _files(output)


def test_an_identical_foreign_file_is_adopted(tmp_path: Path) -> None:
    """Where the manifest was lost, files that are byte for byte ours are ours again."""
    output = tmp_path / "output"
    _write(output, SITE)
    (tmp_path / ".output.state" / "manifest.json").unlink()
    assert WriteReport(0, 3, 0, ()) == _write(output, SITE)
    assert WriteReport(0, 1, 2, ()) == _write(output, {"index.html": b"home"})


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"format": 99}', b"\xff"])
def test_a_damaged_manifest_means_no_removal(tmp_path: Path, damage: bytes) -> None:
    """A manifest that cannot be read is no licence to remove anything."""
    output = tmp_path / "output"
    _write(output, SITE)
    (tmp_path / ".output.state" / "manifest.json").write_bytes(damage)
    assert WriteReport(0, 1, 0, ()) == _write(output, {"index.html": b"home"})
    assert SITE == _files(output)


def test_a_page_changed_by_hand_is_healed_or_left(tmp_path: Path) -> None:
    """A page still made is made right again; one not made any more is not ours to remove."""
    output = tmp_path / "output"
    _write(output, SITE)
    (output / "index.html").write_bytes(b"edit")
    (output / "servers/b/index.html").write_bytes(b"edit")
    site = {path: data for path, data in SITE.items() if "/b/" not in path}
    assert WriteReport(1, 1, 0, ("servers/b/index.html",)) == _write(output, site)
    assert {**SITE, "servers/b/index.html": b"edit"} == _files(output)


def test_a_build_that_fails_midway_leaves_the_last_site(tmp_path: Path) -> None:
    """An exception among the pages changes nothing, and the next build is clean."""
    output = tmp_path / "output"
    _write(output, SITE)

    def broken():
        yield "index.html", b"new"
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_site(broken(), output)
    assert SITE == _files(output)
    assert WriteReport(0, 3, 0, ()) == _write(output, SITE)
    assert not (tmp_path / ".output.state" / "stage").exists()


def test_a_first_build_that_fails_leaves_no_output(tmp_path: Path) -> None:
    """All or nothing: without a last good site there is none afterwards either."""

    def broken():
        yield "index.html", b"new"
        raise RuntimeError

    with pytest.raises(RuntimeError):
        write_site(broken(), tmp_path / "output")
    assert not (tmp_path / "output").exists()
    assert not (tmp_path / ".output.state" / "stage").exists()


def test_a_cut_off_build_is_finished_by_the_next(tmp_path: Path) -> None:
    """What a journal says is carried out first, whatever part of it had been done already."""
    output = tmp_path / "output"
    _write(output, SITE)
    state = State(output)
    (state.stage / "servers/a").mkdir(parents=True)
    (state.stage / "servers/a/index.html").write_bytes(b"new a")
    manifest = state.manifest()
    del manifest["servers/b/index.html"]
    state.write_journal(
        Journal(("index.html", "servers/a/index.html"), ("servers/b/index.html",), manifest)
    )
    site = {"index.html": b"home", "servers/a/index.html": b"new a"}
    assert WriteReport(0, 2, 0, ()) == _write(output, site)
    assert site == _files(output)


def test_a_second_build_at_once_is_refused(tmp_path: Path) -> None:
    """While one build writes, another one says so instead of mixing its files in."""
    output = tmp_path / "output"

    def files():
        yield "index.html", b"home"
        with pytest.raises(BuildError, match="another build is writing"):
            _write(output, SITE)

    write_site(files(), output)
    assert {"index.html": b"home"} == _files(output)


def test_the_lock_of_a_killed_build_is_gone(tmp_path: Path) -> None:
    """A build that was killed leaves no lock behind, no half site, and no leftovers."""
    output = tmp_path / "output"
    script = (
        "import os, signal, sys; from pathlib import Path\n"
        "from site_builder.write.output import write_site\n"
        "def files():\n"
        "    yield 'index.html', b'home'\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "write_site(files(), Path(sys.argv[1]))\n"
    )
    subprocess.run([sys.executable, "-c", script, str(output)], check=False)
    assert not output.exists()
    assert WriteReport(3, 0, 0, ()) == _write(output, SITE)


@pytest.mark.parametrize(
    "path",
    ["", "/etc/passwd", "../x", "a/../x", "./x", "a//b", "a/", "a\\b", "a\0b", ".", "a/./b"],
)
def test_paths_that_could_leave_the_output_are_refused(tmp_path: Path, path: str) -> None:
    """Only a relative, canonical path names a file of the site."""
    with pytest.raises(BuildError, match="cannot be written"):
        _write(tmp_path / "output", {path: b"x"})


def test_one_path_is_written_once(tmp_path: Path) -> None:
    """Two pages at one path are a failure, not a race."""
    with pytest.raises(BuildError, match="cannot be written"):
        write_site(iter([("a.html", b"1"), ("a.html", b"2")]), tmp_path / "output")


def test_a_link_planted_in_the_output_is_not_followed(tmp_path: Path) -> None:
    """A folder that is a link to somewhere else stops the build; the target stays empty."""
    output, elsewhere = tmp_path / "output", tmp_path / "elsewhere"
    output.mkdir()
    elsewhere.mkdir()
    (output / "servers").symlink_to(elsewhere, target_is_directory=True)
    with pytest.raises(BuildError, match="move it away"):
        _write(output, SITE)
    assert [] == list(elsewhere.iterdir())


def test_unsafe_outputs_are_refused(tmp_path: Path) -> None:
    """A root, a home, a repository, a file, a link, the source, its parent or its child."""
    records = tmp_path / "project" / "records"
    records.mkdir(parents=True)
    (tmp_path / "repository" / ".git").mkdir(parents=True)
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(records)
    unsafe = [
        Path("/"), Path.home(), tmp_path / "repository", tmp_path / "file", tmp_path / "link",
        records, records.parent, records / "output",
    ]  # fmt: skip
    for output in unsafe:
        with pytest.raises(BuildError):
            refuse_unsafe(output, (records,))
    refuse_unsafe(tmp_path / "project" / "output", (records,))


def test_the_manifest_lists_every_file_with_its_digest(tmp_path: Path) -> None:
    """The digest of a page is the SHA-256 of its bytes."""
    _write(tmp_path / "output", {"index.html": b"abc"})
    manifest = json.loads((tmp_path / ".output.state" / "manifest.json").read_text())
    digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert {"format": 1, "files": {"index.html": digest}} == manifest


@given(st.text(max_size=30))
def test_an_output_path_never_leaves_its_folder(path: str) -> None:
    """Whatever is accepted resolves to a place inside the folder."""
    if is_output_path(path):
        root = Path("/srv/site")
        assert root in Path(os.path.normpath(root / path)).parents


_SITES = st.dictionaries(
    st.sampled_from(["a.html", "b/c.html", "b/d.html", "e/f/g.html"]), st.binary(max_size=3)
)


@settings(max_examples=40, deadline=None)
@given(st.lists(_SITES, min_size=1, max_size=4))
def test_any_sequence_of_builds_ends_like_a_clean_one(tmp_path_factory, sites) -> None:
    """After the last of any builds the output holds exactly the last site."""
    output = tmp_path_factory.mktemp("work") / "output"
    for site in sites:
        _write(output, site)
    assert dict(sorted(sites[-1].items())) == (_files(output) if output.exists() else {})


@pytest.mark.parametrize("call", ["replace", "fsync", "open", "fchmod"])
def test_any_refusal_of_the_disk_is_healed_by_the_next_build(tmp_path, monkeypatch, call) -> None:
    """Each call of the system made to fail in turn: no torn page, and the next build is whole."""
    new = {**SITE, "index.html": b"new home", "servers/c/index.html": b"c"}
    del new["servers/b/index.html"]
    real = {"replace": Path.replace, "fsync": os.fsync, "open": os.open, "fchmod": os.fchmod}[call]
    owner = Path if call == "replace" else os
    for turn in range(1, 30):
        output = tmp_path / str(turn) / "output"
        output.parent.mkdir()
        _write(output, SITE)
        calls = Counter()

        def refuse(*arguments, turn=turn, calls=calls, **options):
            calls["made"] += 1
            if calls["made"] == turn:
                raise OSError(28, "No space left on device")
            return real(*arguments, **options)

        with monkeypatch.context() as patched, suppress(OSError):
            patched.setattr(owner, call, refuse)
            _write(output, new)
        for path, data in _files(output).items():
            assert data in {SITE.get(path), new.get(path)}
        _write(output, new)
        assert dict(sorted(new.items())) == _files(output)
        if calls["made"] < turn:
            return
    raise AssertionError


def test_an_output_on_another_disk_is_written_all_the_same(tmp_path, monkeypatch) -> None:
    """Where a rename cannot cross to a mounted output, files are copied beside it first."""
    output = tmp_path / "output"
    output.mkdir()
    real = Path.replace

    def crossing(self, target):
        inside = output == Path(target) or output in Path(target).parents
        if inside and output not in self.parents:
            raise OSError(errno.EXDEV, "Invalid cross-device link")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", crossing)
    _write(output, SITE)
    assert SITE == _files(output)
    _write(output, {"index.html": b"new"})
    assert {"index.html": b"new"} == _files(output)


@pytest.mark.parametrize("obstacle", ["folder for a page", "page for a folder"])
def test_an_obstacle_is_seen_before_anything_is_applied(tmp_path, obstacle) -> None:
    """Something else where a page of ours was stops the build and leaves no journal."""
    output = tmp_path / "output"
    _write(output, SITE)
    if obstacle == "folder for a page":
        (output / "index.html").unlink()
        (output / "index.html").mkdir()
    else:
        shutil.rmtree(output / "servers/a")
        (output / "servers/a").touch()
    with pytest.raises(BuildError, match="move it away"):
        _write(output, {path: data + b"!" for path, data in SITE.items()})
    assert not (tmp_path / ".output.state" / "journal.json").exists()
    assert b"b" == (output / "servers/b/index.html").read_bytes()
