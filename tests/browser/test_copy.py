"""The copy button gives exactly the block that the page shows, whatever the browser allows."""

from __future__ import annotations

import json
import re

import pytest

from tests.page_kinds import TOOL

COPY = re.compile("^Copy ")

# What a page finds in a browser, or a context, without the Clipboard API.
WITHOUT_CLIPBOARD = """
window.clipboard = navigator.clipboard;
Object.defineProperty(navigator, "clipboard", {value: undefined});
"""
WITHOUT_ANY_COPYING = WITHOUT_CLIPBOARD + "document.execCommand = () => false;"
REFUSING = """
window.clipboard = navigator.clipboard;
Object.defineProperty(navigator, "clipboard", {
  value: {writeText: () => Promise.reject(new DOMException("no", "NotAllowedError"))}
});
"""


def shown_block(page):
    """The text of the block that the policy section of a tool page shows."""
    return page.locator("#policy .code pre:visible").text_content()


def copy_button(page):
    """The button that copies that block."""
    return page.locator("#policy").get_by_role("button", name=COPY)


def said(page, words):
    """Waits until the page has announced `words` about that block."""
    page.locator("#policy").get_by_role("status").filter(has_text=words).wait_for(state="attached")


@pytest.mark.parametrize(
    "script", ["", WITHOUT_CLIPBOARD, REFUSING], ids=["api", "none", "refusing"]
)
def test_clipboard_holds_the_block(script, new_page):
    """With the Clipboard API, without it, and refused by it: the block and one line end."""
    with new_page(permissions=["clipboard-read", "clipboard-write"]) as page:
        page.add_init_script(script)
        page.goto(TOOL)
        shown = shown_block(page)
        copy_button(page).click()
        said(page, "Copied")
        copied = page.evaluate("(window.clipboard ?? navigator.clipboard).readText()")
    assert shown.rstrip("\n") + "\n" == copied
    json.loads(copied)


def test_block_is_selected_where_nothing_can_copy(new_page):
    """Without any way to copy, the block is selected and the page says which keys to press."""
    with new_page() as page:
        page.add_init_script(WITHOUT_ANY_COPYING)
        page.goto(TOOL)
        shown = shown_block(page)
        copy_button(page).click()
        said(page, "press Ctrl or Cmd and C")
        selected = page.evaluate("getSelection().toString()")
    assert shown.strip() == selected.strip()


def test_button_says_what_it_copies(page):
    """No two copy buttons of a page have the same name, and each names its tool."""
    page.goto(TOOL)
    names = page.locator("button[aria-label^='Copy ']").evaluate_all(
        "buttons => buttons.map(button => button.ariaLabel)"
    )
    assert page.locator(".code").count() == len(names) == len(set(names))
    assert all("tmux_kill_session" in name for name in names)


def test_button_says_when_it_is_done(new_page):
    """The button's label says "Copied" for a moment, and then offers to copy again."""
    with new_page(permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto(TOOL)
        copy_button(page).click()
        copy_button(page).filter(has_text="Copied").wait_for()
        copy_button(page).filter(has_text=re.compile("^Copy$")).wait_for()


def test_keyboard_copies(new_page):
    """Enter on the focused button copies, as a click does, and the focus stays."""
    with new_page(permissions=["clipboard-read", "clipboard-write"]) as page:
        page.goto(TOOL)
        copy_button(page).focus()
        page.keyboard.press("Enter")
        said(page, "Copied")
        assert shown_block(page).strip() == page.evaluate("navigator.clipboard.readText()").strip()
        assert copy_button(page).evaluate("button => button === document.activeElement")


def test_block_is_saved_as_a_file(page):
    """The file that "Save" gives holds what the copy button copies, under the target's name."""
    page.goto(TOOL)
    with page.expect_download() as saving:
        page.locator("#policy").get_by_role("button", name="Save ").click()
    name = page.locator("#policy .code:visible").get_attribute("data-filename")
    assert name == saving.value.suggested_filename
    assert shown_block(page).strip() + "\n" == saving.value.path().read_text("utf-8")


def test_no_button_stands_in_text_of_a_server(page):
    """Nothing that a server supplied can be copied as if it were ours."""
    page.goto(TOOL)
    assert page.locator(".supplied").count()
    assert 0 == page.locator(".supplied button").count()
