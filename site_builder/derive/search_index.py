"""The names that can be typed into the search: every server and tool that is not withdrawn."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from site_builder.derive import urls
from site_builder.derive.search_names import search_name
from site_builder.model.assessment import Assessed
from site_builder.model.catalogue import Catalogue, CataloguedServer, CataloguedTool
from site_builder.model.records import ServerRecord
from site_builder.model.visible import pieces, visible
from site_builder.model.vocabulary import Category, SeverityLevel, Status

# A title may be as long as its server likes; what is typed into a search box is not.
_MAX_TERM = 200
_AFTER_PURL_NAME = re.compile(r"(?<=[^/])@|[?#]")


@dataclass(frozen=True, slots=True)
class ServerRow:
    """A server as the search shows it, and what else finds it.

    `name` is the shown name with hidden characters made visible. `category` and `severity` are the
    highest among its tools, None where no tool is known. `terms` are the other texts that lead
    here: publisher, repository, packages, names in registries and clients, former names.
    """

    name: str
    slug: str
    publisher: str
    path: str
    category: Category | None
    severity: SeverityLevel | None
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToolRow:
    """A tool as the search shows it; `terms` are its titles and former names."""

    name: str
    stem: str
    server: ServerRow
    path: str
    category: Category
    severity: SeverityLevel
    terms: tuple[str, ...]


Row = ServerRow | ToolRow


@dataclass(frozen=True, slots=True)
class SearchIndex:
    """All rows in order of name, then of server; equal names of tools stand together."""

    servers: tuple[ServerRow, ...]
    tools: tuple[ToolRow, ...]


def search_index(catalogue: Catalogue, assessed: Assessed) -> SearchIndex:
    """The index of `catalogue`; a withdrawn server leaves with all its tools."""
    servers: list[ServerRow] = []
    tools: list[ToolRow] = []
    for server in catalogue.servers:
        if server.record.review.status is Status.WITHDRAWN:
            continue
        listed = [t for t in server.tools if t.record.review.status is not Status.WITHDRAWN]
        row = _server_row(server, listed, assessed)
        servers.append(row)
        tools.extend(_tool_row(row, tool, assessed) for tool in listed)
    return SearchIndex(
        servers=tuple(sorted(servers, key=lambda row: (*_alphabetical(row.name), row.slug))),
        tools=tuple(
            sorted(tools, key=lambda row: (*_alphabetical(row.name), row.stem, row.server.slug))
        ),
    )


def example_query(index: SearchIndex) -> str:
    """A name worth typing: the shortest among those of the most severe tools; "" without tools."""
    riskiest = min(index.tools, key=lambda row: (-row.severity.rank, len(row.name)), default=None)
    return riskiest.name if riskiest else ""


def _server_row(
    server: CataloguedServer, tools: Iterable[CataloguedTool], assessed: Assessed
) -> ServerRow:
    found = [assessed.tools[server.slug, tool.stem].assessment for tool in tools]
    name = visible(server.record.name)
    return ServerRow(
        name=name,
        slug=server.slug,
        publisher=visible(server.record.publisher),
        path=urls.server_path(server.slug),
        category=max((one.category for one in found), key=lambda c: c.rank, default=None),
        severity=max((one.severity.level for one in found), key=lambda s: s.rank, default=None),
        terms=_terms(name, _names_of(server.slug, server.record)),
    )


def _names_of(slug: str, record: ServerRecord) -> list[str | None]:
    declared = record.server.server_info or {}
    return [
        record.publisher,
        urlsplit(record.repository or "").path.strip("/").removesuffix(".git"),
        slug,
        *(_package_name(package.purl) for package in record.packages),
        record.registry_name,
        record.client_key,
        *(text for text in (declared.get("name"), declared.get("title")) if isinstance(text, str)),
        *record.aliases,
        _without_hidden(record.name),
    ]


def _tool_row(server: ServerRow, tool: CataloguedTool, assessed: Assessed) -> ToolRow:
    found = assessed.tools[server.slug, tool.stem].assessment
    definition = tool.record.tool
    annotated = (definition.annotations or {}).get("title")
    name = visible(tool.name)
    titles = [definition.title, annotated if isinstance(annotated, str) else None]
    return ToolRow(
        name=name,
        stem=tool.stem,
        server=server,
        path=urls.tool_path(server.slug, tool.stem),
        category=found.category,
        severity=found.severity.level,
        terms=_terms(name, [*titles, *tool.record.aliases, _without_hidden(tool.name)]),
    )


def _terms(name: str, candidates: Iterable[str | None]) -> tuple[str, ...]:
    """The candidates that find something the name and the ones before them do not."""
    terms: dict[str, str] = {search_name(name).joined: name}
    for candidate in candidates:
        if candidate and candidate.strip():
            term = visible(candidate[:_MAX_TERM].strip())
            terms.setdefault(search_name(term).joined, term)
    return tuple(terms.values())[1:]


def _package_name(purl: str) -> str:
    """Namespace and name of a package URL: `@scope/name` of `pkg:npm/%40scope/name@1.2`.

    Behind them follow version, qualifiers and subpath, at `@`, `?` and `#`
    (https://github.com/package-url/purl-spec). The `@` of an npm scope should be escaped and is
    often written as it is.
    """
    path = purl.partition("/")[2]
    return unquote(_AFTER_PURL_NAME.split(path, maxsplit=1)[0]).strip("/")


def _without_hidden(text: str) -> str:
    return "".join(piece for piece, hidden in pieces(text) if not hidden)


def _alphabetical(name: str) -> tuple[str, str]:
    return name.casefold(), name
