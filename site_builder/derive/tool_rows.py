"""The rows of every tool list: server pages, categories, severity levels, attacks and the A-Z."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from site_builder.derive.context import ToolEntry
from site_builder.derive.marks import Mark, category_mark, severity_mark, verdict_mark
from site_builder.derive.urls import Link, Place, numbered_path, server_path, tool_path
from site_builder.derive.wording import byline, first_sentence

PAGE_SIZE = 200
_SUMMARY_LENGTH = 160


@dataclass(frozen=True, slots=True)
class ToolRow:
    """A tool in a list. `summary` is ours; where there is none, `quoted` is the server's own.

    `server` is None in a list of one server's tools.
    """

    name: str
    href: str
    server: Link | None
    byline: str
    category: Mark
    severity: Mark
    verdict: Mark
    summary: str
    quoted: str
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class Paging:
    """Where a page stands in a list of several: 1 of 1 where there is one."""

    number: int
    of: int
    pages: tuple[Link, ...]
    before: str | None
    after: str | None


def tool_rows(
    entries: Iterable[ToolEntry], place: Place, *, with_server: bool = True
) -> tuple[ToolRow, ...]:
    """The rows of `entries` in their order, linked from `place`."""
    return tuple(_row(entry, place, with_server=with_server) for entry in entries)


def chunks(entries: Sequence[ToolEntry]) -> list[Sequence[ToolEntry]]:
    """The pages that a list is cut into: at least one, even where the list is empty."""
    return [entries[i : i + PAGE_SIZE] for i in range(0, max(len(entries), 1), PAGE_SIZE)]


def paging(first: str, number: int, of: int, place: Place) -> Paging:
    """The links between the pages of the list that starts at the output path `first`."""

    def to(page: int) -> str:
        return place.to(numbered_path(first, page))

    return Paging(
        number=number,
        of=of,
        pages=tuple(Link(str(page), to(page)) for page in range(1, of + 1)),
        before=to(number - 1) if number > 1 else None,
        after=to(number + 1) if number < of else None,
    )


def _row(entry: ToolEntry, place: Place, *, with_server: bool) -> ToolRow:
    record, server = entry.tool.record, entry.server
    link = Link(server.record.name, place.to(server_path(server.slug)))
    ours = record.assessment.summary or ""
    return ToolRow(
        name=entry.name,
        href=place.to(tool_path(server.slug, entry.tool.stem)),
        server=link if with_server else None,
        byline=byline(server.record.name, server.record.publisher),
        category=category_mark(entry.category),
        severity=severity_mark(entry.level),
        verdict=verdict_mark(entry.recommendation.policy.verdict),
        summary=ours,
        quoted="" if ours else first_sentence(record.tool.description or "", _SUMMARY_LENGTH),
        withdrawn=not entry.listed,
    )
