"""Search rows for tests, made from as little as a name."""

from __future__ import annotations

from site_builder.derive.search_index import SearchIndex, ServerRow, ToolRow
from site_builder.model.ids import tool_stem
from site_builder.model.vocabulary import Category, SeverityLevel


def server_row(slug: str, name: str = "", publisher: str = "Someone", *terms: str) -> ServerRow:
    """A server whose riskiest tool writes, at medium severity."""
    return ServerRow(
        name=name or slug,
        slug=slug,
        publisher=publisher,
        path=f"servers/{slug}/index.html",
        category=Category.WRITE,
        severity=SeverityLevel.MEDIUM,
        terms=(publisher, *terms),
    )


def tool_row(
    name: str, server: ServerRow, severity: SeverityLevel = SeverityLevel.MEDIUM, *terms: str
) -> ToolRow:
    """A tool that writes."""
    stem = tool_stem(name)
    return ToolRow(
        name=name,
        stem=stem,
        server=server,
        path=f"servers/{server.slug}/tools/{stem}.html",
        category=Category.WRITE,
        severity=severity,
        terms=terms,
    )


def index_of(*rows: ServerRow | ToolRow) -> SearchIndex:
    """An index of `rows` and of the servers of the tools among them, in its order."""
    tools = [row for row in rows if isinstance(row, ToolRow)]
    servers = {row.slug: row for row in rows if isinstance(row, ServerRow)}
    servers |= {tool.server.slug: tool.server for tool in tools}
    return SearchIndex(
        servers=tuple(sorted(servers.values(), key=lambda row: (*_key(row.name), row.slug))),
        tools=tuple(sorted(tools, key=lambda row: (*_key(row.name), row.stem, row.server.slug))),
    )


def named(*names: str) -> SearchIndex:
    """An index of tools with these names on one server that no query of a test means."""
    home = server_row("home", "0", "0")
    return index_of(*(tool_row(name, home) for name in names))


def _key(name: str) -> tuple[str, str]:
    return name.casefold(), name
