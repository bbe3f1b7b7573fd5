"""The watch: one burst for one save, by notifications and by looking."""

import shutil
import threading
import time
from pathlib import Path

import pytest

from site_builder.watch import bursts

PATIENCE = 10.0


class Watch:
    """A watch in a thread of its own, with the number of bursts it has seen."""

    def __init__(self, folder: Path, *, poll: bool) -> None:
        self.count = 0
        self.said: list[str] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(folder, poll))
        self._thread.start()
        time.sleep(0.4)

    def _run(self, folder: Path, poll: bool) -> None:
        for _ in bursts([folder], self._stop, poll=poll, say=self.said.append):
            self.count += 1

    def wait_for(self, count: int) -> None:
        """Waits until `count` bursts were seen, and a moment longer for one too many."""
        end = time.monotonic() + PATIENCE
        while self.count < count and time.monotonic() < end:
            time.sleep(0.02)
        time.sleep(0.4)
        assert count == self.count

    def end(self) -> None:
        self._stop.set()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


@pytest.fixture(params=[True, False], ids=["poll", "notify"])
def watch(request, tmp_path):
    """A watch over a folder with one record, ended after the test."""
    (tmp_path / "a.yaml").write_text("1")
    running = Watch(tmp_path, poll=request.param)
    yield running
    running.end()


def test_a_save_is_one_burst(watch, tmp_path) -> None:
    """A changed file, a new one and a removed one are each seen once."""
    (tmp_path / "a.yaml").write_text("22")
    watch.wait_for(1)
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "b.yaml").write_text("1")
    watch.wait_for(2)
    shutil.rmtree(tmp_path / "deep")
    watch.wait_for(3)


def test_a_save_by_rename_is_one_burst(watch, tmp_path) -> None:
    """An editor that writes a new file and moves it over the old one is seen once."""
    (tmp_path / ".a.yaml.swp").write_text("22")
    (tmp_path / ".a.yaml.swp").replace(tmp_path / "a.yaml")
    watch.wait_for(1)


def test_many_files_at_once_are_one_burst(watch, tmp_path) -> None:
    """A checkout of two hundred files does not cause two hundred builds."""
    for number in range(200):
        (tmp_path / f"{number}.yaml").write_text("1")
    watch.wait_for(1)


def test_an_editors_own_files_are_no_change(watch, tmp_path) -> None:
    """Swap files, backups and dot files come and go unseen."""
    for name in (".a.yaml.swp", "a.yaml~", ".#a.yaml", "4913", "a.tmp"):
        (tmp_path / name).write_text("1")
    watch.wait_for(0)
