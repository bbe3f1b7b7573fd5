"""Tests of `site_builder.derive.urls`."""

from __future__ import annotations

import posixpath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.derive import urls
from site_builder.derive.urls import Place, Urls

TOOL = "servers/a/tools/b.html"
PARTS = st.lists(st.text(alphabet="abz09-_~", min_size=1, max_size=6), min_size=1, max_size=5).map(
    "/".join
)


@pytest.mark.parametrize(
    ("here", "target", "link"),
    [
        (TOOL, "index.html", "../../../index.html"),
        (TOOL, "servers/a/index.html", "../index.html"),
        (TOOL, "servers/a/tools/c.html", "c.html"),
        (TOOL, "servers/b/tools/b.html", "../../b/tools/b.html"),
        ("index.html", TOOL, TOOL),
        ("index.html", "index.html", "index.html"),
    ],
)
def test_links_are_relative_and_name_the_file(here, target, link):
    """A link climbs only as far as the two paths differ."""
    assert link == Place(here).to(target)


@given(PARTS, PARTS)
def test_every_link_resolves_to_its_target(here, target):
    """Followed from its page, a link ends at the path it was made for."""
    followed = posixpath.normpath(posixpath.join(posixpath.dirname(here), Place(here).to(target)))
    assert posixpath.normpath(target) == followed


def test_fragment_of_the_same_page_is_alone():
    """A link within a page is a bare fragment."""
    assert "#policy" == Place(TOOL).to(TOOL, "policy")


def test_names_are_percent_encoded():
    """What is no unreserved character is encoded; the tilde of a stem stays."""
    assert "a%20b%3Fc/d~1.html" == Place("index.html").to("a b?c/d~1.html")


@pytest.mark.parametrize(
    ("base_url", "link"),
    [
        (None, "/servers/index.html"),
        ("https://example.org", "/servers/index.html"),
        ("https://example.org/repo/", "/repo/servers/index.html"),
    ],
)
def test_404_links_from_the_root(base_url, link):
    """404.html is served at any depth, so its links hold the base path."""
    assert link == Urls(base_url).place("404.html").to("servers/index.html")


@pytest.mark.parametrize(
    ("path", "address"),
    [
        ("index.html", "https://example.org/repo/"),
        ("servers/index.html", "https://example.org/repo/servers/"),
        (TOOL, "https://example.org/repo/servers/a/tools/b.html"),
        (
            "servers/a/tools/my-index.html",
            "https://example.org/repo/servers/a/tools/my-index.html",
        ),
    ],
)
def test_canonical_is_absolute(path, address):
    """A page has one absolute address; a folder's index page has the folder's."""
    assert address == Urls("https://example.org/repo/").canonical(path)


def test_without_base_url_there_is_no_canonical():
    """No address is invented."""
    assert Urls().canonical("index.html") is None


@pytest.mark.parametrize(
    ("first", "number", "path"),
    [
        ("tools/index.html", 1, "tools/index.html"),
        ("tools/index.html", 2, "tools/page-2.html"),
        ("index.html", 3, "page-3.html"),
        ("severity/low.html", 2, "severity/low-page-2.html"),
        ("attacks/my-index.html", 2, "attacks/my-index-page-2.html"),
    ],
)
def test_further_pages_stand_beside_the_first(first, number, path):
    """Pages of a list are numbered in the folder of the first."""
    assert path == urls.numbered_path(first, number)


def test_record_links_need_a_repository():
    """Edit, history and report links exist only where the site names its repository."""
    assert Urls().record("servers/a/server.yaml", "a") is None


def test_record_links_name_branch_and_file():
    """The links follow the repository, the branch and the folder of the records."""
    links = Urls(None, "https://example.org/o/r.git", "dev", "/data/").record("a~1.yaml", "a/b")
    assert links is not None
    assert "https://example.org/o/r/edit/dev/data/a~1.yaml" == links.edit
    assert "https://example.org/o/r/commits/dev/data/a~1.yaml" == links.history
    assert links.report.startswith("https://example.org/o/r/issues/new?title=a%2Fb%3A%20&body=")


def test_record_subject_cannot_leave_its_parameter():
    """A hostile name in a report link stays inside the title."""
    links = Urls(None, "https://example.org/o/r").record("x.yaml", 'a&body=x#"')
    assert links is not None
    assert "title=a%26body%3Dx%23%22%3A%20&body=Record" in links.report
