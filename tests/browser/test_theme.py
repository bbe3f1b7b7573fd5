"""Light and dark: by the system's setting, by the reader's choice, and never with a flash."""

from __future__ import annotations

import pytest

PAGE = "index.html"
# The page's colours, as painted.
COLOURS = """() => {
  const style = getComputedStyle(document.documentElement);
  return [style.backgroundColor, style.color];
}"""
# Notes the root's colours at the moment the body begins: nothing has been painted before.
AT_FIRST = """new MutationObserver((_, observer) => {
  if (!document.body) return;
  observer.disconnect();
  window.atFirst = getComputedStyle(document.documentElement).colorScheme;
}).observe(document, {childList: true, subtree: true});"""


def luminance(colour):
    """How light an opaque CSS colour is, from 0 to 255."""
    numbers = colour[colour.index("(") + 1 : -1].replace(",", " ").split()
    red, green, blue = (float(number) for number in numbers[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_page_follows_the_system(scheme, new_page):
    """Without a choice the page is as light or dark as the system asks, text against ground."""
    with new_page(color_scheme=scheme) as page:
        page.goto(PAGE)
        ground, text = (luminance(colour) for colour in page.evaluate(COLOURS))
    assert (scheme == "light") == (ground > text)


def choose(page, theme):
    """Presses the theme button until it shows `theme`."""
    button = page.get_by_role("button", name="Theme:")
    for _ in range(3):
        if button.text_content() == f"Theme: {theme}":
            return
        button.click()
    pytest.fail(f"no theme called {theme}")


@pytest.mark.parametrize(("system", "chosen"), [("light", "dark"), ("dark", "light")])
def test_choice_wins_over_the_system_and_lasts(system, chosen, new_page):
    """A chosen theme changes the colours at once, and the next page begins with it."""
    with new_page(color_scheme=system) as page:
        page.add_init_script(AT_FIRST)
        page.goto(PAGE)
        before = page.evaluate(COLOURS)
        choose(page, chosen)
        after = page.evaluate(COLOURS)
        page.goto("about.html")
        assert chosen == page.evaluate("window.atFirst")
        assert after == page.evaluate(COLOURS)
    assert before != after


def test_choice_can_be_taken_back(new_page):
    """The third choice gives the decision back to the system."""
    with new_page(color_scheme="dark") as page:
        page.goto(PAGE)
        before = page.evaluate(COLOURS)
        choose(page, "light")
        choose(page, "auto")
        page.reload()
        assert before == page.evaluate(COLOURS)
