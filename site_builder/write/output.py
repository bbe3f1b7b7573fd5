"""Writes a site: stages what changed, makes the rest of the work durable, then applies it.

A build that fails before it is whole leaves the last good site as it was. One that is cut off
while it applies its changes is finished by the next one, from the journal. A file is only ever
replaced by a rename, so no reader sees half of it. Only files that the manifest lists are removed,
and only while they hold what the builder wrote: anything else in the folder is somebody else's.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from site_builder.diagnostics import BuildError
from site_builder.write.state import Journal, State, is_output_path, sync_folder

_MAX_SHOWN = 5


@dataclass(frozen=True, slots=True)
class WriteReport:
    """What a build did to the output, in numbers of files.

    `kept` are files of an earlier build that somebody changed by hand: no longer ours to remove.
    """

    written: int
    unchanged: int
    removed: int
    kept: tuple[str, ...]


def refuse_unsafe(output: Path, sources: Iterable[Path]) -> None:
    """Refuses an output folder in which a build could hurt something.

    Raises:
        BuildError: `output` is a root, a home, a repository, a file, a link, one of the `sources`
            (records, templates), inside one or around one.
    """
    resolved = output.resolve()
    if output.is_symlink():
        raise BuildError(f"the output {output} is a link; name the folder itself")
    if output.exists() and not output.is_dir():
        raise BuildError(f"the output {output} is not a folder")
    if resolved == Path(resolved.anchor) or resolved == Path.home().resolve():
        raise BuildError(f"the output {output} is a root or a home; name a folder of its own")
    if (resolved / ".git").exists():
        raise BuildError(f"the output {output} is a repository; name a folder of its own")
    for source in sources:
        place = source.resolve()
        if place == resolved or resolved in place.parents or place in resolved.parents:
            raise BuildError(f"the output {output} and the source {source} overlap; separate them")


def write_site(files: Iterable[tuple[str, bytes]], output: Path) -> WriteReport:
    """Makes `output` hold `files`, given as relative paths with their bytes, and nothing staler.

    Raises:
        BuildError: Another build is at work, a path is not safe, or a file of somebody else's
            is in the way. The last good site is then untouched.
        OSError: The disk refuses. The same holds, unless changes were being applied: those are
            finished by the next build.
    """
    state = State(output)
    with state.locked():
        _finish(state, output)
        try:
            return _Writer(state, output).write(files)
        except BaseException:
            # What was staged is of no use to anybody, and a full disk wants it back. A journal
            # stays, with its stage: the next build finishes what it says.
            with contextlib.suppress(OSError):
                if state.journal() is None:
                    state.clear()
            raise


def _finish(state: State, output: Path) -> None:
    """Finishes what an earlier build began to apply, and clears what it never came to apply."""
    journal = state.journal()
    if journal is not None:
        _apply(state, output, journal)
    state.clear()


def _apply(state: State, output: Path, journal: Journal) -> None:
    """Carries out a journal; every step may already have been done."""
    for path in journal.moves:
        staged = state.stage / path
        if staged.exists():
            _make_folder(output, Path(path).parent)
            _move(staged, output / path)
    for path in journal.removals:
        (output / path).unlink(missing_ok=True)
        _prune(output, Path(path).parent)
    state.write_manifest(journal.manifest)


class _Writer:
    """One build's writing, under the lock."""

    def __init__(self, state: State, output: Path) -> None:
        self._state = state
        self._output = output
        self._manifest = state.manifest()
        self._digests: dict[str, str] = {}
        self._moves: list[str] = []
        self._foreign: list[str] = []
        self._folders: set[Path] = set()

    def write(self, files: Iterable[tuple[str, bytes]]) -> WriteReport:
        for path, data in files:
            self._stage(path, data)
        if self._foreign:
            shown = ", ".join(self._foreign[:_MAX_SHOWN])
            raise BuildError(
                f"the output holds what no build that is remembered wrote ({shown}); "
                "move it away, or choose another output"
            )
        removals, kept = self._stale()
        report = WriteReport(
            len(self._moves), len(self._digests) - len(self._moves), len(removals), tuple(kept)
        )
        if self._moves or removals or self._digests != self._manifest:
            self._publish(removals)
        return report

    def _stage(self, path: str, data: bytes) -> None:
        if not is_output_path(path) or path in self._digests:
            raise BuildError(f"a page cannot be written to {path!r}")
        digest = hashlib.sha256(data).hexdigest()
        self._digests[path] = digest
        target = self._output / path
        if _holds(target, data):
            return
        if self._is_in_the_way(path):
            self._foreign.append(path)
            return
        self._moves.append(path)
        _write_file(self._made(self._state.stage, path), data)

    def _is_in_the_way(self, path: str) -> bool:
        """Whether something that is not ours to replace stands at `path`, or on the way to it."""
        target = self._output / path
        if os.path.lexists(target):
            return path not in self._manifest or not _is_plain(target)
        folders = [self._output / folder for folder in Path(path).parents if folder.parts]
        return any(
            os.path.lexists(folder) and (folder.is_symlink() or not folder.is_dir())
            for folder in folders
        )

    def _made(self, root: Path, path: str) -> Path:
        """The place of `path` under `root`, its folder made once."""
        target = root / path
        if target.parent not in self._folders:
            _make_folder(root, Path(path).parent)
            self._folders.add(target.parent)
        return target

    def _stale(self) -> tuple[list[str], list[str]]:
        """Files of the last build that this one has no more: those to remove, those to leave."""
        removals: list[str] = []
        kept: list[str] = []
        for path, digest in sorted(self._manifest.items()):
            if path in self._digests:
                continue
            target = self._output / path
            if _digest(target) == digest:
                removals.append(path)
            elif os.path.lexists(target):
                kept.append(path)
        return removals, kept

    def _appeared(self) -> bool:
        """Whether the whole site could be moved to where nothing stands yet.

        The manifest comes first, so that no build can take our own files for somebody else's.
        """
        self._state.write_manifest(self._digests)
        _make_folder(self._state.stage, Path())
        try:
            if self._output.exists():
                self._output.rmdir()
            self._state.stage.replace(self._output)
        except OSError as error:
            if error.errno not in (errno.EBUSY, errno.EXDEV):
                raise
            return False  # a mount point can neither be removed nor replaced
        sync_folder(self._output.parent)
        return True

    def _publish(self, removals: list[str]) -> None:
        if not _has_entries(self._output) and self._appeared():
            return
        journal = Journal(tuple(self._moves), tuple(removals), self._digests)
        self._state.write_journal(journal)
        _apply(self._state, self._output, journal)
        self._state.clear()


