"""What holds for a page of every kind: no complaint, no overflow, no barrier."""

from __future__ import annotations

import pytest

from tests.browser.conftest import DESKTOP, PHONE
from tests.conftest import ROOT
from tests.page_kinds import KINDS, kind_of, pages, sample
from tests.static_host import hosting

AXE = ROOT / "tests" / "tools" / "node_modules" / "axe-core" / "axe.min.js"


@pytest.mark.parametrize("kind", KINDS)
def test_page_loads_without_complaint(kind, page, site_folder):
    """A page loads and runs under the site's own policy without an error in the console."""
    page.goto(sample(kind, site_folder))
    page.wait_for_load_state("networkidle")


@pytest.mark.parametrize("kind", KINDS)
def test_page_loads_under_a_path(kind, new_page, mounted_site, mounted_folder):
    """The same page works where the site stands under `/repo/`."""
    with new_page(base_url=mounted_site) as page:
        page.goto(sample(kind, mounted_folder))
        page.wait_for_load_state("networkidle")


def test_absent_page_works_at_any_depth(new_page, mounted_site):
    """What a host gives for an address without a file is styled and links into the site."""
    with new_page(base_url=mounted_site, absent=True) as page:
        response = page.goto("no/such/place/page.html")
        page.wait_for_load_state("networkidle")
        home = page.get_by_role("banner").get_by_role("link").first.evaluate("link => link.href")
    assert 404 == response.status
    assert mounted_site + "index.html" == home


@pytest.mark.parametrize("kind", KINDS)
def test_page_reflows_on_a_phone(kind, new_page, site_folder):
    """At 320 CSS pixels nothing makes the document scroll sideways (WCAG 1.4.10)."""
    with new_page(viewport=PHONE) as page:
        page.goto(sample(kind, site_folder))
        width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]


def test_names_of_any_length_reflow(new_page, real_site):
    """Pages of real servers, with their long names and large schemas, fit a phone as well."""
    tools = [path for path in pages(real_site) if kind_of(path) == "tool"]
    largest = sorted(tools, key=lambda path: (real_site / path).stat().st_size)[-10:]
    others = [path for path in pages(real_site) if kind_of(path) in ("server", "policy", "tools")]
    wide = []
    with hosting(real_site) as base, new_page(base_url=base, viewport=PHONE) as page:
        for path in largest + others:
            page.goto(path)
            if page.evaluate("document.documentElement.scrollWidth") > PHONE["width"]:
                wide.append(path)
    assert [] == wide


@pytest.mark.parametrize("viewport", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
def test_axe_finds_no_violation(kind, scheme, viewport, new_page, site_folder):
    """axe-core reports no violation of any of its rules."""
    with new_page(viewport=viewport, color_scheme=scheme) as page:
        page.goto(sample(kind, site_folder))
        page.evaluate(AXE.read_text("utf-8"))
        violations = page.evaluate(
            """async () => (await axe.run()).violations.flatMap(rule => rule.nodes.map(
                 node => `${rule.id}: ${node.target}: ${node.failureSummary}`))"""
        )
    assert [] == violations
