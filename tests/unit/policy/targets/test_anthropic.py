from __future__ import annotations

import json

from anthropic.types.beta import BetaMCPToolsetParam
from pydantic import TypeAdapter

from site_builder.policy.targets.anthropic import emit
from tests.policies import limited, make_block, make_policy

ALLOW, DENY, ASK = make_policy("allow"), make_policy("deny"), make_policy("require-approval")


def test_every_tool_is_off_unless_it_is_allowed():
    """The connector asks nobody and counts nothing."""
    emitted = emit(make_block({"echo": ALLOW, "new": ASK, "slow": limited(10)}))
    expected = {
        "type": "mcp_toolset",
        "mcp_server_name": "tmux",
        "default_config": {"enabled": False},
        "configs": {
            "echo": {"enabled": True},
            "new": {"enabled": False},
            "slow": {"enabled": False},
        },
    }
    assert expected == json.loads(emitted.text)
    assert ["L-APPR-DENY", "L-RATE-DENY", "L-NAME"] == [loss.code for loss in emitted.losses]


def test_the_providers_own_type_takes_it():
    """Each key and value, as the library of the provider declares them."""
    toolset = json.loads(emit(make_block({"echo": ALLOW, "kill": DENY})).text)
    read = TypeAdapter(BetaMCPToolsetParam).validate_python(toolset, strict=True)
    assert toolset == read


def test_a_block_of_denials_is_exact():
    """Off is off: nothing here depends on how an empty list is read."""
    document = json.loads(emit(make_block({"kill": DENY})).text)
    assert {"kill": {"enabled": False}} == document["configs"]
