"""Tests of `site_builder.derive.layout`."""

from __future__ import annotations

import pytest

from site_builder.derive.layout import Frame
from site_builder.derive.urls import Place, Urls
from tests.builders import ASSETS, make_site

TOOL = "servers/a/tools/b.html"


def layout(path, base_url=None, **fields):
    """The layout of the page at `path`."""
    frame = Frame(make_site(), Urls(base_url), ASSETS, "kill")
    return frame.layout(Place(path), "Title", "Description", **fields)


@pytest.mark.parametrize(
    ("path", "current"),
    [
        ("index.html", []),
        ("servers/index.html", ["Servers"]),
        (TOOL, ["Servers"]),
        ("tools/page-2.html", ["Tools"]),
        ("about.html", ["Method"]),
    ],
)
def test_navigation_marks_the_part_of_the_site(path, current):
    """At most one entry is current: the page's own or the one above it."""
    assert current == [item.text for item in layout(path).nav if item.current]


def test_assets_are_linked_from_the_page():
    """Links to scripts and the sheet climb to the top folder."""
    assert "../../../assets/site.css" == layout(TOOL).assets.css
    assert "../../../" == layout(TOOL).search.root


def test_way_down_needs_absolute_addresses():
    """A BreadcrumbList holds absolute addresses, so without a base URL there is none."""
    crumbs = (("Servers", "servers/index.html"),)
    assert () == layout(TOOL, crumbs=crumbs, here="b").structured
    trail = layout(TOOL, "https://example.org/r", crumbs=crumbs, here="b").structured[0]
    assert [
        ("MCP Risk Records", "https://example.org/r/"),
        ("Servers", "https://example.org/r/servers/"),
        ("b", "https://example.org/r/servers/a/tools/b.html"),
    ] == [(step["name"], step["item"]) for step in trail["itemListElement"]]
