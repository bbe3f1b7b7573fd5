"""Former addresses: what a renamed server or tool leaves behind, so that a link never dies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from site_builder.derive import urls
from site_builder.derive.context import Context, ServerEntry
from site_builder.derive.layout import Layout
from site_builder.derive.page import Page
from site_builder.derive.urls import Link
from site_builder.model.ids import tool_stem
from site_builder.model.visible import visible


@dataclass(frozen=True, slots=True)
class Move:
    """An output path that was, the one that took its place, and what stands there."""

    former: str
    path: str
    name: str


@dataclass(frozen=True, slots=True)
class MovedPage:
    """What `pages/moved.html` shows."""

    layout: Layout
    target: Link


def moves(context: Context) -> Iterator[Move]:
    """Every former address: of tools by their old names, of servers with all they hold."""
    for entry in context.servers:
        slug = entry.server.slug
        for former in (slug, *entry.server.record.aliases):
            yield from _moves_of(entry, former)


def moved_pages(context: Context) -> Iterator[Page]:
    """A page at each former address that leads to the new one."""
    for move in moves(context):
        place = context.urls.place(move.former)
        target = Link(move.name, place.to(move.path))
        layout = context.frame.layout(
            place,
            f"Moved: {move.name} · {context.catalogue.site.title}",
            f"The record of {move.name} has another address now.",
            canonical_path=move.path,
            listed=False,
        )
        yield Page(move.former, "pages/moved.html", MovedPage(layout, target))


def _moves_of(entry: ServerEntry, former: str) -> Iterator[Move]:
    slug, name = entry.server.slug, visible(entry.server.record.name)
    if former != slug:
        yield Move(urls.server_path(former), urls.server_path(slug), name)
        yield Move(urls.policy_path(former), urls.policy_path(slug), name)
    for tool in entry.tools:
        path = urls.tool_path(slug, tool.tool.stem)
        stems = [tool_stem(alias) for alias in tool.tool.record.aliases]
        if former != slug:
            stems.append(tool.tool.stem)
        for stem in stems:
            yield Move(urls.tool_path(former, stem), path, visible(tool.name))
