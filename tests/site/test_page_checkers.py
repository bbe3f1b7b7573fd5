"""Two independent checkers find nothing to say about the built pages."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.page_kinds import pages

TOOLS = ROOT / "tests" / "tools"
NODE = Path(sys.executable).parent / "node"
HTML_VALIDATE = TOOLS / "node_modules" / "html-validate" / "bin" / "html-validate.mjs"
VNU = TOOLS / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"
# Two things that vnu cannot know of a file: that 'self' is the host it will stand on, and that
# JSON-LD is a data block, which the Content-Security-Policy is never asked about. The browser
# tests hold every kind of page to the policy itself.
MISTAKEN = (
    "Inline script violates Content Security Policy",
    "Resource violates Content Security Policy",
)

pytestmark = pytest.mark.node


def run(*command):
    """What a checker prints; its exit code says only whether it found something."""
    result = subprocess.run([str(part) for part in command], capture_output=True, check=False)
    return result.stdout.decode() or result.stderr.decode()


def test_html_validate_finds_nothing(site_folder, tmp_path):
    """html-validate accepts every page."""
    report = tmp_path / "report.json"
    config = TOOLS / "htmlvalidate.config.mjs"
    said = run(
        NODE, HTML_VALIDATE, "--config", config, "--formatter", f"json={report}", site_folder
    )
    assert report.is_file(), said
    checked = json.loads(report.read_text("utf-8"))
    complaints = [
        f"{Path(file['filePath']).relative_to(site_folder)}:{message['line']}: "
        f"{message['ruleId']}: {message['message']}"
        for file in checked
        for message in file["messages"]
    ]
    assert [] == complaints


def test_vnu_finds_nothing(site_folder):
    """The checker of the WHATWG HTML standard accepts every page, warnings included."""
    files = [site_folder / path for path in pages(site_folder)]
    report = json.loads(run("java", "-jar", VNU, "--format", "json", "--stdout", *files))
    complaints = [
        f"{message.get('url')}:{message.get('lastLine')}: {message['message']}"
        for message in report["messages"]
        if not message["message"].startswith(MISTAKEN)
    ]
    assert [] == complaints
