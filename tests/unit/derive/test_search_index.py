from __future__ import annotations

import pytest

from site_builder.derive.search_index import example_query, search_index
from site_builder.model.assessment import (
    Assessed,
    Assessment,
    Attributes,
    Severity,
    ToolAssessment,
)
from site_builder.model.catalogue import Catalogue, CataloguedServer, CataloguedTool
from site_builder.model.definition import ServerDefinition, ToolDefinition
from site_builder.model.ids import tool_stem
from site_builder.model.records import (
    Authentication,
    Capture,
    Licence,
    Package,
    Review,
    ServerRecord,
    SiteRecord,
    ToolRecord,
)
from site_builder.model.vocabulary import (
    AuthPosture,
    CaptureMethod,
    Category,
    SeverityLevel,
    Status,
    Transport,
)

SITE = SiteRecord(
    title="Records",
    tagline="Risk records",
    licence=Licence(
        texts="CC-BY-4.0", texts_url="https://example.org/licence", definitions="Theirs"
    ),
    targets=("policylayer",),
)
WITHDRAWN = Review(status=Status.WITHDRAWN)


def tool(name, **record):
    """A catalogued tool; `title` and `annotations` go to its definition."""
    declared = {key: record.pop(key) for key in ("title", "annotations") if key in record}
    stem = tool_stem(name)
    entry = ToolRecord(tool=ToolDefinition(name=name, **declared), **record)
    return CataloguedTool(stem, entry, f"{stem}.yaml")


def server(slug, *tools, **record):
    """A catalogued server."""
    fields = {
        "name": slug,
        "publisher": "Someone",
        "transports": (Transport.STDIO,),
        "authentication": Authentication(posture=AuthPosture.NONE, why="Local."),
        "capture": Capture(method=CaptureMethod.SOURCE, date="2026-11-30", complete=True),
        **record,
    }
    return CataloguedServer(slug, ServerRecord(**fields), tools, f"servers/{slug}/server.yaml")


def assessment(category, level):
    """An assessment that says no more than category and severity."""
    return ToolAssessment(
        Assessment(
            category=category,
            computed_category=category,
            category_why="",
            capabilities=(category,),
            signals=(),
            parameters=(),
            cases=(),
            attributes=Attributes(),
            severity=Severity(level, 0, ()),
            contradictions=(),
            confidence=0.5,
            needs_review=False,
        ),
        attacks=(),
        pin="",
        tokens=0,
    )


def index_of(*servers, **found):
    """The index of these servers; `found` gives tools another assessment than read and low."""
    usual = (Category.READ, SeverityLevel.LOW)
    tools = {
        (one.slug, entry.stem): assessment(*found.get(entry.name, usual))
        for one in servers
        for entry in one.tools
    }
    return search_index(Catalogue(SITE, servers, {}, {}, {}), Assessed(1, tools, {}))


def test_tool_row():
    """A tool's row leads to its page and says how risky it is."""
    index = index_of(
        server("a-server", tool("kill_pane")), kill_pane=(Category.DESTRUCTIVE, SeverityLevel.HIGH)
    )
    (row,) = index.tools
    assert ("kill_pane", "servers/a-server/tools/kill_pane.html") == (row.name, row.path)
    assert (Category.DESTRUCTIVE, SeverityLevel.HIGH) == (row.category, row.severity)
    assert index.servers[0] is row.server


def test_server_row_is_as_risky_as_its_riskiest_tool():
    """A server's row carries the highest category and severity among its tools."""
    index = index_of(
        server("a-server", tool("one"), tool("two"), tool("three")),
        one=(Category.DESTRUCTIVE, SeverityLevel.MEDIUM),
        two=(Category.WRITE, SeverityLevel.CRITICAL),
    )
    (row,) = index.servers
    assert "servers/a-server/index.html" == row.path
    assert (Category.DESTRUCTIVE, SeverityLevel.CRITICAL) == (row.category, row.severity)


def test_server_without_known_tools():
    """A server whose tools are not known is listed without category and severity."""
    (row,) = index_of(server("a-server")).servers
    assert (None, None) == (row.category, row.severity)


