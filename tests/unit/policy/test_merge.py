from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.model.catalogue import CataloguedServer, CataloguedTool
from site_builder.model.ids import is_client_key
from site_builder.model.records import ServerRecord, ToolRecord
from site_builder.policy.merge import server_block, server_key
from tests.policies import make_policy

ALLOW, DENY = make_policy("allow"), make_policy("deny")


def _server(*names: str, **fields: object) -> CataloguedServer:
    record = {
        "name": "Tmux",
        "publisher": "somebody",
        "transports": ("stdio",),
        "authentication": {"posture": "none", "why": "It runs as the user."},
        "capture": {"method": "source", "date": "2026-11-30", "complete": False},
        **fields,
    }
    tools = tuple(
        CataloguedTool(name, ToolRecord.model_validate({"tool": {"name": name}}), f"{name}.yaml")
        for name in names
    )
    written = ServerRecord.model_validate(record, strict=False)
    return CataloguedServer("somebody-tmux", written, tools, "server.yaml")


def test_a_block_has_the_rules_of_all_tools_in_their_order():
    """Every tool's policy is in the merged block, and the capture says how far it is known."""
    block = server_block(_server("a", "b"), {"b": DENY, "a": ALLOW})
    assert [("a", ALLOW), ("b", DENY)] == [(rule.name, rule.policy) for rule in block.rules]
    assert ((), "2026-11-30", False) == (block.others, block.known_on, block.complete)


def test_a_block_of_one_tool_counts_the_rest_as_others():
    """Tools that are not asked for have no rule, and are known all the same."""
    block = server_block(_server("a", "b", "c"), {"a": ALLOW, "b": DENY, "c": ALLOW}, ("b",))
    assert ["b"] == [rule.name for rule in block.rules]
    assert ("a", "c") == block.others


def test_a_tool_without_a_policy_is_among_the_others():
    """Nothing stands for it, so it is denied like any other."""
    assert ("b",) == server_block(_server("a", "b"), {"a": ALLOW}).others


@pytest.mark.parametrize("name", ["c", "b"])
def test_a_tool_that_is_unknown_or_without_a_policy_cannot_be_asked_for(name):
    """A misspelt name is an error, never an empty block."""
    with pytest.raises(KeyError, match=name):
        server_block(_server("a", "b"), {"a": ALLOW}, (name,))


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"client_key": "tmux", "repository": "https://example.org/x/other"}, "tmux"),
        ({"repository": "https://example.org/x/Tmux-MCP"}, "Tmux-MCP"),
        ({"repository": "https://example.org/x/tmux.git/"}, "tmux"),
        ({"repository": "https://example.org/x/my.srv~x"}, "my-srv-x"),
        ({"repository": "https://example.org/"}, "somebody-tmux"),
        ({"repository": "https://example.org/x/..."}, "somebody-tmux"),
        ({}, "somebody-tmux"),
        ({"repository": f"https://example.org/x/{'a' * 70}"}, "a" * 64),
    ],
)
def test_the_server_key(fields, key):
    """The record's own key, else the repository's name made plain, else the slug."""
    assert key == server_key(_server(**fields))


@given(path=st.text("aZ0._-/~%", max_size=80))
def test_any_repository_gives_a_key_that_clients_take(path):
    """Whatever the address, the key is one."""
    assert is_client_key(server_key(_server(repository=f"https://example.org/{path}")))
