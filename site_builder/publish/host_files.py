"""The control files of static hosts: `_headers`, `.nojekyll`, `robots.txt` and the sitemap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import quote, urlsplit
from xml.sax.saxutils import escape

from site_builder.derive.moved_page import Move
from site_builder.derive.urls import Urls

# The policy of every page; `frame-ancestors` is the one directive that a meta tag cannot carry.
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types shards"
)

_HEADERS = f"""\
/*
  Content-Security-Policy: {CONTENT_SECURITY_POLICY}
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin

/assets/*
  Cache-Control: public, max-age=31536000, immutable

/api/*
  Access-Control-Allow-Origin: *
  Cross-Origin-Resource-Policy: cross-origin
"""

# sitemaps.org protocol: at most 50,000 addresses a file, and an index that names the files.
_MAX_ADDRESSES = 50_000
_NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def host_files(
    pages: Sequence[str], moves: Sequence[Move], urls: Urls
) -> Iterator[tuple[str, bytes]]:
    """The control files of a site whose listed pages stand at the output paths `pages`.

    The sitemap and the line that names it need absolute addresses: without a base URL there is
    none.
    """
    yield ".nojekyll", b""
    yield "_headers", _HEADERS.encode("ascii")
    if moves:
        yield "_redirects", "".join(_redirect(move, urls) for move in moves).encode("ascii")
    robots = "User-agent: *\nAllow: /\n"
    sitemap = urls.canonical("sitemap.xml")
    if sitemap is not None:
        robots += f"\nSitemap: {sitemap}\n"
        yield from _sitemaps(pages, urls)
    yield "robots.txt", robots.encode("ascii")


def _redirect(move: Move, urls: Urls) -> str:
    """One rule for hosts that read `_redirects`; percent-encoded, so without white space."""
    base = urlsplit(urls.base_url or "").path.rstrip("/")
    return f"{base}/{quote(move.former)} {base}/{quote(move.path)} 301\n"


def _sitemaps(pages: Sequence[str], urls: Urls) -> Iterator[tuple[str, bytes]]:
    parts = [
        pages[start : start + _MAX_ADDRESSES] for start in range(0, len(pages), _MAX_ADDRESSES)
    ]
    if len(parts) <= 1:
        yield "sitemap.xml", _document("urlset", "url", pages, urls)
        return
    names = [f"sitemap-{number}.xml" for number in range(1, len(parts) + 1)]
    yield "sitemap.xml", _document("sitemapindex", "sitemap", names, urls)
    for name, part in zip(names, parts, strict=True):
        yield name, _document("urlset", "url", part, urls)


def _document(root: str, entry: str, paths: Sequence[str], urls: Urls) -> bytes:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<{root} xmlns="{_NAMESPACE}">']
    lines += [
        f"<{entry}><loc>{escape(urls.canonical(path) or '')}</loc></{entry}>" for path in paths
    ]
    return "\n".join([*lines, f"</{root}>", ""]).encode("utf-8")
