"""A page or document on its way to the renderer: where it goes, and the value it is made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pydantic import JsonValue

from site_builder.derive.layout import Layout


class Content(Protocol):
    """What a template sees as `page`: a frozen dataclass of its own kind, with a layout."""

    @property
    def layout(self) -> Layout:
        """The frame of the page."""


@dataclass(frozen=True, slots=True)
class Page:
    """An HTML page: its output path, its template, and what the template sees."""

    path: str
    template: str
    page: Content


@dataclass(frozen=True, slots=True)
class Document:
    """A JSON document of the API."""

    path: str
    value: JsonValue


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file to download, as its text."""

    path: str
    text: str