def _holds(path: Path, data: bytes) -> bool:
    """Whether a plain file at `path` has exactly the bytes `data`."""
    return _is_plain(path) and path.stat().st_size == len(data) and path.read_bytes() == data


def _digest(path: Path) -> str | None:
    """The SHA-256 of the plain file at `path`; None where there is no such file."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if _is_plain(path) else None


def _move(staged: Path, target: Path) -> None:
    """Renames a staged file to its place, or copies it beside its place first.

    An output that is mounted by itself, as in a container, is another file system than its stage.
    """
    try:
        staged.replace(target)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        beside = target.with_name(f".{target.name}.new")
        shutil.copyfile(staged, beside)
        beside.chmod(0o644)
        beside.replace(target)
        staged.unlink()


def _is_plain(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _write_file(path: Path, data: bytes) -> None:
    descriptor = os.open(
        path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o644
    )
    with os.fdopen(descriptor, "wb") as stream:
        os.fchmod(descriptor, 0o644)
        stream.write(data)


def _make_folder(root: Path, inside: Path) -> None:
    """Makes `root` and the folders of `inside` under it; passes through no link and no file."""
    folder = root
    for part in ("", *inside.parts):
        folder = folder / part
        if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
            raise BuildError(f"{folder} is in the way: it is no folder")
        if not folder.exists():
            folder.mkdir(mode=0o755, parents=folder == root)
            folder.chmod(0o755)


def _prune(output: Path, inside: Path) -> None:
    """Removes the folders of `inside` that are empty now, from the innermost outwards."""
    while inside.parts:
        try:
            (output / inside).rmdir()
        except OSError:
            return
        inside = inside.parent


def _has_entries(folder: Path) -> bool:
    return folder.is_dir() and any(folder.iterdir())
