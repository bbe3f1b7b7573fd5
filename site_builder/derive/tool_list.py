"""Plain lists of tools: from A to Z, and by severity."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from site_builder.derive.context import Context
from site_builder.derive.layout import Layout
from site_builder.derive.marks import Mark, severity_mark
from site_builder.derive.page import Page
from site_builder.derive.tool_reasons import bands
from site_builder.derive.tool_rows import Paging, ToolRow, chunks, paging, tool_rows
from site_builder.derive.urls import ABOUT, TOOLS, Link, numbered_path, severity_path
from site_builder.derive.wording import SEVERITY_WORDS, counted
from site_builder.model.vocabulary import SeverityLevel


@dataclass(frozen=True, slots=True)
class ToolListPage:
    """What `pages/tool_list.html` shows. `siblings` are lists beside this one."""

    layout: Layout
    heading: str
    mark: Mark | None
    intro: tuple[str, ...]
    rows: tuple[ToolRow, ...]
    paging: Paging
    siblings: tuple[Link, ...]


def tools_pages(context: Context) -> Iterator[Page]:
    """All tools from A to Z, 200 a page."""
    shown, total = chunks(context.tools), counted(len(context.tools), "tool")
    for number, part in enumerate(shown, start=1):
        path = numbered_path(TOOLS, number)
        place = context.urls.place(path)
        page_of = f", page {number}" if number > 1 else ""
        layout = context.frame.layout(
            place,
            f"Tools from A to Z{page_of} · {context.catalogue.site.title}",
            f"All {total} of the catalogue in order of name{page_of}.",
            here=f"Tools{page_of}",
        )
        page = ToolListPage(
            layout=layout,
            heading="Tools from A to Z",
            mark=None,
            intro=(f"{total} of {counted(_servers(context), 'server')}.",),
            rows=tool_rows(part, place),
            paging=paging(TOOLS, number, len(shown), place),
            siblings=tuple(
                Link(f"{SEVERITY_WORDS[level]} severity", place.to(severity_path(level)))
                for level in reversed(SeverityLevel)
            ),
        )
        yield Page(path, "pages/tool_list.html", page)


def severity_pages(context: Context) -> Iterator[Page]:
    """The tools of each severity level, riskiest first, 200 a page."""
    for level, band in bands():
        tools = context.by_severity[level]
        first, shown, word = severity_path(level), chunks(tools), SEVERITY_WORDS[level]
        for number, part in enumerate(shown, start=1):
            path = numbered_path(first, number)
            place = context.urls.place(path)
            page_of = f", page {number}" if number > 1 else ""
            page = ToolListPage(
                layout=context.frame.layout(
                    place,
                    f"{word} severity{page_of} · {context.catalogue.site.title}",
                    f"{counted(len(tools), 'tool')} of {word.lower()} severity: {band}.",
                    crumbs=(("Tools", TOOLS),),
                    here=f"{word} severity{page_of}",
                ),
                heading=f"{word} severity",
                mark=severity_mark(level),
                intro=(
                    f"{counted(len(tools), 'tool')} with {band}, or moved here by a bound.",
                    "Severity is added up from stated factors, not looked up from the category.",
                ),
                rows=tool_rows(part, place),
                paging=paging(first, number, len(shown), place),
                siblings=(
                    *(
                        Link(SEVERITY_WORDS[other], place.to(severity_path(other)))
                        for other in reversed(SeverityLevel)
                        if other is not level
                    ),
                    Link("How severity is added up", place.to(ABOUT, "severity")),
                ),
            )
            yield Page(path, "pages/tool_list.html", page)


def _servers(context: Context) -> int:
    return len({entry.server.slug for entry in context.tools})
