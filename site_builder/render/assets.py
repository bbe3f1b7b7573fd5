"""The files that pages load, under names that change with their content."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_HASH_LENGTH = 12


@dataclass(frozen=True, slots=True)
class Assets:
    """The assets of a site.

    `paths` has the output path of each by its logical name (`site.css`), `files` the output paths
    with their bytes.
    """

    paths: Mapping[str, str]
    files: tuple[tuple[str, bytes], ...]


def read_assets(folder: Path, generated: Mapping[str, bytes]) -> Assets:
    """The files of `folder` and the `generated` ones, which win over a file of the same name.

    An output path holds a hash of the content, so that a host may let browsers keep it for ever.
    """
    read = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
    contents = sorted((read | dict(generated)).items())
    paths = {name: _hashed(name, content) for name, content in contents}
    return Assets(paths, tuple((paths[name], content) for name, content in contents))


def _hashed(name: str, content: bytes) -> str:
    stem, dot, extension = name.rpartition(".")
    digest = hashlib.sha256(content).hexdigest()[:_HASH_LENGTH]
    return f"assets/{stem}.{digest}{dot}{extension}"
