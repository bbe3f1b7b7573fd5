from __future__ import annotations

import json

from site_builder.policy.targets.cursor import emit
from tests.policies import make_block, make_policy

ALLOW, DENY, ASK = make_policy("allow"), make_policy("deny"), make_policy("require-approval")


def test_only_what_is_allowed_runs_unasked():
    """Everything else is asked for, and the note says that is all."""
    emitted = emit(make_block({"echo": ALLOW, "new": ASK}, others=("list",)))
    assert {"mcpAllowlist": ["tmux:echo"]} == json.loads(emitted.text)
    assert ["L-NAME", "L-DEFAULT"] == [loss.code for loss in emitted.losses]


def test_a_denial_gets_no_block():
    """A question in its place would be weaker."""
    refused = emit(make_block({"echo": ALLOW, "kill": DENY})).refused
    assert 'weaker than the rule for "kill"' in refused
