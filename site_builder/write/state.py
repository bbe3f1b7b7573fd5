"""What stands beside an output folder, unpublished: lock, manifest, journal, staged files.

.<output>.state/
    lock            held with flock while a build writes; a dead process leaves no lock behind
    manifest.json   every file that the builder wrote, with the SHA-256 of its bytes
    journal.json    the renames and removals of a build that has begun to apply them
    stage/          the files of a build that is not applied yet
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from site_builder.diagnostics import BuildError

_FORMAT = 1
_HEX_DIGEST_LENGTH = 64


@dataclass(frozen=True, slots=True)
class Journal:
    """The rest of a build: files to move from the stage, files to remove, the manifest then."""

    moves: tuple[str, ...]
    removals: tuple[str, ...]
    manifest: Mapping[str, str]


class State:
    """The state folder of one output folder."""

    def __init__(self, output: Path) -> None:
        self._folder = output.parent / f".{output.name}.state"
        self.stage = self._folder / "stage"

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Holds the lock while the body runs.

        Raises:
            BuildError: Another build holds it, or the folder cannot be made.
        """
        self._folder.mkdir(mode=0o755, parents=True, exist_ok=True)
        descriptor = os.open(self._folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BuildError(
                    "another build is writing this output; run again when it is done"
                ) from None
            yield
        finally:
            os.close(descriptor)

    def manifest(self) -> dict[str, str]:
        """The digests of the last build's files by path; {} where there is no sound manifest."""
        return _manifest_in(_read_json(self._folder / "manifest.json"))

    def write_manifest(self, manifest: Mapping[str, str]) -> None:
        """Replaces the manifest."""
        self._write_json(
            "manifest.json", {"format": _FORMAT, "files": dict(sorted(manifest.items()))}
        )

    def journal(self) -> Journal | None:
        """The journal of a build that was cut off while it applied its changes, or None."""
        value = _read_json(self._folder / "journal.json")
        if not isinstance(value, dict) or value.get("format") != _FORMAT:
            return None
        moves, removals = _paths_in(value.get("moves")), _paths_in(value.get("removals"))
        if moves is None or removals is None:
            return None
        return Journal(moves, removals, _manifest_in(value))

    def write_journal(self, journal: Journal) -> None:
        """Makes the journal durable: from here on the build is finished by whoever comes next."""
        self._write_json(
            "journal.json",
            {
                "format": _FORMAT,
                "moves": list(journal.moves),
                "removals": list(journal.removals),
                "files": dict(sorted(journal.manifest.items())),
            },
        )

    def clear(self) -> None:
        """Removes the journal, then the stage: the build is applied, or was never begun."""
        (self._folder / "journal.json").unlink(missing_ok=True)
        if self.stage.is_dir() and not self.stage.is_symlink():
            shutil.rmtree(self.stage)

    def _write_json(self, name: str, value: object) -> None:
        path = self._folder / name
        temporary = self._folder / f"{name}.new"
        data = json.dumps(value, indent=0).encode("ascii")
        descriptor = os.open(
            temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o644
        )
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(path)
        sync_folder(self._folder)


def sync_folder(folder: Path) -> None:
    """Makes the renames inside `folder` durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def is_output_path(path: str) -> bool:
    """Whether `path` is relative, canonical and inside the output."""
    pure = PurePosixPath(path)
    return (
        bool(pure.parts)
        and not pure.is_absolute()
        and str(pure) == path
        and not {".", ".."} & set(pure.parts)
        and "\0" not in path
        and "\\" not in path
    )


def _read_json(path: Path) -> object:
    """The JSON value in a file of ours; None where it is missing or not whole."""
    try:
        return json.loads(path.read_bytes())
    except (FileNotFoundError, ValueError, RecursionError):
        return None


def _manifest_in(value: object) -> dict[str, str]:
    if not isinstance(value, dict) or value.get("format") != _FORMAT:
        return {}
    files = value.get("files")
    if not isinstance(files, dict):
        return {}
    return {
        path: digest
        for path, digest in files.items()
        if is_output_path(path) and isinstance(digest, str) and len(digest) == _HEX_DIGEST_LENGTH
    }


def _paths_in(value: object) -> tuple[str, ...] | None:
    """The output paths that `value` lists; None where it is anything else."""
    if not isinstance(value, list):
        return None
    paths = [item for item in value if isinstance(item, str) and is_output_path(item)]
    return tuple(paths) if len(paths) == len(value) else None
