"""Small grammar for generated sentences: articles, plurals, lists, and names of servers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from site_builder.model.vocabulary import (
    AuthPosture,
    CaptureMethod,
    Category,
    SeverityLevel,
    Status,
    Transport,
)

_ENDS_IN_SERVER = re.compile(r"\bservers?\Z", re.IGNORECASE)
_ENDS_IN_MCP = re.compile(r"\bmcp\Z", re.IGNORECASE)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n")
_WHITE_SPACE = re.compile(r"\s+")

CATEGORY_WORDS = {
    Category.READ: "Read",
    Category.WRITE: "Write",
    Category.EXECUTE: "Execute",
    Category.DESTRUCTIVE: "Destructive",
    Category.FINANCIAL: "Financial",
}
SEVERITY_WORDS = {
    SeverityLevel.LOW: "Low",
    SeverityLevel.MEDIUM: "Medium",
    SeverityLevel.HIGH: "High",
    SeverityLevel.CRITICAL: "Critical",
}
STATUS_WORDS = {
    Status.DRAFT: "Draft",
    Status.REVIEWED: "Reviewed",
    Status.DISPUTED: "Disputed",
    Status.WITHDRAWN: "Withdrawn",
}
TRANSPORT_WORDS = {
    Transport.STDIO: "stdio",
    Transport.STREAMABLE_HTTP: "Streamable HTTP",
    Transport.SSE: "HTTP with SSE",
}
POSTURE_WORDS = {
    AuthPosture.NONE: "No authentication",
    AuthPosture.API_KEY: "API key",
    AuthPosture.OAUTH: "OAuth",
    AuthPosture.OAUTH_SCOPED: "OAuth with narrow scopes",
    AuthPosture.CREDENTIALS: "Local credentials",
    AuthPosture.UNKNOWN: "Not known",
}
CAPTURE_WORDS = {
    CaptureMethod.INTROSPECTED: "asked from the running server with tools/list",
    CaptureMethod.SOURCE: "read from the server's source code",
    CaptureMethod.README: "taken from a published description of the server",
}


def with_article(phrase: str) -> str:
    """`phrase` after "a" or "an", by its first letter: "an Execute tool"."""
    return f"{'an' if phrase[:1].lower() in 'aeiou' else 'a'} {phrase}"


def counted(number: int, singular: str, plural: str | None = None) -> str:
    """A number and its noun: "1 tool", "1,204 tools"."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"


def listed(items: Sequence[str], last: str = "and") -> str:
    """Items as a phrase: "a", "a and b", "a, b and c"; "" for none."""
    *first, end = items or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def sentence(text: str) -> str:
    """`text` with exactly one mark at its end: nothing ends in "..", nothing in a bare comma."""
    stripped = text.strip().rstrip(",;:")
    return stripped if stripped.endswith((".", "!", "?", "…")) or not stripped else f"{stripped}."


def server_phrase(name: str) -> str:
    """A server's name as a noun phrase: "Tmux MCP server", never "Tmux MCP server MCP server"."""
    product, by, publisher = name.partition(" by ")
    if _ENDS_IN_SERVER.search(product):
        return name
    kind = "server" if _ENDS_IN_MCP.search(product) else "MCP server"
    return f"{product} {kind}{by}{publisher}"


def byline(name: str, publisher: str) -> str:
    """The publisher to show beside a server's name; "" where the name already says who it is."""
    return "" if publisher.casefold() in name.casefold() else publisher


def first_sentence(text: str, limit: int) -> str:
    """The first sentence of `text` on one line, cut at a word with "…" beyond `limit`."""
    line = _WHITE_SPACE.sub(" ", _SENTENCE_END.split(text.strip(), maxsplit=1)[0]).strip()
    if len(line) <= limit:
        return line
    head = line[:limit]
    return f"{(head.rsplit(' ', 1)[0] if ' ' in head else head).rstrip(' ,;:.-')}…"
