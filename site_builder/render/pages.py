"""Pages to bytes, one at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jinja2 import Environment

from site_builder.derive.page import Document, Page, TextFile
from site_builder.render.json_text import json_file


def render_pages(pages: Iterable[Page], environment: Environment) -> Iterator[tuple[str, bytes]]:
    """The output path and the bytes of each page, in their order."""
    for page in pages:
        yield (
            page.path,
            environment.get_template(page.template).render(page=page.page).encode("utf-8"),
        )


def render_documents(documents: Iterable[Document]) -> Iterator[tuple[str, bytes]]:
    """The output path and the bytes of each document of the API."""
    for document in documents:
        yield document.path, json_file(document.value)


def render_files(files: Iterable[TextFile]) -> Iterator[tuple[str, bytes]]:
    """The output path and the bytes of each file to download."""
    for file in files:
        yield file.path, file.text.encode("utf-8")
