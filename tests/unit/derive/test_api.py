"""Tests of `site_builder.derive.api`."""

from __future__ import annotations

import json

import pytest

from site_builder.derive.api import api_documents
from site_builder.derive.context import survey
from site_builder.derive.policy_page import policy_files
from site_builder.render.pages import render_documents
from tests.builders import ASSETS
from tests.sample_catalogue import ATTACK, hostile_catalogue, sample_catalogue


@pytest.fixture(scope="module")
def documents():
    """The documents of the sample catalogue, written and read back."""
    context = survey(*sample_catalogue(), ASSETS, None)
    return {path: json.loads(text) for path, text in render_documents(api_documents(context))}


def test_every_document_names_its_schema(documents):
    """A reader can tell the version of each document by itself."""
    assert {
        "api/v1/index.json",
        "api/v1/servers.json",
        "api/v1/servers/acme-tmux.json",
        "api/v1/servers/bare.json",
        "api/v1/attacks.json",
        "api/v1/categories.json",
    } == set(documents)
    assert {"1.0"} == {document["schema_version"] for document in documents.values()}


def test_counts_of_the_index_add_up(documents):
    """Categories and severities count the same tools; the withdrawn one is not among them."""
    counts = documents["api/v1/index.json"]["counts"]
    assert (2, 3) == (counts["servers"], counts["tools"])
    assert 3 == sum(counts["by_category"].values()) == sum(counts["by_severity"].values())


def test_tool_has_the_policy_of_its_page(documents):
    """The policy, where it comes from, and the definition stand in one place."""
    tools = {tool["id"]: tool for tool in documents["api/v1/servers/acme-tmux.json"]["tools"]}
    create = tools["create_session"]
    assert "rate-limit" == create["policy"]["verdict"]
    assert [{"max": 10, "window": "minute"}] == create["policy"]["limits"]
    assert "record" == create["policy_origin"]
    assert create["drifted"]
    assert "Create a session." == create["server_supplied"]["description"]
    assert "servers/acme-tmux/tools/create_session.html" == create["page"]


def test_blocks_are_those_of_the_files(documents):
    """A server's block in its document is the text of the file to download."""
    context = survey(*sample_catalogue(), ASSETS, None)
    files = {file.path: file.text for file in policy_files(context)}
    blocks = documents["api/v1/servers/acme-tmux.json"]["policy_blocks"]
    assert blocks["policylayer"]["text"] == files["servers/acme-tmux/policy.policylayer.json"]


def test_hidden_characters_are_flagged():
    """A program learns that a text hides characters before it reads the text."""
    context = survey(*hostile_catalogue(), ASSETS, None)
    written = dict(render_documents(api_documents(context)))
    tools = json.loads(written["api/v1/servers/acme-tmux.json"])["tools"]
    assert {("hidden-characters",)} == {tuple(tool["warnings"]) for tool in tools}
    assert ATTACK in {tool["server_supplied"]["name"] for tool in tools}
