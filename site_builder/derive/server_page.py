"""The page of a server: who publishes it, how far to trust it, what it can do, and its policy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import JsonValue

from site_builder.derive.context import Context, ServerEntry
from site_builder.derive.layout import Layout
from site_builder.derive.page import Page
from site_builder.derive.policy_page import merged_views
from site_builder.derive.policy_view import BlockView
from site_builder.derive.server_facts import (
    AccessView,
    ChangeRow,
    ClaimRow,
    PackageRow,
    VulnerabilityRow,
    access,
    changes,
    claims,
    packages,
    server_banners,
    server_facts,
    vulnerabilities,
)
from site_builder.derive.server_risk import (
    CombinationRow,
    CostView,
    GradeView,
    Matrix,
    combinations,
    context_cost,
    grade_view,
    matrix,
)
from site_builder.derive.server_text import ServerText, server_text
from site_builder.derive.tool_facts import Banner, Fact
from site_builder.derive.tool_list import ToolListPage
from site_builder.derive.tool_rows import Paging, ToolRow, chunks, paging, tool_rows
from site_builder.derive.urls import (
    SERVERS,
    Place,
    api_server_path,
    numbered_path,
    policy_path,
    server_path,
)
from site_builder.derive.wording import CAPTURE_WORDS, byline, counted, sentence, server_phrase
from site_builder.model.visible import visible
from site_builder.policy.targets import target


@dataclass(frozen=True, slots=True)
class ServerPage:
    """What `pages/server.html` shows, in the order it shows it."""

    layout: Layout
    banners: tuple[Banner, ...]
    name: str
    byline: str
    summary: str
    grade: GradeView
    exposure: str
    exposure_why: str
    facts: tuple[Fact, ...]
    claims: tuple[ClaimRow, ...]
    access: AccessView
    packages: tuple[PackageRow, ...]
    capture: str
    capture_note: str
    instructions: ServerText | None
    combinations: tuple[CombinationRow, ...]
    matrix: Matrix
    cost: CostView | None
    vulnerabilities: tuple[VulnerabilityRow, ...]
    blocks: tuple[BlockView, ...]
    policy_href: str
    tool_count: str
    rows: tuple[ToolRow, ...]
    paging: Paging
    changes: tuple[ChangeRow, ...]


def server_pages(entry: ServerEntry, context: Context) -> Iterator[Page]:
    """The page of `entry`, and the further pages of its tool list where it has more than 200."""
    first = server_path(entry.server.slug)
    shown = chunks(entry.riskiest)
    place = context.urls.place(first)
    yield Page(first, "pages/server.html", _first(entry, context, place, len(shown)))
    name = visible(entry.server.record.name)
    for number, part in enumerate(shown[1:], start=2):
        path = numbered_path(first, number)
        place = context.urls.place(path)
        layout = context.frame.layout(
            place,
            f"Tools of {name}, page {number} · {context.catalogue.site.title}",
            f"Tools of {name}, riskiest first, page {number} of {len(shown)}.",
            crumbs=(("Servers", SERVERS), (name, first)),
            here=f"Tools, page {number}",
            json_path=api_server_path(entry.server.slug),
            listed=entry.listed,
        )
        page = ToolListPage(
            layout=layout,
            heading=f"Tools of {name}",
            mark=None,
            intro=(f"{counted(len(entry.listed_tools), 'tool')}, riskiest first.",),
            rows=tool_rows(part, place, with_server=False),
            paging=paging(first, number, len(shown), place),
            siblings=(),
        )
        yield Page(path, "pages/tool_list.html", page)


def _first(entry: ServerEntry, context: Context, place: Place, pages: int) -> ServerPage:
    record = entry.server.record
    name, tools = visible(record.name), entry.listed_tools
    targets = tuple(target(one) for one in context.catalogue.site.targets)
    grade = grade_view(entry.assessed.grade)
    exposure = f"E{entry.assessed.exposure}"
    count = counted(len(tools), "tool")
    description = f"{server_phrase(name)}: {count}, {grade.phrase}, exposure {exposure}."
    return ServerPage(
        layout=context.frame.layout(
            place,
            f"{name}: risk record · {context.catalogue.site.title}",
            description,
            crumbs=(("Servers", SERVERS),),
            here=name,
            structured=_structured(entry, context, place, description),
            json_path=api_server_path(entry.server.slug),
            record=context.urls.record(entry.server.path, entry.server.slug),
            listed=entry.listed,
        ),
        banners=server_banners(entry),
        name=record.name,
        byline=byline(record.name, record.publisher),
        summary=sentence(record.summary or ""),
        grade=grade,
        exposure=exposure,
        exposure_why=sentence(visible(entry.assessed.exposure_why)),
        facts=server_facts(entry),
        claims=claims(record.identity),
        access=access(record.authentication),
        packages=packages(record.packages),
        capture=_capture(entry),
        capture_note=sentence(record.capture.note or ""),
        instructions=server_text(record.server.instructions)
        if record.server.instructions
        else None,
        combinations=combinations(entry, place),
        matrix=matrix(tools, place),
        cost=context_cost(tools, place),
        vulnerabilities=vulnerabilities(record.vulnerabilities),
        blocks=merged_views(entry, targets, place),
        policy_href=place.to(policy_path(entry.server.slug)),
        tool_count=count,
        rows=tool_rows(chunks(entry.riskiest)[0], place, with_server=False),
        paging=paging(place.path, 1, pages, place),
        changes=changes(record.changes),
    )


def _capture(entry: ServerEntry) -> str:
    capture = entry.server.record.capture
    version = f" from version {capture.version}" if capture.version else ""
    commit = (
        f"{' at' if version else ' from'} commit {capture.commit[:12]}" if capture.commit else ""
    )
    whole = (
        "It is the whole list."
        if capture.complete
        else "It may not be the whole list: treat tools that are not named here as denied."
    )
    source = f"{CAPTURE_WORDS[capture.method]}{version}{commit}"
    return f"The tool list was {source} on {capture.date}. {whole}"


def _structured(
    entry: ServerEntry, context: Context, place: Place, description: str
) -> tuple[JsonValue, ...]:
    record = entry.server.record
    software: dict[str, JsonValue] = {
        "@context": "https://schema.org",
        "@type": "SoftwareApplication",
        "name": visible(record.name),
        "description": description,
        "applicationCategory": "DeveloperApplication",
        "publisher": {"@type": "Organization", "name": visible(record.publisher)},
    }
    if record.repository:
        software["codeRepository"] = record.repository
    if canonical := context.urls.canonical(place.path):
        software["url"] = canonical
    return (software,)
