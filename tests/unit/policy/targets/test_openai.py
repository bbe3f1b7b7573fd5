from __future__ import annotations

import json

from openai.types.responses.tool_param import Mcp
from pydantic import TypeAdapter

from site_builder.policy.targets.openai import emit
from tests.policies import limited, make_block, make_policy

ALLOW, DENY, ASK = make_policy("allow"), make_policy("deny"), make_policy("require-approval")


def test_a_tool_is_listed_and_asked_for_where_the_rule_says_so():
    """What is denied is in neither list."""
    emitted = emit(make_block({"echo": ALLOW, "new": ASK, "slow": limited(10), "kill": DENY}))
    expected = {
        "type": "mcp",
        "server_label": "tmux",
        "allowed_tools": ["echo", "new", "slow"],
        "require_approval": {
            "always": {"tool_names": ["new", "slow"]},
            "never": {"tool_names": ["echo"]},
        },
    }
    assert expected == json.loads(emitted.text)
    assert ["L-RATE-ASK", "L-HANDED-BACK"] == [loss.code for loss in emitted.losses]


def test_the_providers_own_type_takes_it():
    """Each key and value, as the library of the provider declares them."""
    for rules in ({"echo": ALLOW, "new": ASK}, {"echo": ALLOW}, {"new": ASK}):
        tool = json.loads(emit(make_block(rules)).text)
        read = TypeAdapter(Mcp).validate_python(tool, strict=True)
        assert set(tool) == set(read)
        assert set(tool["require_approval"]) <= {"always", "never"}


def test_a_list_without_a_tool_is_not_printed():
    """A server that may do nothing need not be in the request."""
    assert "Leave this server out of the request." in emit(make_block({"kill": DENY})).refused
