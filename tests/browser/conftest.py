"""Chromium on the built site, under the site's own headers, with every complaint a failure."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    sync_playwright,
)

from tests.static_host import hosting

HERE = Path(__file__).parent
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 320, "height": 640}
DESKTOP = {"width": 1280, "height": 800}


def pytest_collection_modifyitems(items):
    """Everything in this folder drives a browser."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    chromium = shutil.which("chromium")
    assert chromium, "Chromium is missing: run `make deps`"
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def site(site_folder) -> Iterator[str]:
    """The address of the built site at the root of a host."""
    with hosting(site_folder) as base:
        yield base


@pytest.fixture(scope="session")
def mounted_site(mounted_folder) -> Iterator[str]:
    """The address of the built site under `/repo/`."""
    with hosting(mounted_folder, "/repo/") as base:
        yield base


@contextmanager
def watched(context: BrowserContext, base: str, *, absent: bool = False) -> Iterator[Page]:
    """A page that fails on leaving if it logged an error, threw, or asked another host.

    With `absent` the page is the one that a host gives for an address without a file; the browser
    logs that status, and nothing else may be logged.
    """
    complaints: list[str] = []
    page = context.new_page()

    def on_console(message: ConsoleMessage) -> None:
        is_status = absent and message.location["url"] == page.url
        if message.type in ("error", "warning") and not is_status:
            complaints.append(f"{message.type}: {message.text}")

    def on_request(request: Request) -> None:
        if not request.url.startswith((base, "data:", "blob:")):
            complaints.append(f"asked for {request.url}")

    page.on("console", on_console)
    page.on("pageerror", lambda error: complaints.append(f"exception: {error}"))
    page.on("request", on_request)
    yield page
    page.close()
    assert [] == complaints


@pytest.fixture
def new_page(browser, site):
    """What opens a watched page in a context of its own.

    Options are those of a browser context; `base_url` replaces the address of the site, and
    `absent` is that of `watched`.
    """

    @contextmanager
    def opened(*, base_url=site, absent=False, **options):
        # Without motion a scroll is over when it begins, so that nothing has to be waited for.
        settings = {"viewport": DESKTOP, "base_url": base_url, "reduced_motion": "reduce"}
        settings |= options
        with browser.new_context(**settings) as context:
            context.set_default_timeout(5_000)
            with watched(context, base_url, absent=absent) as page:
                yield page

    return opened


@pytest.fixture
def page(new_page) -> Iterator[Page]:
    """A watched page on a desktop screen; addresses are relative to the site."""
    with new_page() as opened:
        yield opened
