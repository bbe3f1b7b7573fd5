"""Text that a server supplied, cut to what a page shows. It is never Markdown and never ours."""

from __future__ import annotations

from dataclasses import dataclass

MAX_SHOWN = 8 * 1024


@dataclass(frozen=True, slots=True)
class ServerText:
    """The shown part of a text, and how many bytes of UTF-8 it has in all where it was cut."""

    text: str
    cut_from: int | None = None


def server_text(text: str) -> ServerText:
    """`text` as a page shows it: whole up to 8 KiB of UTF-8, else its first 8 KiB."""
    if len(text) * 4 <= MAX_SHOWN:
        return ServerText(text)
    encoded = text.encode("utf-8", "surrogatepass")
    if len(encoded) <= MAX_SHOWN:
        return ServerText(text)
    return ServerText(encoded[:MAX_SHOWN].decode("utf-8", "ignore"), len(encoded))
