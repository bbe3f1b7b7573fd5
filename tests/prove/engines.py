"""The engines as they are installed: pinned, without install scripts, outside the repository.

Each is installed once into a folder named after its pins and kept for later runs.
"""

from __future__ import annotations

import fcntl
import functools
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

_HERE = Path(__file__).parent
_LOCK = (_HERE / "package.json", _HERE / "package-lock.json")
_PLATFORM = "-linux-x64"


class UnavailableError(Exception):
    """Why an engine cannot be run on this machine."""


def node() -> Path:
    """Node, from the wheel in this environment."""
    return Path(sys.executable).with_name("node")


def npm_package(name: str) -> Path:
    """The folder of an installed npm package.

    Raises:
        UnavailableError: it is not to be had here.
    """
    folder = _path(_node_folder()) / "node_modules" / name
    if not folder.exists():
        raise UnavailableError(f"npm has no {name} for this system and processor")
    return folder


def npm_version(name: str) -> str:
    """The version of an installed npm package, without the platform that it is built for."""
    package = json.loads((npm_package(name) / "package.json").read_text("utf-8"))
    return package["version"].removesuffix(_PLATFORM)


def venv_python(name: str) -> Path:
    """The Python of the virtual environment that `requirements-NAME.txt` describes.

    Raises:
        UnavailableError: it is not to be had here.
    """
    return _path(_venv_folder(name)) / "bin" / "python"


def python_version(name: str) -> str:
    """The version of the package `name` in the virtual environment of that name."""
    program = f"import importlib.metadata; print(importlib.metadata.version({name!r}))"
    command = [venv_python(name), "-c", program]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def _path(found: Path | UnavailableError) -> Path:
    if isinstance(found, UnavailableError):
        raise found
    return found


@functools.cache
def _node_folder() -> Path | UnavailableError:
    def install(folder: Path) -> None:
        for file in _LOCK:
            shutil.copy(file, folder)
        npm = Path(sys.executable).with_name("npm")
        if not npm.exists():
            raise UnavailableError(f"there is no npm beside {sys.executable}")
        options = ["--ignore-scripts", "--no-audit", "--no-fund"]
        _install([npm, "--prefix", folder, "ci", *options], folder)

    return _kept("node", _LOCK, install)


@functools.cache
def _venv_folder(name: str) -> Path | UnavailableError:
    pins = _HERE / f"requirements-{name}.txt"

    def install(folder: Path) -> None:
        _install([sys.executable, "-m", "venv", folder], folder)
        pip = [folder / "bin" / "python", "-m", "pip", "--quiet", "--disable-pip-version-check"]
        _install([*pip, "install", "--only-binary", ":all:", "-r", pins], folder)

    return _kept(name, (pins,), install)


def _kept(
    name: str, pins: tuple[Path, ...], install: Callable[[Path], None]
) -> Path | UnavailableError:
    """The folder that `install` filled for exactly these `pins`; older ones of `name` go."""
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in pins)).hexdigest()[:16]
    cache = _cache()
    cache.mkdir(parents=True, exist_ok=True)
    folder, done = cache / f"{name}-{digest}", cache / f"{name}-{digest}.done"
    with (cache / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if done.exists():
            return folder
        for old in cache.glob(f"{name}-*"):
            shutil.rmtree(old) if old.is_dir() else old.unlink()
        folder.mkdir()
        try:
            install(folder)
        except UnavailableError as error:
            return error
        done.touch()
    return folder


def _cache() -> Path:
    if own := os.environ.get("RISK_RECORDS_PROVE_CACHE"):
        return Path(own)
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return home / "mcp-risk-records" / "prove"


def _install(command: list[str | Path], folder: Path) -> None:
    """Runs an installer, which may ask the registries that this machine is set up for."""
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    try:
        result = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, "PATH": programs},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=900,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise UnavailableError(f"{command[0]} took more than {error.timeout} s") from None
    if result.returncode:
        raise UnavailableError(f"{command[0]} failed: {result.stdout[-1000:]}")
