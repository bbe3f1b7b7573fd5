"""Every link of the built site leads somewhere, wherever the site stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from tests.conftest import MOUNTED_AT
from tests.page_kinds import KINDS, kind_of, pages

LINKING = {"a": "href", "link": "href", "script": "src", "img": "src", "source": "src"}


@dataclass
class Page(HTMLParser):
    """What a page links to, and the ids that can be linked to."""

    links: list[str] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)

    def __post_init__(self):
        super().__init__()

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if values.get("id"):
            self.ids.add(values["id"])
        link = values.get(LINKING.get(tag, ""))
        if link is not None:
            self.links.append(link)


def read(folder: Path) -> dict[str, Page]:
    """The pages of a built site by their output paths."""
    found = {}
    for path in pages(folder):
        found[path] = Page()
        found[path].feed((folder / path).read_text("utf-8"))
    return found


def broken_links(folder: Path, base: str) -> list[str]:
    """The links of a site at the address `base` that lead to no file, or to no id in a page."""
    site = read(folder)
    broken = []
    for path, page in site.items():
        for link in page.links:
            target, _, fragment = urljoin(base + path, link).partition("#")
            if not target.startswith(base):
                if urlsplit(target).netloc == urlsplit(base).netloc:
                    broken.append(f"{path}: {link} leaves the site")
                continue
            inside = unquote(urlsplit(target.removeprefix(base)).path)
            file = f"{inside}index.html" if inside.endswith("/") or not inside else inside
            if not (folder / file).is_file():
                broken.append(f"{path}: {link} leads to no file")
            elif fragment and file in site and unquote(fragment) not in site[file].ids:
                broken.append(f"{path}: {link} names no id")
    return broken


def test_no_link_is_broken_at_the_root(site_folder):
    """A site built without an address works at the root of any host."""
    assert [] == broken_links(site_folder, "http://host.invalid/")


def test_no_link_is_broken_under_a_path(mounted_folder):
    """A site built for an address under a path works there, its 404 page included."""
    assert [] == broken_links(mounted_folder, MOUNTED_AT)


def test_every_page_is_linked(site_folder):
    """Somebody who follows links from the home page reaches every page but the 404 page."""
    site = read(site_folder)
    base = "http://host.invalid/"
    reached, waiting = set(), ["index.html"]
    while waiting:
        path = waiting.pop()
        if path in reached or path not in site:
            continue
        reached.add(path)
        for link in site[path].links:
            target = urlsplit(urljoin(base + path, link))
            if target.netloc == "host.invalid":
                waiting.append(unquote(target.path.lstrip("/")))
    assert set(site) - {"404.html"} == reached


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_page_is_built(kind, site_folder):
    """The repository's records give at least one page of each kind."""
    assert kind in {kind_of(path) for path in pages(site_folder)}


def test_every_page_has_a_kind(site_folder):
    """No page is of a kind that the tests of "every kind" do not know."""
    assert all(kind_of(path) in KINDS for path in pages(site_folder))
