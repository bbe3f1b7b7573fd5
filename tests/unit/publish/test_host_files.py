"""The control files that hosts read."""

from xml.etree import ElementTree as ET

import pytest

from site_builder.derive.moved_page import Move
from site_builder.derive.urls import Urls
from site_builder.publish import host_files as module
from site_builder.publish.host_files import host_files

NAMESPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def _locations(data: bytes) -> list[str | None]:
    return [element.text for element in ET.fromstring(data).iter(f"{NAMESPACE}loc")]  # noqa: S314 - our own bytes


def test_without_a_base_url_there_is_no_sitemap() -> None:
    """A sitemap needs absolute addresses, so none is made up."""
    made = dict(host_files(["index.html"], [], Urls()))
    assert {".nojekyll", "_headers", "robots.txt"} == set(made)
    assert b"Sitemap" not in made["robots.txt"]


def test_the_sitemap_names_each_page_by_its_canonical_address() -> None:
    """Addresses are absolute, under the base path, and escaped as XML."""
    made = dict(host_files(["index.html", "a/b~c.html"], [], Urls("https://x.example/repo/?a&b")))
    assert [
        "https://x.example/repo/?a&b/",
        "https://x.example/repo/?a&b/a/b~c.html",
    ] == _locations(made["sitemap.xml"])
    assert b"Sitemap: https://x.example/repo/" in made["robots.txt"]


def test_a_large_sitemap_is_split(monkeypatch) -> None:
    """Above the limit of one file an index names the parts, and every page stands in one part."""
    monkeypatch.setattr(module, "_MAX_ADDRESSES", 2)
    made = dict(host_files(["a.html", "b.html", "c.html"], [], Urls("https://x.example")))
    assert ["https://x.example/sitemap-1.xml", "https://x.example/sitemap-2.xml"] == _locations(
        made["sitemap.xml"]
    )
    assert 2 == len(_locations(made["sitemap-1.xml"]))
    assert ["https://x.example/c.html"] == _locations(made["sitemap-2.xml"])


@pytest.mark.parametrize(
    "directive",
    ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'",
     "require-trusted-types-for 'script'", "trusted-types shards"],
)  # fmt: skip
def test_the_headers_close_everything_that_is_not_ours(directive) -> None:
    """The content security policy of every page holds each directive."""
    headers = dict(host_files([], [], Urls()))["_headers"].decode()
    (line,) = [line for line in headers.splitlines() if "Content-Security-Policy" in line]
    assert directive in line.partition(": ")[2].split("; ")


def test_a_move_is_a_rule_under_the_base_path() -> None:
    """Hosts that read redirects answer the old address with the new one."""
    move = Move("servers/a/tools/old.html", "servers/a/tools/new~1a2b3c4d.html", "new")
    made = dict(host_files([], [move], Urls("https://x.example/repo/")))
    assert (
        b"/repo/servers/a/tools/old.html /repo/servers/a/tools/new~1a2b3c4d.html 301\n"
    ) == made["_redirects"]
