"""JSON for files and for data blocks inside HTML."""

from __future__ import annotations

import json

from markupsafe import Markup
from pydantic import JsonValue

_ESCAPES = str.maketrans(
    {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)


def json_file(value: JsonValue) -> bytes:
    """`value` as the bytes of a file: ASCII, two spaces of indent, one newline at the end.

    Raises:
        ValueError: a number is not finite.
    """
    return f"{json.dumps(value, indent=2, allow_nan=False)}\n".encode("ascii")


def json_block(value: JsonValue) -> Markup:
    """`value` as the content of a script element: nothing in it can end the element.

    Raises:
        ValueError: a number is not finite.
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Markup(text.translate(_ESCAPES))  # noqa: S704 - no character that HTML reads remains
