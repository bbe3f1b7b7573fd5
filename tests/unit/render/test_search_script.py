from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from site_builder.model.vocabulary import SeverityLevel
from site_builder.render.search_script import search_script
from tests.search_samples import index_of, server_row, tool_row

PREFIX = b"globalThis.riskRecordsIndex = "


def content(index):
    """What the script assigns."""
    script = search_script(index)
    assert script.startswith(PREFIX)
    assert script.endswith(b";\n")
    return json.loads(script.removeprefix(PREFIX).removesuffix(b";\n"))


def test_rows_of_the_script():
    """Servers are rows, tools are groups of one name, and ranks are numbers."""
    one = server_row("one", "One", "Acme", "acme/one")
    two = server_row("two", "Two")
    index = index_of(
        tool_row("kill", one, SeverityLevel.CRITICAL, "End it"),
        tool_row("kill", two),
        tool_row("Kill", two),
    )
    assert {
        "paths": ["servers/{server}/index.html", "servers/{server}/tools/{tool}.html"],
        "categories": ["read", "write", "execute", "destructive", "financial"],
        "severities": ["low", "medium", "high", "critical"],
        "servers": [
            ["One", "one", "Acme", 1, 1, ["Acme", "acme/one"]],
            ["Two", "two", "Someone", 1, 1, ["Someone"]],
        ],
        "tools": [
            ["Kill", "kill~ee72959b", [[1, 1, 1]]],
            ["kill", "", [[0, 1, 3, "End it"], [1, 1, 1]]],
        ],
    } == content(index)


def test_server_without_tools_has_no_ranks():
    """What is not known of a server is -1."""
    row = server_row("one")
    unknown = type(row)(row.name, row.slug, row.publisher, row.path, None, None, row.terms)
    rows = content(index_of(unknown))["servers"]
    assert [["one", "one", "Someone", -1, -1, ["Someone"]]] == rows


def test_every_path_is_the_pattern_filled_in():
    """The patterns of the script give each row the path that the index has for it."""
    index = index_of(tool_row("kill", server_row("one")), tool_row("杀死", server_row("two")))
    found = content(index)
    server_path, tool_path = found["paths"]
    servers = [row[1] for row in found["servers"]]
    assert [row.path for row in index.servers] == [
        server_path.format(server=slug) for slug in servers
    ]
    assert [row.path for row in index.tools] == [
        tool_path.format(server=servers[use[0]], tool=stem or name)
        for name, stem, uses in found["tools"]
        for use in uses
    ]


@given(st.text(min_size=1))
def test_any_name_survives(name):
    """Any text comes back as it was, out of bytes that end no script element and no line."""
    index = index_of(tool_row(name, server_row("one", "One", name)))
    script = search_script(index)
    assert script.isascii()
    assert not set(b"<>&") & set(script)
    assert 1 == script.count(b"\n")
    assert name == content(index)["tools"][0][0]
