"""Our own prose, Markdown to markup: the parser first, then an allow-list of what may remain.

Raw HTML is text. The parser alone is not safe (it passes `javascript:` links), and the sanitiser
alone would keep images and foreign loads; both run, and the allow-list is the narrower of the two.
"""

from __future__ import annotations

from collections.abc import Callable

import nh3
from markdown import Markdown
from markupsafe import Markup

MAX_PROSE = 64 * 1024

_TAGS = {
    "a", "blockquote", "br", "code", "em", "h4", "hr", "li", "ol", "p", "pre", "strong",
    "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
_ATTRIBUTES = {"a": {"href"}}
_SCHEMES = {"http", "https", "mailto"}


def prose_filter() -> Callable[[str], Markup]:
    """A filter that turns Markdown into markup, converting each distinct text once.

    The filter raises ValueError for a text longer than 64 KiB.
    """
    parser = Markdown(extensions=["tables", "fenced_code"], output_format="html")
    for registry, name in ((parser.preprocessors, "html_block"), (parser.inlinePatterns, "html")):
        registry.deregister(name)
    known: dict[str, Markup] = {}

    def prose(text: str) -> Markup:
        if text not in known:
            if len(text) > MAX_PROSE:
                raise ValueError(f"prose of {len(text)} characters, the limit is {MAX_PROSE}")
            # A link reference would outlive its text in a parser that is not reset.
            known[text] = _clean(parser.reset().convert(text))
        return known[text]

    return prose


def _clean(html: str) -> Markup:
    return Markup(  # noqa: S704 - what nh3 leaves is the allow-list
        nh3.clean(
            html,
            tags=_TAGS,
            clean_content_tags={"script", "style"},
            attributes=_ATTRIBUTES,
            attribute_filter=_kept,
            url_schemes=_SCHEMES,
            link_rel="noopener noreferrer",
        )
    )


def _kept(_tag: str, _attribute: str, value: str) -> str | None:
    """A link's address; None where it changes host without naming a scheme, as `//host` does."""
    # Browsers drop tabs, line ends and other controls from an address before they read it.
    read = "".join(character for character in value if character > " ")
    if read != value or "\\" in read:
        return None
    scheme, colon, rest = read.partition(":")
    if colon and "/" not in scheme and scheme.lower() in ("http", "https"):
        host = rest.removeprefix("//").split("/")[0]
        return value if rest.startswith("//") and host and "@" not in host else None
    return None if read.startswith("//") else value
