"""The list of servers from A to Z."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.derive.context import Context, ServerEntry
from site_builder.derive.layout import Layout
from site_builder.derive.marks import Mark, severity_mark
from site_builder.derive.page import Page
from site_builder.derive.server_risk import grade_view
from site_builder.derive.urls import API_SERVERS, SERVERS, Place, server_path
from site_builder.derive.wording import POSTURE_WORDS, byline, counted, sentence
from site_builder.model.vocabulary import SeverityLevel


@dataclass(frozen=True, slots=True)
class ServerRow:
    """A server in the list. `worst` is the gravest severity of its tools, None without tools."""

    name: str
    byline: str
    href: str
    summary: str
    grade: str
    exposure: str
    posture: str
    tools: int
    critical: int
    worst: Mark | None


@dataclass(frozen=True, slots=True)
class ServersPage:
    """What `pages/servers.html` shows."""

    layout: Layout
    rows: tuple[ServerRow, ...]
    intro: str


def servers_page(context: Context) -> Page:
    """All servers that are not withdrawn, in order of name."""
    place = context.urls.place(SERVERS)
    rows = server_rows(context, place)
    tools = sum(row.tools for row in rows)
    intro = f"{counted(len(rows), 'server')} with {counted(tools, 'tool')}."
    layout = context.frame.layout(
        place,
        f"Servers · {context.catalogue.site.title}",
        f"{intro} Who publishes each, how far it can be trusted, and what its tools can do.",
        here="Servers",
        json_path=API_SERVERS,
    )
    return Page(SERVERS, "pages/servers.html", ServersPage(layout, rows, intro))


def server_rows(context: Context, place: Place) -> tuple[ServerRow, ...]:
    """The rows of all listed servers, linked from `place`."""
    listed = [entry for entry in context.servers if entry.listed]
    ordered = sorted(listed, key=lambda e: (e.server.record.name.casefold(), e.server.slug))
    return tuple(_row(entry, place) for entry in ordered)


def _row(entry: ServerEntry, place: Place) -> ServerRow:
    record, grade = entry.server.record, grade_view(entry.assessed.grade)
    return ServerRow(
        name=record.name,
        byline=byline(record.name, record.publisher),
        href=place.to(server_path(entry.server.slug)),
        summary=sentence(record.summary or ""),
        grade=f"{grade.letter}{', provisional' if 'provisional' in grade.phrase else ''}"
        or "Not graded",
        exposure=f"E{entry.assessed.exposure}",
        posture=POSTURE_WORDS[record.authentication.posture],
        tools=len(entry.listed_tools),
        critical=sum(tool.level is SeverityLevel.CRITICAL for tool in entry.listed_tools),
        worst=severity_mark(entry.riskiest[0].level) if entry.riskiest else None,
    )
