"""Tests of `site_builder.render.markdown`."""

from __future__ import annotations

import pytest

from site_builder.render.markdown import MAX_PROSE, prose_filter


def test_ordinary_prose_becomes_markup():
    """Paragraphs, emphasis, code, lists, tables and links come out as HTML."""
    html = prose_filter()(
        "One *two* `three`.\n\n- four\n\n| a | b |\n|---|---|\n| c | d |\n\n[e](https://example.org/)"
    )
    for piece in ("<p>One <em>two</em> <code>three</code>.</p>", "<li>four</li>", "<td>c</td>"):
        assert piece in html
    assert 'href="https://example.org/"' in html


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<b onclick=alert(1)>x</b>",
        "![t](https://tracker.example/p.png)",
        "x{: onclick='alert(1)'}",
        "<svg><style>*{}</style></svg>",
        "<base href=//evil.example>",
    ],
)
def test_raw_html_and_images_are_inert(text):
    """No tag that a writer types, and no image, becomes an element or an attribute."""
    html = prose_filter()(text)
    for piece in ("<script", "<img", "<b", "<svg", "<style", "<base", "<p onclick"):
        assert piece not in html


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "java&#115;cript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "blob:https://x/y",
        "//evil.example/",
        "\\\\evil.example/",
        "/\\evil.example/",
        "/&#9;/evil.example/",
        "/&#10;/evil.example/",
        "&#1;//evil.example/",
        "https://user:pw@evil.example/",
        "https:evil.example",
        "ftp://example.org/",
        "tel:1",
    ],
)
def test_only_safe_addresses_remain(address):
    """A link to anything but http, https or mailto loses its address."""
    assert "href" not in prose_filter()(f"[x]({address})")


def test_headings_below_the_page_are_flattened():
    """Prose cannot put a heading above its place in the page."""
    assert "<h1" not in prose_filter()("# Title\n\ntext")


def test_reference_does_not_reach_the_next_text():
    """A link reference that one text defines is unknown to the next."""
    prose = prose_filter()
    prose("[docs]: https://evil.example/\n\nsee [docs]")
    assert "evil.example" not in prose("see [docs]")


def test_same_text_is_converted_once():
    """The second time the very same markup comes back."""
    prose = prose_filter()
    assert prose("a *b*") is prose("a *b*")


def test_length_is_bounded():
    """A text beyond the limit is refused before the parser sees it."""
    with pytest.raises(ValueError, match="the limit is 65536"):
        prose_filter()("x" * (MAX_PROSE + 1))
