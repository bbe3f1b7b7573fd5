"""Choosing an enforcement point: by mouse, by keys, by address; on paper all are there."""

from __future__ import annotations

from tests.page_kinds import TOOL

OTHER_TOOL = "servers/raghavansv-tmux-mcp/tools/kill_window.html"


def shown(page):
    """The ids of the panels that the policy section shows."""
    panels = page.locator("#policy .panel:visible")
    return panels.evaluate_all("panels => panels.map(panel => panel.id)")


def offered(page):
    """The ids of all its panels, in the order of the page."""
    panels = page.locator("#policy .panel")
    return panels.evaluate_all("panels => panels.map(panel => panel.id)")


def test_first_target_shows_first(page):
    """A reader who has chosen nothing sees the first target."""
    page.goto(TOOL)
    assert offered(page)[:1] == shown(page)


def test_arrow_keys_choose(page):
    """The arrow keys walk through the targets and come round to the first."""
    page.goto(TOOL)
    page.locator("#policy .tabs input:checked").focus()
    seen = []
    for _ in offered(page):
        page.keyboard.press("ArrowRight")
        seen += shown(page)
    assert offered(page)[1:] + offered(page)[:1] == seen


def test_choice_holds_on_the_next_page(page):
    """The target that was chosen on one tool shows on the next."""
    page.goto(TOOL)
    page.locator("#policy .tabs > label").last.click()
    page.goto(OTHER_TOOL)
    assert offered(page)[-1:] == shown(page)


def test_address_names_a_panel(page):
    """A link to a panel opens it, and choosing another leaves exactly that one."""
    page.goto(TOOL)
    last = offered(page)[-1]
    page.goto("about.html")
    page.goto(f"{TOOL}#{last}")
    assert [last] == shown(page)
    page.locator("#policy .tabs > label").first.click()
    assert offered(page)[:1] == shown(page)


def test_paper_holds_every_target(page):
    """In print all panels are there, each with its title; what only works on a screen is not."""
    page.goto(TOOL)
    page.emulate_media(media="print")
    assert offered(page) == shown(page)
    assert len(offered(page)) == page.locator("#policy .panel h3:visible").count()
    assert 0 == page.locator("nav:visible, button:visible, input:visible").count()


def test_paper_is_white_in_the_dark(new_page):
    """Print is dark on white whatever the screen looks like."""
    with new_page(color_scheme="dark") as page:
        page.goto(TOOL)
        page.emulate_media(media="print")
        ground = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert "rgb(255, 255, 255)" == ground
