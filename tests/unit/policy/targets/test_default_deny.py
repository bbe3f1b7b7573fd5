from __future__ import annotations

from site_builder.model.vocabulary import Verdict, Window
from site_builder.policy.block import ToolRule
from site_builder.policy.comparisons import typed
from site_builder.policy.lowering import Reach, lower
from site_builder.policy.targets.default_deny import (
    denied,
    effective,
    names,
    nothing_listed,
    still_visible,
)
from tests.policies import make_block, make_policy

REACH = Reach(approval=False, conditions=typed, windows=tuple(Window))


def _lowered(name: str, policy):
    return lower(ToolRule(name, policy), REACH)


def test_a_tool_left_out_is_effectively_denied():
    """What a gateway does not list, it denies."""
    block = make_block({"echo": make_policy("allow"), "x y": make_policy("allow")})
    found = effective(block, [_lowered("echo", make_policy("allow"))])
    assert {"echo": Verdict.ALLOW, "x y": Verdict.DENY} == found


def test_the_policys_own_message_is_what_the_agent_reads():
    """A stock sentence stands in only where there is none."""
    assert "No." == denied(_lowered("t", make_policy("deny", message="No.")))
    assert denied(_lowered("t", make_policy("deny"))).endswith("does not allow this tool.")


def test_visibility_matters_only_where_something_is_denied():
    """A whole server that is allowed has nothing left to hide."""
    allowed = [_lowered("echo", make_policy("allow"))]
    assert () == still_visible(make_block({"echo": make_policy("allow")}), allowed)
    with_others = make_block({"echo": make_policy("allow")}, others=("list",))
    assert ["L-VISIBLE"] == [loss.code for loss in still_visible(with_others, allowed)]


def test_names_are_those_of_the_verdicts_asked_for():
    """In the order of the rules, not of the verdicts."""
    rules = [
        _lowered(name, make_policy(verdict))
        for name, verdict in (("a", "allow"), ("b", "deny"), ("c", "allow"))
    ]
    assert ["a", "c"] == names(rules, Verdict.ALLOW)
    assert ["a", "b", "c"] == names(rules, Verdict.DENY, Verdict.ALLOW)


def test_a_list_is_refused_only_where_it_would_be_empty():
    """One tool that may run, in whatever way, is enough."""
    denied_ = _lowered("b", make_policy("deny"))
    assert "Leave this server out of the request." in nothing_listed([denied_], "the request")
    assert "" == nothing_listed([denied_, _lowered("a", make_policy("allow"))], "the request")