def test_server_terms():
    """A server is found by everything that people call it, each said once."""
    record = server(
        "acme-tmux-mcp",
        name="tmux",
        publisher="Acme",
        repository="https://github.com/Acme/tmux-mcp.git",
        packages=(
            Package(purl="pkg:npm/%40acme/tmux"),
            Package(purl="pkg:npm/@acme/raw@1.2.0"),
            Package(purl="pkg:pypi/tmux-server@2?os=linux#docs"),
        ),
        registry_name="io.github.acme/tmux",
        client_key="tmux",
        server=ServerDefinition(
            serverInfo={"name": "acme_tmux_mcp", "title": "Tmux for Acme", "n": 1}
        ),
        aliases=("old-name",),
    )
    (row,) = index_of(record).servers
    assert (
        "Acme",
        "Acme/tmux-mcp",
        "@acme/tmux",
        "@acme/raw",
        "tmux-server",
        "io.github.acme/tmux",
        "Tmux for Acme",
        "old-name",
    ) == row.terms


def test_tool_terms():
    """Titles and aliases find a tool; a title that only spells the name in words adds nothing."""
    record = tool(
        "kill_pane", title="Kill Pane", annotations={"title": "End it"}, aliases=("rm_pane",)
    )
    (row,) = index_of(server("a-server", record)).tools
    assert ("End it", "rm_pane") == row.terms


@pytest.mark.parametrize("title", ["", "   ", None, 7, ["x"]])
def test_title_of_any_shape(title):
    """A title annotation that is no text, or blank, is passed over."""
    (row,) = index_of(server("a-server", tool("kill_pane", annotations={"title": title}))).tools
    assert () == row.terms


def test_endless_title_is_cut():
    """A title of any length costs the index no more than a long name."""
    (row,) = index_of(server("a-server", tool("kill_pane", title="x" * 60_000))).tools
    assert ("x" * 200,) == row.terms


def test_hidden_characters_are_shown_and_seen_through():
    """A name with a hidden character is shown with its stand-in and found without it."""
    (row,) = index_of(server("a-server", tool("kill\u200bpane"))).tools
    assert ("kill⟦U+200B⟧pane", ("killpane",)) == (row.name, row.terms)


def test_withdrawn_records_are_left_out():
    """A withdrawn tool is not found, nor a withdrawn server with all its tools."""
    index = index_of(
        server("gone", tool("one"), review=WITHDRAWN),
        server("here", tool("two", review=WITHDRAWN), tool("three")),
    )
    assert ["here"] == [row.slug for row in index.servers]
    assert ["three"] == [row.name for row in index.tools]


def test_withdrawn_tool_does_not_colour_its_server():
    """A server is as risky as its riskiest tool that still stands."""
    index = index_of(
        server("here", tool("two", review=WITHDRAWN), tool("three")),
        two=(Category.DESTRUCTIVE, SeverityLevel.CRITICAL),
    )
    assert SeverityLevel.LOW is index.servers[0].severity


def test_order_is_alphabetical():
    """Rows stand in order of name, then of server, whatever order the catalogue has."""
    first = server("a", tool("b"), tool("A"), tool("a"), name="Z")
    second = server("b", tool("a"), name="y")
    index = index_of(first, second)
    assert ["b", "a"] == [row.slug for row in index.servers]
    assert [("A", "a"), ("a", "a"), ("a", "b"), ("b", "a")] == [
        (row.name, row.server.slug) for row in index.tools
    ]
    assert index == index_of(second, first)


def test_example_is_the_shortest_of_the_riskiest():
    """The example in the box is a tool that a reader would really look up."""
    index = index_of(
        server("a", tool("one"), tool("two_two"), tool("six")),
        two_two=(Category.WRITE, SeverityLevel.HIGH),
        six=(Category.WRITE, SeverityLevel.HIGH),
    )
    assert "six" == example_query(index)


def test_no_example_without_tools():
    """A catalogue without tools has no example."""
    assert "" == example_query(index_of(server("a")))
