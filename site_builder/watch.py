"""Sees that files under some folders changed, and says so once a burst.

An editor's save is several events and a checkout is hundreds, so a burst is over when nothing has
changed for a moment. Notifications come from watchfiles where it is installed; where it is not, or
where the system has none to give (bind mounts, network disks, a used-up watch limit), the folders
are looked at several times a second.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Event

_LOOK_EVERY = 0.2
_QUIET_FOR = 0.1
_DEBOUNCE_MS = 1600
_STEP_MS = 100
_NOISE = (".swp", ".swx", ".tmp", "~")


def bursts(
    folders: Sequence[Path], stop: Event, *, poll: bool, say: Callable[[str], None]
) -> Iterator[None]:
    """Yields once after each burst of changes under `folders`, until `stop` is set.

    Args:
        folders: What to watch, with everything below.
        stop: Set by another thread to end the watch.
        poll: Never use notifications.
        say: Takes a sentence for the person who watches, where the way of watching changes.
    """
    if not poll:
        try:
            yield from _notified(folders, stop)
        except ImportError:
            pass
        except OSError as error:
            say(f"no file notifications here ({error}); looking for changes instead")
        if stop.is_set():
            return
    yield from _looked_at(folders, stop)


def _notified(folders: Sequence[Path], stop: Event) -> Iterator[None]:
    import watchfiles  # noqa: PLC0415 - an extra: its absence is an answer, not a failure

    def is_wanted(_change: watchfiles.Change, path: str) -> bool:
        return not _is_noise(Path(path).name)

    try:
        for _ in watchfiles.watch(
            *folders,
            watch_filter=is_wanted,
            debounce=_DEBOUNCE_MS,
            step=_STEP_MS,
            stop_event=stop,
            raise_interrupt=False,
            rust_timeout=200,
            yield_on_timeout=False,
        ):
            yield
    except RuntimeError as error:
        raise OSError(str(error)) from error


def _looked_at(folders: Sequence[Path], stop: Event) -> Iterator[None]:
    seen = _snapshot(folders)
    while not stop.wait(_LOOK_EVERY):
        now = _snapshot(folders)
        if now == seen:
            continue
        while not stop.wait(_QUIET_FOR):
            before, now = now, _snapshot(folders)
            if now == before:
                break
        seen = now
        yield


def _snapshot(folders: Sequence[Path]) -> dict[str, tuple[int, int, int]]:
    """Size, time and inode of every file: an edit changes one of them, a removal the keys."""
    found = {}
    waiting = [str(folder) for folder in folders]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    if _is_noise(entry.name):
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
                        continue
                    status = entry.stat(follow_symlinks=False)
                    found[entry.path] = (status.st_mtime_ns, status.st_size, status.st_ino)
        except OSError:
            # A folder that vanished between two looks: its absence is the change.
            continue
    return found


def _is_noise(name: str) -> bool:
    return name.startswith(".") or name.endswith(_NOISE) or name == "4913"
