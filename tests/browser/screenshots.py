"""Pictures for a person to look at: `python -m tests.browser.screenshots FOLDER`.

One a kind of page, colour scheme and width, of the site as its records build it now.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import ARGUMENTS, DESKTOP, PHONE
from tests.conftest import build_site
from tests.page_kinds import KINDS, sample
from tests.static_host import hosting


def main(folder: Path) -> None:
    """Fills `folder` with `<kind>-<scheme>-<width>.png`."""
    with (
        tempfile.TemporaryDirectory() as scratch,
        hosting(build_site(Path(scratch, "output"))) as base,
        sync_playwright() as playwright,
    ):
        chromium = shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        for viewport in (PHONE, DESKTOP):
            for scheme in ("light", "dark"):
                context = browser.new_context(viewport=viewport, color_scheme=scheme)
                page = context.new_page()
                for kind in KINDS:
                    page.goto(base + sample(kind, Path(scratch, "output")))
                    name = f"{kind}-{scheme}-{viewport['width']}.png"
                    page.screenshot(path=folder / name, full_page=True)
                context.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
