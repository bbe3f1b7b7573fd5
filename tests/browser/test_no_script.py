"""Without scripts the site is a site: everything can be read, chosen and found."""

from __future__ import annotations

import pytest

from tests.page_kinds import KINDS, TOOL, sample


@pytest.fixture
def plain(new_page):
    """A page of a browser that runs no script."""
    with new_page(java_script_enabled=False) as page:
        yield page


@pytest.mark.parametrize("kind", KINDS)
def test_page_shows_its_heading_and_content(kind, plain, site_folder):
    """A page of every kind shows its heading and its main part."""
    plain.goto(sample(kind, site_folder))
    assert plain.get_by_role("main").is_visible()
    assert plain.get_by_role("heading", level=1).is_visible()


def test_no_control_is_offered_that_needs_a_script(plain):
    """Copy buttons and the theme control, which would do nothing, do not appear."""
    plain.goto(TOOL)
    assert 0 == plain.locator("main button:visible, button.theme").count()


def test_every_target_can_be_chosen(plain):
    """Each target's panel is one click away, and one shows at a time."""
    plain.goto(TOOL)
    labels = plain.locator("#policy .tabs > label")
    assert labels.count() > 1
    for label in labels.all():
        label.click()
        assert 1 == plain.locator("#policy .panel:visible").count()
        assert label.text_content() == plain.locator("#policy .panel:visible h3").text_content()


def test_tools_are_found_by_the_alphabet(plain):
    """From the search page a reader without scripts is led to the list of tools, and to a tool."""
    plain.goto("search.html")
    plain.get_by_role("main").get_by_role("link", name="A to Z").first.click()
    plain.get_by_role("link", name="tmux_kill_session", exact=True).first.click()
    assert "tmux_kill_session" in plain.get_by_role("heading", level=1).text_content()
