"""The policy that a reader copies from a page is that of the API, and does what it says.

Blocks are taken out of the built HTML by a standard parser and read by the readers of
`tests/evaluators.py`, which share no code with what wrote them.
"""

from __future__ import annotations

import json

import html5lib
import pytest

from tests.evaluators import LADDER, ClaudeCode, Intercept, PolicyLayer

NAMESPACE = {"": "http://www.w3.org/1999/xhtml"}


def page(folder, path):
    """The document of a built page."""
    return html5lib.parse((folder / path).read_text("utf-8"))


def blocks(document):
    """The block of each target that a page prints in a section of its own, by target."""
    found = {}
    for section in document.iterfind(".//section[@id]", NAMESPACE):
        code = section.find(".//div[@data-copies]/pre/code", NAMESPACE)
        if code is not None and section.get("id").startswith("policy-"):
            found[section.get("id").removeprefix("policy-")] = "".join(code.itertext())
    return found


@pytest.fixture(scope="module")
def servers(site_folder):
    """The API documents of the servers."""
    documents = sorted((site_folder / "api/v1/servers").glob("*.json"))
    return [json.loads(document.read_text("utf-8")) for document in documents]


def reader(target, text, server):
    """What reads a block of `target`."""
    readers = {"policylayer": PolicyLayer, "intercept": Intercept}
    if target in readers:
        return readers[target](text)
    return ClaudeCode(text, server["client_key_used"])


def test_server_page_of_policies_prints_what_the_api_gives(servers, site_folder):
    """Every merged block, its download and its copy in the API are the same text."""
    for server in servers:
        given = {name: one["text"] for name, one in server["policy_blocks"].items() if one["text"]}
        folder = f"servers/{server['id']}"
        assert given == blocks(page(site_folder, f"{folder}/policy.html"))
        downloads = {
            file.name.split(".")[1]: file.read_text("utf-8")
            for file in (site_folder / folder).glob("policy.*.*")
        }
        assert given == downloads


def test_tool_page_prints_a_block_that_is_never_weaker(servers, site_folder):
    """Each block of a tool's page allows its tool no more than the API says, and no other tool."""
    for server in servers:
        names = [tool["server_supplied"]["name"] for tool in server["tools"]]
        for tool, name in zip(server["tools"], names, strict=True):
            printed = blocks(page(site_folder, tool["page"]))
            assert printed, tool["page"]
            for target, text in printed.items():
                block = reader(target, text, server)
                wanted = tool["policy"]["verdict"]
                assert LADDER.index(block.reach(name)) <= LADDER.index(wanted), tool["page"]
                assert {"deny", "require-approval"} >= {
                    block.reach(other) for other in names if other != name
                }


def test_limits_on_a_page_are_those_of_the_api(servers, site_folder):
    """Where a target counts calls, it counts to the number that the API gives."""
    counted = 0
    for server in servers:
        for tool in server["tools"]:
            limits = [(one["max"], one["window"]) for one in tool["policy"].get("limits", [])]
            name = tool["server_supplied"]["name"]
            for target, text in blocks(page(site_folder, tool["page"])).items():
                block = reader(target, text, server)
                if block.reach(name) == "rate-limit":
                    assert limits == block.limits(name)
                    counted += 1
    assert counted
