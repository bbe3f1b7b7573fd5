"""Third-party text as markup: escaped, with each hidden character shown as a mark of its own."""

from __future__ import annotations

import unicodedata

from markupsafe import Markup, escape

from site_builder.model.visible import code_point, pieces


def visible(text: str) -> Markup:
    """`text` as inert markup; a hidden character stands as `⟦U+202E⟧` with its name as a title."""
    return Markup().join(
        _mark(piece) if hidden else escape(piece) for piece, hidden in pieces(text)
    )


def _mark(character: str) -> Markup:
    name = unicodedata.name(character, "control character").lower()
    return Markup('<span class="hidden-character" title="{}">{}</span>').format(
        name, code_point(character)
    )
