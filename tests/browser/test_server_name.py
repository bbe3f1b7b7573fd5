"""The reader's own name of a server: blocks follow it, and refuse what clients would."""

import json

import pytest
from playwright.sync_api import expect

PAGE = "servers/mediocretriumph-tmux-mcp/policy.html"
LABEL = "Your name for this server"


def _block(page, target: str):
    return page.locator(f"#policy-{target} pre code")


def test_blocks_follow_the_name(page) -> None:
    """Every client's block names the server as the reader does, and is still well-formed."""
    page.goto(PAGE)
    page.get_by_label(LABEL).fill("My-term_2")
    settings = json.loads(_block(page, "claude-code").text_content())
    assert "mcp__My-term_2__tmux_kill_session" in settings["permissions"]["deny"]
    assert "tmux-mcp" not in _block(page, "opencode").text_content()
    assert '"tmux_kill_session"' in _block(page, "policylayer").text_content()


@pytest.mark.parametrize("name", ["", "a b", "a__b", "_a", "a_", 'x"y', "ä", "../x", "a.b"])
def test_a_name_that_clients_would_misread_changes_nothing(page, name) -> None:
    """The usual name stays in every block, and the reader is told why."""
    page.goto(PAGE)
    before = _block(page, "claude-code").text_content()
    box = page.get_by_label(LABEL)
    box.fill("other")
    box.fill(name)
    assert before == _block(page, "claude-code").text_content()
    expect(page.locator("#server-name-said")).to_contain_text("The blocks keep the name")
    expect(box).to_have_attribute("aria-invalid", "true")


def test_a_name_too_long_for_one_client_is_named(page) -> None:
    """A block whose rule would grow longer than its client allows keeps the usual name."""
    page.goto(PAGE)
    before = _block(page, "claude-code").text_content()
    page.get_by_label(LABEL).fill("n" * 64)
    assert before == _block(page, "claude-code").text_content()
    expect(page.locator("#server-name-said")).to_contain_text("Claude Code")


def test_without_scripts_the_usual_name_stands(new_page) -> None:
    """No box appears, and the page says that the name in the block is the usual one."""
    with new_page(java_script_enabled=False) as page:
        page.goto(PAGE)
        expect(page.get_by_label(LABEL)).to_have_count(0)
        expect(
            page.get_by_text("If your configuration calls this server something else")
        ).to_be_visible()
