"""Engines as processes: an environment of their own, a time limit, and no survivor."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

# Nothing listens there: whatever an engine wants from elsewhere fails at once.
_NOWHERE = "http://127.0.0.1:9"
_LOOPBACK = "127.0.0.1,localhost"


@dataclass(frozen=True, slots=True)
class Place:
    """The folders of one run: a home that holds nothing else, and a project in it."""

    home: Path

    @property
    def project(self) -> Path:
        """The folder that the engine is started in."""
        return self.home / "project"

    def write(self, path: str, text: str) -> Path:
        """Writes `text` to a file below the home; gives its path back."""
        file = self.home / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        return file


@contextmanager
def started(
    command: Sequence[str | Path], place: Place, environment: Mapping[str, str], **streams: object
) -> Iterator[subprocess.Popen]:
    """`command` as the leader of a group of processes, all of which end with the block."""
    place.project.mkdir(parents=True, exist_ok=True)
    process = subprocess.Popen(
        [str(part) for part in command],
        cwd=place.project,
        env=_environment(place, environment),
        start_new_session=True,
        text=True,
        **streams,
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream:
                stream.close()


def run(
    command: Sequence[str | Path],
    place: Place,
    environment: Mapping[str, str],
    *,
    seconds: float = 90,
) -> str:
    """What `command` printed before it ended.

    Raises:
        TimeoutError: it had not ended after `seconds`; what it printed is in the message.
    """
    output = place.home / "output.txt"
    with (
        output.open("w", encoding="utf-8") as file,
        started(
            command,
            place,
            environment,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=subprocess.STDOUT,
        ) as process,
    ):
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            printed = output.read_text("utf-8", "replace")
            raise TimeoutError(
                f"{command[0]} ran for {seconds} s and printed: {printed}"
            ) from None
    return output.read_text("utf-8", "replace")


def _environment(place: Place, environment: Mapping[str, str]) -> dict[str, str]:
    """All that an engine sees of the machine: programs, its home, and no way out of loopback."""
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin",
        "HOME": str(place.home),
        "LANG": "C.UTF-8",
        "TMPDIR": str(place.home),
        "HTTP_PROXY": _NOWHERE,
        "HTTPS_PROXY": _NOWHERE,
        "http_proxy": _NOWHERE,
        "https_proxy": _NOWHERE,
        "NO_PROXY": _LOOPBACK,
        "no_proxy": _LOOPBACK,
        **environment,
    }
