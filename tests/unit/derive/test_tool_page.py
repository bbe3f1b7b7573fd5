"""Tests of `site_builder.derive.tool_page`."""

from __future__ import annotations

import json

import pytest

from site_builder.derive.context import survey
from site_builder.derive.tool_page import tool_page
from tests.builders import ASSETS, make_assessed, make_catalogue, make_server, make_tool
from tests.sample_catalogue import sample_catalogue


def page_of(name, base_url=None):
    """The page of a tool of the sample catalogue's first server."""
    context = survey(*sample_catalogue(), ASSETS, base_url)
    server = context.servers[0]
    return tool_page(
        next(tool for tool in server.tools if tool.name == name), server, context
    ).page


@pytest.fixture(scope="module")
def page():
    """The page of `kill_session`."""
    return page_of("kill_session")


def test_title_names_tool_and_server(page):
    """The title is what a reader looks for in a tab or a result."""
    assert "kill_session · Tmux MCP: risk & policy" == page.layout.title


def test_verdict_is_that_of_every_block(page):
    """The verdict at the top is the one that each block gives the tool."""
    assert "Denied" == page.verdict.word
    assert ["policylayer", "intercept", "claude-code"] == [block.id for block in page.blocks]
    assert all(block.stricter is None for block in page.blocks)
    assert "kill_session" in json.loads(page.blocks[0].text)["tools"]


def test_parameters_carry_their_risk(page):
    """The server's words and our reason stand in one row, apart."""
    name, mode = page.parameters
    assert ("session_name", True, "Name of the session") == (
        name.name, name.required, name.description.text,
    )  # fmt: skip
    assert ("The caller picks it.",) == name.risks
    assert (('"soft"', '"hard"'), '"soft"') == (mode.choices, mode.default)


def test_traits_say_only_what_is_known(page):
    """A chip stands for something known; unknown attributes have none."""
    assert (
        "Stays inside the server",
        "Drives a terminal",
        "Cannot be undone",
        "Touches workspace data",
    ) == page.traits


def test_attack_has_its_reason_here(page):
    """Each attack says why it applies to this tool, as a sentence."""
    assert ["kill_session ends what it is pointed at."] == [a.reason for a in page.attacks]


def test_relatives_leave_out_the_tool_itself(page):
    """Neither it nor a withdrawn tool is among the server's others."""
    assert ["create_session"] == [row.name for row in page.own]


def test_structured_data_holds_the_questions():
    """With a base URL there are an article, the questions and the way down."""
    blocks = page_of("kill_session", "https://example.org/").layout.structured
    assert ["TechArticle", "FAQPage", "BreadcrumbList"] == [block["@type"] for block in blocks]
    assert 7 == len(blocks[1]["mainEntity"])


def test_tools_elsewhere_are_one_a_server():
    """Tools of the same category on other servers, at most one of each, riskiest first."""
    servers = [
        make_server(f"server-{n}", tools=[make_tool("kill_a"), make_tool("kill_b")])
        for n in range(9)
    ]
    catalogue = make_catalogue(*servers)
    context = survey(catalogue, make_assessed(catalogue), ASSETS, None)
    first = context.servers[0]
    rows = tool_page(first.tools[0], first, context).page.elsewhere
    assert [f"../../server-{n}/tools/kill_a.html" for n in range(1, 7)] == [r.href for r in rows]
