"""Tests of `site_builder.derive.server_page`, and of the facts it shows."""

from __future__ import annotations

import pytest

from site_builder.derive.context import survey
from site_builder.derive.server_list import servers_page
from site_builder.derive.server_page import server_pages
from tests.builders import ASSETS
from tests.sample_catalogue import sample_catalogue


@pytest.fixture(scope="module")
def context():
    """The sample catalogue, surveyed."""
    return survey(*sample_catalogue(), ASSETS, None)


@pytest.fixture(scope="module")
def page(context):
    """The page of the first server."""
    return next(iter(server_pages(context.servers[0], context))).page


def test_facts_hold_what_the_record_says(page):
    """Publisher, packages, access and names stand in the strip as they are recorded."""
    facts = {fact.label: fact.text for fact in page.facts}
    assert "stdio and HTTP with SSE" == facts["Transports"]
    assert "No authentication" == facts["Authentication"]
    assert "tmux-mcp" == facts["Name in clients"]
    assert "tmux" == facts["Calls itself"]
    assert ("pkg:npm/%40acme/tmux-mcp", "1.10") == (
        page.packages[0].purl,
        page.packages[0].version,
    )


def test_evidence_that_is_an_address_is_a_link(page):
    """Other evidence is shown as it is."""
    assert [
        ("example.org/package.json", "https://example.org/package.json"),
        ("A mail.", None),
    ] == [(claim.evidence, claim.href) for claim in page.claims]


def test_states_are_banners(page):
    """A dispute and an archived repository stand above everything else."""
    assert ["disputed", "archived"] == [banner.kind for banner in page.banners]


def test_capture_says_how_and_whether_whole(page, context):
    """The list's origin is one sentence, and its completeness another."""
    assert (
        "The tool list was asked from the running server with tools/list on 2026-11-30. "
        "It is the whole list." == page.capture
    )
    bare = next(iter(server_pages(context.servers[1], context))).page
    assert "It may not be the whole list" in bare.capture
    assert "incomplete" == bare.banners[0].kind


def test_counts_agree_between_the_page_and_the_list(page, context):
    """The number of tools is the same in the matrix, the table, and the list of servers."""
    row = servers_page(context).page.rows[1]
    assert "Tmux MCP" == row.name
    assert row.tools == page.matrix.totals[-1] == len(page.rows) == 2


def test_server_without_a_repository_says_so(context):
    """There is no link to nothing."""
    bare = next(iter(server_pages(context.servers[1], context))).page
    assert ("None known", None) == next(
        (fact.text, fact.href) for fact in bare.facts if fact.label == "Repository"
    )
