from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

KILL_SESSION = "servers/mediocretriumph-tmux-mcp/tools/tmux_kill_session.html"
SERVER = "servers/mediocretriumph-tmux-mcp/index.html"
TYPED_TO_PAGE = [
    ("tmux_kill_session", KILL_SESSION),
    ("tmux kill session", KILL_SESSION),
    ("tmux_kil_session", KILL_SESSION),
    ("session_destroy", "servers/joschi655-claude-code-mcp/tools/session_destroy.html"),
    ("killsess", "servers/raghavansv-tmux-mcp/tools/kill_session.html"),
    ("mediocretriumph/tmux-mcp", SERVER),
    ("https://github.com/MediocreTriumph/tmux-mcp", SERVER),
]


def address(path, query=""):
    """What the address of the page at an output path looks like, wherever the site stands."""
    return re.compile(re.escape(f"/{path}{query}") + "$")


def box(page):
    """The search box of a page."""
    return page.get_by_role("combobox", name="Type the name of a tool or server")


def options(page):
    """What the popup offers, the link to all results among it."""
    return page.get_by_role("option")


def offered(page, query):
    """The names that the popup offers for `query`."""
    box(page).fill(query)
    expect(options(page).first).to_be_visible()
    return page.locator("[role=option] .search-name").all_inner_texts()


@pytest.mark.parametrize(("query", "path"), TYPED_TO_PAGE)
def test_enter_opens_the_first_hit(page, query, path):
    """Whoever types a name, a part, a repository or a slip lands on the right page."""
    page.goto("index.html")
    offered(page, query)
    box(page).press("Enter")
    expect(page).to_have_url(address(path))


def test_part_of_a_name_offers_all_that_have_it(page):
    """`kill` offers the tools that kill, and nothing else."""
    page.goto("index.html")
    names = offered(page, "kill")
    assert {"kill_pane", "kill_window", "tmux_kill_session"} <= set(names)
    assert [] == [name for name in names if "kill" not in name]


def test_beginning_of_a_name(page):
    """`tmux_ki` offers what begins so, the shorter first."""
    page.goto("index.html")
    assert ["tmux_kill", "tmux_kill_session"] == offered(page, "tmux_ki")[:2]


def test_matching_letters_are_marked(page):
    """The letters that were found are marked inside the name."""
    page.goto("index.html")
    offered(page, "killsess")
    assert "kill_sess" == options(page).first.locator("mark").inner_text()


def test_box_works_deep_in_the_site(page):
    """From a page three folders down the box finds its scripts and leads to the right page."""
    page.goto(KILL_SESSION)
    offered(page, "session_destroy")
    box(page).press("Enter")
    expect(page).to_have_url(
        address("servers/joschi655-claude-code-mcp/tools/session_destroy.html")
    )


@pytest.mark.parametrize("keys", ["/", "Control+k", "Meta+k"])
def test_keys_lead_to_the_box(page, keys):
    """A slash, or Ctrl or Cmd with K, moves the focus into the box and types nothing."""
    page.goto("index.html")
    page.keyboard.press(keys)
    expect(box(page)).to_be_focused()
    expect(box(page)).to_have_value("")


def test_slash_is_typed_inside_the_box(page):
    """Inside a field a slash is a slash: repositories have one."""
    page.goto("index.html")
    box(page).press_sequentially("a/b")
    expect(box(page)).to_have_value("a/b")


def test_arrows_wrap_and_enter_opens_the_active_option(page):
    """The arrows go round in the options, the focus stays in the box, and Enter opens one."""
    page.goto("index.html")
    offered(page, "kill")
    count = options(page).count()
    for key, expected in [("ArrowUp", count - 1), ("ArrowDown", 0), ("ArrowDown", 1)]:
        box(page).press(key)
        active = page.locator("[role=option][aria-selected=true]")
        expect(active).to_have_count(1)
        expect(active).to_have_id(box(page).get_attribute("aria-activedescendant"))
        assert expected == options(page).evaluate_all(
            "all => all.findIndex(one => one.ariaSelected === 'true')"
        )
    expect(box(page)).to_be_focused()
    target = options(page).nth(1).get_attribute("href")
    box(page).press("Enter")
    expect(page).to_have_url(address(target))


