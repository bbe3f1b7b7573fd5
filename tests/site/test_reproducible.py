"""The same records give the same bytes."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys

from tests.conftest import ROOT


def digests(folder):
    """The SHA-256 of every file below `folder`, by path."""
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_same_bytes_in_other_surroundings(site_folder, tmp_path):
    """Another folder, hash seed, time zone, locale and home change no byte of the output."""
    sources = tmp_path / "elsewhere"
    for name in ("records", "templates"):
        shutil.copytree(ROOT / name, sources / name)
    surroundings = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "PYTHONHASHSEED": "4711",
        "TZ": "Pacific/Kiritimati",
        "LC_ALL": "C",
        "HOME": str(tmp_path),
    }
    command = [sys.executable, "-m", "site_builder", "build", "--output", str(tmp_path / "out")]
    command += ["--templates", str(sources / "templates")]
    result = subprocess.run(
        command, cwd=sources, env=surroundings, capture_output=True, text=True, check=False
    )
    assert 0 == result.returncode, result.stderr
    assert digests(site_folder) == digests(tmp_path / "out")


def test_no_file_names_this_machine(site_folder):
    """No file of the output holds the path of the folder it was built in or from."""
    places = (str(ROOT).encode(), str(site_folder).encode())
    telling = [
        path.relative_to(site_folder).as_posix()
        for path in site_folder.rglob("*")
        if path.is_file() and any(place in path.read_bytes() for place in places)
    ]
    assert [] == telling
