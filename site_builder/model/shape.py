"""The base of every record type, and the field types that records share.

A record's fields are declared once, here and in the modules beside this one: the decoder, the
checks, the near-miss hints and the key order all read these declarations.
"""

from __future__ import annotations

import datetime
import re
from typing import Annotated, TypeAlias
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, StringConstraints
from pydantic_core import PydanticCustomError

JsonObject: TypeAlias = dict[str, JsonValue]
"""A JSON object as a server declared it: free in content, bounded in depth by the loader."""

MAX_URL = 2048
MAX_PROSE = 16 * 1024
MAX_BRACKETS = 200

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_HOST = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]{1,5})?")


class Shape(BaseModel):
    """A frozen record or part of one: unknown keys are mistakes, nothing is coerced."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def _date(text: str) -> str:
    try:
        datetime.date.fromisoformat(text if _DATE.fullmatch(text) else "")
    except ValueError:
        raise PydanticCustomError(
            "invalid-date",
            "{text} is not a calendar date written YYYY-MM-DD",
            {"text": repr(text)},
        ) from None
    return text


def is_http_url(text: str) -> bool:
    """Whether `text` is an address that may be linked: see `HttpUrl`."""
    # Scheme and host are allowlisted on the text itself, before any parser can repair it: no
    # white space, no control character, no userinfo, no backslash.
    if len(text) > MAX_URL or not text.isascii() or not text.isprintable():
        return False
    if set(' "<>\\^`{|}') & set(text):
        return False
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("https", "http") and _HOST.fullmatch(parts.netloc) is not None


def _http_url(text: str) -> str:
    if len(text) > MAX_URL:
        raise PydanticCustomError(
            "url-too-long",
            "the address has {length} characters, the limit is {limit}",
            {"length": len(text), "limit": MAX_URL},
        )
    if is_http_url(text):
        return text
    raise PydanticCustomError(
        "invalid-url", "{text} is not an http or https address", {"text": repr(text)}
    )


def _base(text: str) -> str:
    if "?" in text or "#" in text:
        raise PydanticCustomError(
            "invalid-url", "{text} cannot be added to: leave out ? and #", {"text": repr(text)}
        )
    return text


def _prose(text: str) -> str:
    # Brackets that never close make Markdown readers try every pair of them.
    brackets = text.count("[") + text.count("<")
    for what, count, limit in (
        ("characters", len(text), MAX_PROSE),
        ("opening brackets", brackets, MAX_BRACKETS),
    ):
        if count > limit:
            raise PydanticCustomError(
                "too-large",
                "the text has {count} {what}, the limit is {limit}",
                {"count": count, "what": what, "limit": limit},
            )
    return text


Text = Annotated[str, StringConstraints(min_length=1)]
"""One or more characters, shown as they are: never Markdown, never a template."""

Prose = Annotated[str, StringConstraints(min_length=1), AfterValidator(_prose)]
"""Our own words, in Markdown."""

Date = Annotated[str, AfterValidator(_date)]
"""A calendar date, `2026-11-30`, kept as its text."""

HttpUrl = Annotated[str, AfterValidator(_http_url)]
"""An absolute http or https address without userinfo."""

BaseUrl = Annotated[HttpUrl, AfterValidator(_base)]
"""An `HttpUrl` that paths are added to: without a query and without a fragment."""

Points = Annotated[int, Field(ge=-1, le=6)]
"""Points of one severity factor."""
