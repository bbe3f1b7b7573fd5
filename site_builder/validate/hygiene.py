"""What hides in third-party text: every text of a JSON value, every character unseen."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import JsonValue

from site_builder.model.parameters import pointer_token
from site_builder.model.visible import pieces


def hidden_characters(text: str) -> tuple[str, ...]:
    """The code points in `text` that a reader would not see, as `U+202E`, each once."""
    hidden = dict.fromkeys(piece for piece, is_hidden in pieces(text) if is_hidden)
    return tuple(f"U+{ord(character):04X}" for character in hidden)


def texts_in(value: JsonValue, pointer: str = "") -> Iterator[tuple[str, str]]:
    """Every text inside a JSON value with its JSON pointer, keys of objects included."""
    if isinstance(value, str):
        yield pointer, value
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from texts_in(item, f"{pointer}/{index}")
    elif isinstance(value, dict):
        for key, item in value.items():
            inside = f"{pointer}/{pointer_token(key)}"
            yield inside, key
            yield from texts_in(item, inside)
