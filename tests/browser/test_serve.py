"""The preview server: what a browser sees while somebody edits records."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.conftest import ROOT

PATIENCE = 20.0
SAMPLE = ROOT / "tests" / "sample_records"
TOOL = Path("records/servers/acme-files/tools/delete_file.yaml")
PAGE = "servers/acme-files/tools/delete_file.html"


@contextmanager
def preview(folder: Path, *options: str):
    """`risk-records serve` over a copy of the sample records; gives its address."""
    shutil.copytree(SAMPLE, folder / "records", dirs_exist_ok=True)
    command = [sys.executable, "-m", "site_builder", "serve", *options]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, cwd=folder, stderr=log, stdout=log, env=_environment())
        try:
            yield _address(folder / "log", process)
            assert process.poll() is None, (folder / "log").read_text()
        finally:
            process.send_signal(2)
            assert 130 == process.wait(PATIENCE) or process.returncode == 0
            assert "Traceback" not in (folder / "log").read_text()


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def _address(log: Path, process: subprocess.Popen) -> str:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        found = re.search(r"on (http://\S+) ", log.read_text())
        if found:
            return found.group(1)
        time.sleep(0.05)
    raise AssertionError(log.read_text())


def _edit(folder: Path, old: str, new: str) -> None:
    path = folder / TOOL
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


@pytest.mark.parametrize("options", [(), ("--poll",)], ids=["notify", "poll"])
def test_an_edit_is_shown_without_a_hand(new_page, tmp_path, options) -> None:
    """A saved record is rebuilt and shown; three saves in a row end with the last."""
    with preview(tmp_path, *options) as address, new_page(base_url=address) as page:
        page.goto(PAGE)
        page.wait_for_timeout(500)
        for number in (1, 2, 3):
            _edit(tmp_path, "Removes ", f"Removes {number}, ")
            time.sleep(0.15)
        expect(page.get_by_text("Removes 3, 2, 1, one file for good.").first).to_be_visible(
            timeout=PATIENCE * 1000
        )


def test_a_broken_record_is_laid_over_the_last_good_page(new_page, tmp_path) -> None:
    """The findings appear on the page, which stays; mending the record takes them away again."""
    with preview(tmp_path) as address, new_page(base_url=address) as page:
        page.goto(PAGE)
        page.wait_for_timeout(500)
        _edit(tmp_path, "verdict: deny", "verdict: dney")
        overlay = page.get_by_role("dialog")
        expect(overlay).to_contain_text("unknown-value", timeout=PATIENCE * 1000)
        expect(overlay).to_contain_text("did you mean 'deny'?")
        page.goto(PAGE)
        expect(page.get_by_role("dialog")).to_contain_text("unknown-value")
        _edit(tmp_path, "verdict: dney", "verdict: deny")
        expect(page.get_by_role("dialog")).to_have_count(0, timeout=PATIENCE * 1000)


def test_a_removed_record_is_gone_at_once(new_page, tmp_path) -> None:
    """The page of a deleted record becomes our own 404 page, and comes back with the record."""
    with preview(tmp_path) as address, new_page(base_url=address, absent=True) as page:
        kept = (tmp_path / TOOL).read_text()
        page.goto(PAGE)
        page.wait_for_timeout(500)
        (tmp_path / TOOL).unlink()
        expect(page.get_by_role("heading", level=1)).to_have_text(
            re.compile("no page|not found", re.IGNORECASE), timeout=PATIENCE * 1000
        )
        (tmp_path / TOOL).write_text(kept)
        expect(page.get_by_role("heading", level=1)).to_have_text(
            "delete_file", timeout=PATIENCE * 1000
        )


def test_the_site_is_mounted_at_its_base_path(new_page, tmp_path) -> None:
    """With a base URL the preview stands under its path, as it will on the host."""
    with (
        preview(tmp_path, "--base-url", "https://example.org/repo/") as address,
        new_page(base_url=address) as page,
    ):
        assert address.endswith("/repo/")
        page.goto(PAGE)
        expect(page.get_by_role("heading", level=1)).to_have_text("delete_file")


def _answer(address: str, path: str, **headers: str) -> int:
    """The status that a raw request gets: nothing is normalised on the way."""
    host, port = address.removeprefix("http://").split("/")[0].split(":")
    lines = [
        f"GET {path} HTTP/1.1",
        *(f"{name}: {value}" for name, value in headers.items()),
        "",
        "",
    ]
    with socket.create_connection((host, int(port)), PATIENCE) as connection:
        connection.sendall("\r\n".join(lines).encode())
        return int(connection.recv(64).split()[1])


def test_only_this_machine_is_answered(tmp_path) -> None:
    """A foreign Host header, a foreign Origin and a path out of the output get nothing."""
    with preview(tmp_path, "--no-watch") as address:
        here, base = address.removeprefix("http://").removesuffix("/risk/"), "/risk/"
        (tmp_path / "output" / "link").symlink_to("/etc")
        assert 200 == _answer(address, f"{base}index.html", Host=here)
        assert 403 == _answer(address, f"{base}index.html", Host="evil.example")
        for path in (
            "/../records/site.yaml",
            "/%2e%2e/records/site.yaml",
            "/link/passwd",
            "//etc/passwd",
        ):
            assert _answer(address, base + path, Host=here) in (403, 404)
        socket_headers = {
            "Upgrade": "websocket", "Connection": "Upgrade",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13",
        }  # fmt: skip
        assert 101 == _answer(
            address,
            f"{base}livereload/socket",
            Host=here,
            Origin=f"http://{here}",
            **socket_headers,
        )
        assert 403 == _answer(
            address,
            f"{base}livereload/socket",
            Host=here,
            Origin="http://evil.example",
            **socket_headers,
        )


def test_a_taken_port_is_one_sentence(tmp_path) -> None:
    """A port that somebody else has is named, exit 3, no traceback."""
    shutil.copytree(SAMPLE, tmp_path / "records")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = subprocess.run(
            [sys.executable, "-m", "site_builder", "serve", "--port", str(port)],
            cwd=tmp_path, capture_output=True, text=True, check=False, env=_environment(),
            timeout=PATIENCE,
        )  # fmt: skip
    assert 3 == result.returncode
    assert f"cannot listen on 127.0.0.1:{port}: Address already in use" in result.stderr
    assert "Traceback" not in result.stderr