def test_escape_closes_then_clears(page):
    """The first Escape closes the popup and keeps the text, the second clears it."""
    page.goto("index.html")
    offered(page, "kill")
    expect(box(page)).to_have_attribute("aria-expanded", "true")
    box(page).press("Escape")
    expect(box(page)).to_have_attribute("aria-expanded", "false")
    expect(page.get_by_role("listbox")).to_be_hidden()
    expect(box(page)).to_have_value("kill")
    box(page).press("Escape")
    expect(box(page)).to_have_value("")


def test_tab_is_never_trapped(page):
    """Tab leaves the box as if there were no popup, and closes it."""
    page.goto("index.html")
    offered(page, "kill")
    box(page).press("Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("listbox")).to_be_hidden()
    assert not page.evaluate("document.activeElement.closest('form[data-search]')")


def test_click_opens_an_option(page):
    """An option is a link that the pointer opens like any other."""
    page.goto("index.html")
    offered(page, "tmux_kill_session")
    options(page).first.click()
    expect(page).to_have_url(address(KILL_SESSION))


def test_input_method_keeps_its_keys(page):
    """Enter and arrows that belong to an input method neither open nor move anything."""
    page.goto("index.html")
    offered(page, "kill")
    for key in ("Enter", "ArrowDown"):
        box(page).dispatch_event("keydown", {"key": key, "isComposing": True})
    expect(page).to_have_url(address("index.html"))
    expect(page.locator("[role=option][aria-selected=true]")).to_have_count(0)


def test_number_of_results_is_said_once_typing_rests(page):
    """A polite live region says how many there are, not at every key."""
    page.goto("index.html")
    status = page.locator("[role=status].search-status")
    box(page).press_sequentially("killsess", delay=20)
    expect(options(page).first).to_be_visible()
    assert "" == status.inner_text()
    expect(status).to_have_text("2 results")


def test_nothing_found_is_seen_and_said(page):
    """Where nothing is found, the page shows it and says it."""
    page.goto("index.html")
    box(page).fill("zzzz")
    expect(page.get_by_text("No results for “zzzz”")).to_be_visible()
    expect(page.locator("[role=status].search-status")).to_have_text("No results for zzzz")
    expect(options(page)).to_have_count(0)
    expect(box(page)).to_have_attribute("aria-expanded", "false")


def test_scripts_load_on_first_use_only(page):
    """A page that nobody searches on loads neither the names nor the ranking."""
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("index.html", wait_until="networkidle")
    assert [] == [url for url in asked if "search-" in url]
    offered(page, "kill")
    assert {"search-rank", "search-index"} == {
        found[0] for url in asked if (found := re.search(r"search-(?:rank|index)", url))
    }


def search_input(page):
    """The box on the search page, where it has no popup."""
    return page.get_by_role("textbox", name="Type the name of a tool or server")


def test_address_holds_the_query(page):
    """`?q=` fills the search page, and typing there changes the address without a new entry."""
    page.goto("search.html?q=killsess")
    results = page.locator(".search-result")
    expect(results).to_have_count(2)
    expect(search_input(page)).to_have_value("killsess")
    entries = page.evaluate("history.length")
    search_input(page).fill("tmux_kil_session")
    expect(page).to_have_url(address("search.html", "?q=tmux_kil_session"))
    expect(results.first).to_contain_text("one typo")
    assert entries == page.evaluate("history.length")
    search_input(page).fill("")
    expect(page).to_have_url(address("search.html"))
    expect(results).to_have_count(0)


def test_going_back_recalls_the_query(page):
    """The browser's back button leads to the results that were left."""
    page.goto("search.html?q=killsess")
    page.locator(".search-hit").first.click()
    expect(page).to_have_url(address("servers/raghavansv-tmux-mcp/tools/kill_session.html"))
    page.go_back()
    expect(search_input(page)).to_have_value("killsess")
    expect(page.locator(".search-result")).to_have_count(2)


def test_search_page_says_why(page):
    """Each result of the search page says how it was found."""
    page.goto("search.html?q=tmux_kill")
    expect(page.locator(".search-result").first.locator(".search-why")).to_have_text("exact")


def test_arrows_walk_through_the_results(page):
    """On the search page the arrows move from the box through the links and round."""
    page.goto("search.html?q=killsess")
    links = page.locator(".search-hit")
    expect(links).to_have_count(2)
    search_input(page).focus()
    page.keyboard.press("ArrowDown")
    expect(links.nth(0)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(search_input(page)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(links.nth(1)).to_be_focused()


def test_nothing_found_on_the_search_page(page):
    """The search page says that there is nothing and leads to the lists."""
    page.goto("search.html?q=zzzz")
    expect(page.get_by_text("No results for “zzzz”")).to_be_visible()
    expect(page.locator("main").get_by_role("link", name="tools from A to Z")).to_be_visible()


def test_query_is_never_markup(page):
    """A query is shown letter by letter, whatever it spells."""
    page.goto("search.html?q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E")
    expect(page.get_by_text("No results for “<img src=x onerror=alert(1)>”")).to_be_visible()
    assert 0 == page.locator("main img").count()


def test_enter_before_anything_is_found_leads_to_the_search_page(page):
    """With nothing to open, Enter does what the form says."""
    page.goto("index.html")
    box(page).fill("zzzz")
    expect(page.get_by_text("No results for “zzzz”")).to_be_visible()
    box(page).press("Enter")
    expect(page).to_have_url(address("search.html", "?q=zzzz"))


def test_slash_can_be_switched_off(page):
    """The single-key shortcut has a switch that is remembered (WCAG 2.1.4)."""
    page.goto("search.html")
    page.get_by_label("The / key leads to the search box").uncheck()
    page.goto("index.html")
    page.keyboard.press("/")
    expect(box(page)).not_to_be_focused()
    page.keyboard.press("Control+k")
    expect(box(page)).to_be_focused()


def test_without_scripts_the_form_leads_to_the_lists(new_page):
    """With scripts off, Enter leads to a page that says so and links to the lists."""
    with new_page(java_script_enabled=False) as page:
        page.goto(KILL_SESSION)
        field = page.get_by_label("Type the name of a tool or server")
        field.fill("kill")
        field.press("Enter")
        expect(page).to_have_url(address("search.html", "?q=kill"))
        expect(page.get_by_text("The search needs scripts.")).to_be_visible()
        page.locator("main").get_by_role("link", name="tools from A to Z").click()
        expect(page).to_have_url(address("tools/index.html"))


@pytest.fixture
def anywhere(request, site_folder, mounted_site):
    """A base address other than the root of a host."""
    return {"disk": f"{site_folder.as_uri()}/", "repo": mounted_site}[request.param]


@pytest.mark.parametrize("anywhere", ["disk", "repo"], indirect=True)
def test_search_works_wherever_the_site_stands(new_page, anywhere):
    """Opened from the disk and under /repo/, box and search page find and lead alike."""
    with new_page(base_url=anywhere) as page:
        page.goto(KILL_SESSION)
        offered(page, "mediocretriumph/tmux-mcp")
        box(page).press("Enter")
        expect(page).to_have_url(address(SERVER))
        page.goto("search.html?q=killsess")
        page.locator(".search-hit").first.click()
        expect(page).to_have_url(address("servers/raghavansv-tmux-mcp/tools/kill_session.html"))


def test_search_works_on_the_page_that_hosts_show_for_missing_files(new_page, mounted_site):
    """404.html stands at any depth, and its box still finds its scripts and the pages."""
    with new_page(base_url=mounted_site, absent=True) as page:
        page.goto("no/such/page.html")
        offered(page, "tmux_kill_session")
        box(page).press("Enter")
        expect(page).to_have_url(re.compile(re.escape(f"{mounted_site}{KILL_SESSION}") + "$"))


def test_only_scripts_of_the_site_can_be_loaded(browser, site):
    """The one Trusted Types policy is taken; the browser refuses every other way to a script."""
    with browser.new_context(base_url=site) as context:
        page = context.new_page()
        page.goto("index.html")
        attempts = """[
            () => trustedTypes.createPolicy("shards", {}),
            () => trustedTypes.createPolicy("other", {}),
            () => { document.createElement("script").src = "assets/other.js"; },
            () => { document.body.innerHTML = "<b>markup</b>"; },
        ]"""
        refused = "attempt => { try { attempt(); return false; } catch { return true; } }"
        assert [True] * 4 == page.evaluate(f"{attempts}.map({refused})")
