"""The whole way from the home page to a copied block without a mouse."""

from __future__ import annotations

import pytest

from tests.browser.conftest import PHONE
from tests.page_kinds import KINDS, TOOL, sample

# What has the focus: whether it can be seen, on top of whatever else is there, and marked.
FOCUS = """() => {
  const node = document.activeElement;
  if (node === document.body) return null;
  const box = node.getBoundingClientRect();
  const target = node.matches(".tabs > input") ? node.labels[0] : node;
  const style = getComputedStyle(target);
  return {
    name: (node.textContent || node.value || node.ariaLabel || node.id).trim().slice(0, 40),
    inView: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
    marked: style.outlineStyle !== "none" || style.boxShadow !== "none",
  };
}"""


def walk(page, steps=400):
    """What has the focus at each press of Tab, from the top of the page to its end."""
    stops = []
    for _ in range(steps):
        page.keyboard.press("Tab")
        stop = page.evaluate(FOCUS)
        if stop is None:
            return stops
        stops.append(stop)
    return pytest.fail("Tab never left the page")


@pytest.mark.parametrize("kind", KINDS)
def test_focus_is_always_seen(kind, page, site_folder):
    """Tab passes through the whole page; each stop is in view and visibly marked."""
    page.goto(sample(kind, site_folder))
    stops = walk(page)
    assert stops
    assert [] == [stop for stop in stops if not (stop["inView"] and stop["marked"])]


def test_skip_link_leads_to_the_content(page):
    """The first stop of every page jumps over the header."""
    page.goto(TOOL)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert "main" == page.evaluate("document.activeElement.id")


def test_from_a_name_to_a_copied_block(new_page):
    """Slash, a part of a name, Enter; then the copy button, and the clipboard holds the block."""
    with new_page(permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto("index.html")
        page.keyboard.press("/")
        page.keyboard.type("tmux_kill_sess")
        page.get_by_role("option").first.wait_for()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.wait_for_url(f"**/{TOOL}*")
        for _ in range(400):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.ariaLabel ?? ''").startswith("Copy "):
                break
        page.keyboard.press("Enter")
        page.get_by_role("status").filter(has_text="Copied").wait_for(state="attached")
        assert "tmux_kill_session" in page.evaluate("navigator.clipboard.readText()")


@pytest.mark.parametrize("kind", KINDS)
def test_targets_are_large_enough_for_a_finger(kind, new_page, site_folder):
    """On a phone each control is at least 24 by 24 CSS pixels; links in prose are exempt."""
    with new_page(viewport=PHONE) as page:
        page.goto(sample(kind, site_folder))
        small = page.locator("button:visible, .tabs > label:visible, nav a:visible").evaluate_all(
            """nodes => nodes.map(node => [node.textContent.trim(), node.getBoundingClientRect()])
                 .filter(([, box]) => box.width < 24 || box.height < 24).map(([text]) => text)"""
        )
    assert [] == small
