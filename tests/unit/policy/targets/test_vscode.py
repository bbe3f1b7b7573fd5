from __future__ import annotations

import json

from site_builder.policy.targets.vscode import emit
from tests.policies import limited, make_block, make_policy

ALLOW, DENY, ASK = make_policy("allow"), make_policy("deny"), make_policy("require-approval")


def test_what_asks_can_never_be_approved_for_ever():
    """The other tools of the server are asked for as well, and the note says that is all."""
    emitted = emit(make_block({"echo": ALLOW, "new": ASK, "slow": limited(10)}, others=("list",)))
    expected = {"tmux/echo": True, "tmux/new": False, "tmux/slow": False, "tmux/list": False}
    assert {"chat.tools.eligibleForAutoApproval": expected} == json.loads(emitted.text)
    codes = [loss.code for loss in emitted.losses]
    assert ["L-RATE-ASK", "L-NAME", "L-ELIGIBLE", "L-DEFAULT"] == codes
    assert "VS Code blocks nothing: the 1 other known on 2026-11-30" in emitted.losses[-1].text


def test_a_denial_gets_no_block():
    """A question in its place would be weaker."""
    refused = emit(make_block({"echo": ALLOW, "kill": DENY, "drop": DENY})).refused
    assert 'weaker than the rule for "kill" and "drop"' in refused
