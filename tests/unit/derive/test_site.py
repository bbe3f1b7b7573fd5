"""Tests of `site_builder.derive.site`: which pages there are, and what is listed where."""

from __future__ import annotations

import pytest

from site_builder.derive.context import survey
from site_builder.derive.site import derive
from tests.builders import ASSETS, make_assessed, make_catalogue
from tests.sample_catalogue import sample_catalogue


@pytest.fixture(scope="module")
def pages():
    """The pages of the sample catalogue by output path."""
    return {page.path: page for page in derive(survey(*sample_catalogue(), ASSETS, None))}


def test_every_kind_of_page_is_made(pages):
    """Each record and each list has its page at the agreed path."""
    assert {
        "index.html",
        "search.html",
        "servers/index.html",
        "servers/acme-tmux/index.html",
        "servers/acme-tmux/policy.html",
        "servers/acme-tmux/tools/create_session.html",
        "servers/acme-tmux/tools/kill_session.html",
        "servers/acme-tmux/tools/old_tool.html",
        "servers/bare/index.html",
        "servers/bare/policy.html",
        "servers/bare/tools/look.html",
        "tools/index.html",
        "categories/read.html",
        "categories/write.html",
        "categories/execute.html",
        "categories/destructive.html",
        "categories/financial.html",
        "severity/low.html",
        "severity/medium.html",
        "severity/high.html",
        "severity/critical.html",
        "attacks/index.html",
        "attacks/over-reach.html",
        "attacks/unused.html",
        "glossary.html",
        "about.html",
        "data.html",
        "changes.html",
        "404.html",
    } == set(pages)


def test_no_path_is_made_twice():
    """Two pages never share a file."""
    paths = [page.path for page in derive(survey(*sample_catalogue(), ASSETS, None))]
    assert len(set(paths)) == len(paths)


def test_withdrawn_tool_keeps_its_page_and_leaves_the_lists(pages):
    """Its address works; no list and no search engine is led to it."""
    assert not pages["servers/acme-tmux/tools/old_tool.html"].page.layout.listed
    assert "withdrawn" == pages["servers/acme-tmux/tools/old_tool.html"].page.banners[0].kind
    listed = [row.name for row in pages["tools/index.html"].page.rows]
    assert ["create_session", "kill_session", "look"] == listed


def test_drifted_page_says_so(pages):
    """A review of another definition is a banner."""
    banners = pages["servers/acme-tmux/tools/create_session.html"].page.banners
    assert ["drifted"] == [banner.kind for banner in banners]


def test_changes_are_newest_first(pages):
    """The changes of all records stand in one list."""
    rows = pages["changes.html"].page.rows
    assert [("2026-11-30", "kill_session"), ("2026-11-28", "Tmux MCP")] == [
        (row.date, row.subject.text) for row in rows
    ]


def test_catalogue_without_servers_has_its_pages():
    """An empty catalogue is a site, too."""
    catalogue = make_catalogue(attacks={}, glossary={})
    empty = type(catalogue)(catalogue.site, (), {}, catalogue.categories, {})
    pages = list(derive(survey(empty, make_assessed(empty), ASSETS, None)))
    assert "index.html" in {page.path for page in pages}


def test_pages_come_one_at_a_time():
    """Nothing of a page is derived before it is asked for."""
    made = derive(survey(*sample_catalogue(), ASSETS, None))
    assert "index.html" == next(iter(made)).path
