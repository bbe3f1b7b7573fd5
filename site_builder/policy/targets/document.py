"""Typed values as the text of a document, read back before anybody gets to see it."""

from __future__ import annotations

import json
from typing import NoReturn

from site_builder.model.shape import JsonObject


def written_json(document: JsonObject) -> str:
    """`document` as JSON in ASCII, one newline at its end.

    Raises:
        ValueError: a value is not finite, or the text does not read back as the same document.
    """
    text = json.dumps(document, indent=2, ensure_ascii=True, allow_nan=False)
    read = json.loads(text, object_pairs_hook=_without_duplicates, parse_constant=_no_constant)
    if read != document:
        raise ValueError("the JSON that was written does not read back as what was meant")
    return f"{text}\n"


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    read = dict(pairs)
    if len(read) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return read


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
