"""The walk over a records folder, and the reading of one file without trusting what it is."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from site_builder.diagnostics import Diagnostic, Location
from site_builder.load.yaml_text import MAX_BYTES


class Kind(StrEnum):
    """What a file in the records folder is a record of."""

    SITE = "site"
    IDENTIFIERS = "identifiers"
    SERVER = "server"
    TOOL = "tool"
    ATTACK = "attack"
    CATEGORY = "category"
    TERM = "term"


@dataclass(frozen=True, slots=True)
class RecordFile:
    """One file: its kind, the names its path gives it, where it is, how diagnostics call it.

    `owner` is the server's folder for a tool, else ""; `stem` the file's (for a server: the
    folder's) name without `.yaml`; `relative` the path inside the records folder.
    """

    kind: Kind
    owner: str
    stem: str
    path: Path
    relative: str
    shown: str


_FOLDERS = {"attacks": Kind.ATTACK, "categories": Kind.CATEGORY, "glossary": Kind.TERM}
_TOP = {"site.yaml": Kind.SITE, "identifiers.yaml": Kind.IDENTIFIERS}
_LAYOUT = (
    "records are site.yaml, identifiers.yaml, servers/<server>/server.yaml, "
    "servers/<server>/tools/<tool>.yaml, attacks/*.yaml, categories/*.yaml and glossary/*.yaml"
)


def walk(records: Path) -> tuple[tuple[RecordFile, ...], tuple[Diagnostic, ...]]:
    """Every record file under `records` in order of path, and every entry that is none.

    Names that begin with a dot are passed over. Links are not followed. An entry that yields no
    page is an error, so that no record can be forgotten in silence.
    """
    walker = _Walker(records)
    walker.folder()
    return tuple(walker.files), tuple(walker.diagnostics)


def read(path: Path) -> tuple[bytes | None, tuple[Diagnostic, ...]]:
    """The bytes of the file at `path`; None with the reason where there is no regular file.

    At most one byte more than the limit is read, which is enough to see that it is too large.
    """
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        descriptor = os.open(path, flags)
    except OSError as error:
        return None, (_unreadable(shown_path(path), error.strerror or "cannot be opened"),)
    with os.fdopen(descriptor, "rb") as stream:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None, (_unreadable(shown_path(path), "is not a regular file"),)
        try:
            return stream.read(MAX_BYTES + 1), ()
        except OSError as error:
            return None, (_unreadable(shown_path(path), error.strerror or "cannot be read"),)


def shown_path(path: Path) -> str:
    """How diagnostics call `path`; bytes of a name that are no UTF-8 are shown as escapes."""
    return path.as_posix().encode("utf-8", "backslashreplace").decode("utf-8")


def _unreadable(shown: str, why: str) -> Diagnostic:
    return Diagnostic(Location(shown), "unreadable", f"the file cannot be used: {why}")


class _Walker:
    """One pass over a records folder."""

    def __init__(self, records: Path) -> None:
        self.files: list[RecordFile] = []
        self.diagnostics: list[Diagnostic] = []
        self._records = records

    def folder(self) -> None:
        for entry in self._entries(""):
            if entry.name in _TOP and _is_file(entry):
                kind = _TOP[entry.name]
                self._add(kind, "", kind.value, entry.name)
            elif entry.name == "servers" and _is_folder(entry):
                for server in self._entries("servers"):
                    self._server(server)
            elif entry.name in _FOLDERS and _is_folder(entry):
                for record in self._entries(entry.name):
                    self._flat(_FOLDERS[entry.name], "", record, entry.name)
            else:
                self._unexpected(entry, "")

    def _server(self, entry: os.DirEntry[str]) -> None:
        folder = f"servers/{entry.name}"
        if not _is_folder(entry):
            self._unexpected(entry, "servers")
            return
        names = set()
        for item in self._entries(folder):
            names.add(item.name)
            if item.name == "server.yaml" and _is_file(item):
                self._add(Kind.SERVER, "", entry.name, f"{folder}/server.yaml")
            elif item.name == "tools" and _is_folder(item):
                for tool in self._entries(f"{folder}/tools"):
                    self._flat(Kind.TOOL, entry.name, tool, f"{folder}/tools")
            else:
                self._unexpected(item, folder)
        if "server.yaml" not in names:
            self.diagnostics.append(
                Diagnostic(
                    Location(self._shown(folder)),
                    "missing-record",
                    f"the folder of server {entry.name!r} has no server.yaml",
                    "add server.yaml, or remove the folder",
                )
            )

    def _flat(self, kind: Kind, owner: str, entry: os.DirEntry[str], folder: str) -> None:
        if entry.name.endswith(".yaml") and _is_file(entry):
            stem = entry.name.removesuffix(".yaml")
            self._add(kind, owner, stem, f"{folder}/{entry.name}")
        else:
            self._unexpected(entry, folder)

    def _add(self, kind: Kind, owner: str, stem: str, relative: str) -> None:
        path = self._records / relative
        self.files.append(RecordFile(kind, owner, stem, path, relative, self._shown(relative)))

    def _entries(self, folder: str) -> Iterator[os.DirEntry[str]]:
        """The visible entries of a folder in order of name; two differing by case are an error."""
        try:
            with os.scandir(self._records / folder) as entries:
                ordered = sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            shown = self._shown(folder)
            self.diagnostics.append(_unreadable(shown, error.strerror or "cannot be listed"))
            return
        seen: dict[str, str] = {}
        for entry in ordered:
            if entry.name.startswith("."):
                continue
            twin = seen.setdefault(entry.name.casefold(), entry.name)
            if twin != entry.name:
                self.diagnostics.append(
                    Diagnostic(
                        Location(self._shown(f"{folder}/{entry.name}" if folder else entry.name)),
                        "case-clash",
                        f"{entry.name!r} and {twin!r} are one file on a disk that ignores case",
                        "rename one of them",
                    )
                )
            yield entry

    def _unexpected(self, entry: os.DirEntry[str], folder: str) -> None:
        relative = f"{folder}/{entry.name}" if folder else entry.name
        hint = _LAYOUT
        if entry.is_symlink():
            message = "links are not followed"
        elif entry.name.endswith(".yaml") and not _is_file(entry):
            message = "not a regular file"
        elif entry.name.endswith(".yml"):
            message, hint = "no record is called so", "rename it to end in .yaml"
        else:
            message = "nothing is built from this"
        self.diagnostics.append(
            Diagnostic(Location(self._shown(relative)), "unexpected-file", message, hint)
        )

    def _shown(self, relative: str) -> str:
        return shown_path(self._records / relative)


def _is_file(entry: os.DirEntry[str]) -> bool:
    return entry.is_file(follow_symlinks=False)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    return entry.is_dir(follow_symlinks=False)
