"""Writes the search index as a script, so that a page opened from the disk can load it.

`fetch` is refused under `file://`; a `<script src>` is not. The script assigns one value to
`globalThis.riskRecordsIndex`, an object of arrays that `templates/assets/search-rank.js` reads:

- `paths`: the output paths of a server and of a tool, with `{server}` and `{tool}` to fill in
- `categories`, `severities`: the words that the numbers in rows stand for, -1 for none
- `servers`: rows `[name, slug, publisher, category, severity, [term...]]`
- `tools`: groups `[name, stem, [[server, category, severity, term...]...]]`, one for each distinct
  name; `stem` is "" where it is the name itself, `server` the number of a server's row

Rows stand in the order of the index, which is alphabetical.
"""

from __future__ import annotations

import json
from itertools import groupby

from pydantic import JsonValue

from site_builder.derive import urls
from site_builder.derive.search_index import SearchIndex, ServerRow, ToolRow
from site_builder.model.vocabulary import Category, SeverityLevel


def search_script(index: SearchIndex) -> bytes:
    """The script: ASCII only, and harmless inside any markup."""
    numbers = {server.slug: number for number, server in enumerate(index.servers)}
    groups = groupby(index.tools, key=lambda row: (row.name, row.stem))
    content: JsonValue = {
        "paths": [urls.server_path("{server}"), urls.tool_path("{server}", "{tool}")],
        "categories": [category.value for category in Category],
        "severities": [level.value for level in SeverityLevel],
        "servers": [_server(row) for row in index.servers],
        "tools": [
            [name, "" if stem == name else stem, [_tool(row, numbers) for row in rows]]
            for (name, stem), rows in groups
        ],
    }
    text = json.dumps(content, ensure_ascii=True, separators=(",", ":"))
    # JSON allows these inside a text only, where the escape means the same.
    text = text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return f"globalThis.riskRecordsIndex = {text};\n".encode("ascii")


def _server(row: ServerRow) -> JsonValue:
    ranks = (_rank(row.category), _rank(row.severity))
    return [row.name, row.slug, row.publisher, *ranks, list(row.terms)]


def _tool(row: ToolRow, numbers: dict[str, int]) -> JsonValue:
    return [numbers[row.server.slug], row.category.rank, row.severity.rank, *row.terms]


def _rank(member: Category | SeverityLevel | None) -> int:
    return -1 if member is None else member.rank
