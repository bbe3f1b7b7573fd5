"""The merged policy of a server: one block a target with the rules of all its tools."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from site_builder.derive.context import Context, ServerEntry
from site_builder.derive.layout import Layout
from site_builder.derive.marks import Mark, verdict_mark
from site_builder.derive.page import Page, TextFile
from site_builder.derive.policy_view import BlockView, block_views, naming
from site_builder.derive.tool_rows import ToolRow, tool_rows
from site_builder.derive.urls import (
    SERVERS,
    Place,
    api_server_path,
    policy_file_path,
    policy_path,
    server_path,
)
from site_builder.derive.wording import counted
from site_builder.model.visible import visible
from site_builder.model.vocabulary import Verdict
from site_builder.policy import words
from site_builder.policy.block import Target
from site_builder.policy.merge import server_block, server_key
from site_builder.policy.targets import TARGETS


@dataclass(frozen=True, slots=True)
class VerdictCount:
    """How many tools get a verdict."""

    verdict: Mark
    count: str


@dataclass(frozen=True, slots=True)
class PolicyPage:
    """What `pages/policy.html` shows: every target, one below the other."""

    layout: Layout
    name: str
    server_href: str
    tool_count: str
    counts: tuple[VerdictCount, ...]
    others: str
    client_key: str
    blocks: tuple[BlockView, ...]
    rows: tuple[ToolRow, ...]


def policy_page(entry: ServerEntry, context: Context) -> Page:
    """The policy page of a server."""
    slug = entry.server.slug
    path, name = policy_path(slug), visible(entry.server.record.name)
    place = context.urls.place(path)
    count = counted(len(entry.listed_tools), "tool")
    page = PolicyPage(
        layout=context.frame.layout(
            place,
            f"Policy for {name} · {context.catalogue.site.title}",
            f"One block for the {count} of {name}, for each enforcement point.",
            crumbs=(("Servers", SERVERS), (name, server_path(slug))),
            here="Policy",
            json_path=api_server_path(slug),
            record=context.urls.record(entry.server.path, slug),
            listed=entry.listed,
        ),
        name=entry.server.record.name,
        server_href=place.to(server_path(slug)),
        tool_count=count,
        counts=_counts(entry),
        others=words.every_other_tool(server_block(entry.server, entry.policies)),
        client_key=server_key(entry.server),
        blocks=merged_views(entry, TARGETS, place),
        rows=tool_rows(entry.riskiest, place, with_server=False),
    )
    return Page(path, "pages/policy.html", page)


def merged_views(
    entry: ServerEntry, targets: Iterable[Target], place: Place
) -> tuple[BlockView, ...]:
    """The merged block of a server for each of `targets`, with links to it as a file."""
    chosen = tuple(targets)
    block = server_block(entry.server, entry.policies)
    views = block_views(block, chosen, f"all tools of {visible(entry.server.record.name)}")
    return tuple(
        replace(view, file=place.to(_file(entry, one)), naming=naming(one, block))
        if view.text
        else view
        for view, one in zip(views, chosen, strict=True)
    )


def policy_files(context: Context) -> Iterator[TextFile]:
    """The merged block of every server for every target, as a file to download."""
    for entry in context.servers:
        block = server_block(entry.server, entry.policies)
        for one in TARGETS:
            if text := one.emit(block).text:
                yield TextFile(_file(entry, one), text)


def _file(entry: ServerEntry, target: Target) -> str:
    return policy_file_path(entry.server.slug, target.id, target.filename.rpartition(".")[2])


def _counts(entry: ServerEntry) -> tuple[VerdictCount, ...]:
    verdicts = [policy.verdict for policy in entry.policies.values()]
    return tuple(
        VerdictCount(verdict_mark(verdict), counted(verdicts.count(verdict), "tool"))
        for verdict in Verdict
        if verdict in verdicts
    )
