"""Tests of `site_builder.derive.policy_view` and the merged policy of a server."""

from __future__ import annotations

import json

import pytest

from site_builder.derive.context import survey
from site_builder.derive.policy_page import policy_files, policy_page
from site_builder.derive.policy_view import block_views, outcomes
from site_builder.model.policy import Limit
from site_builder.model.vocabulary import Verdict, Window
from site_builder.policy.merge import server_block
from site_builder.policy.targets import TARGETS
from tests.builders import ASSETS, make_policy, make_server, make_tool
from tests.sample_catalogue import sample_catalogue


def block_of(policy, name="kill_session"):
    """The block of one tool beside another."""
    server = make_server(tools=[make_tool(name), make_tool("other")])
    return server_block(server, {name: policy}, only=(name,))


@pytest.mark.parametrize(("maximum", "situation"), [(10, "On call 11"), (1, "On call 2")])
def test_call_after_the_limit_is_counted(maximum, situation):
    """The situation names the first call that the limit stops."""
    limit = Limit(max=maximum, window=Window.MINUTE)
    policy = make_policy(Verdict.RATE_LIMIT, limits=(limit,))
    found = [outcome.situation for outcome in outcomes(policy, block_of(policy))]
    assert ["On a call", situation, "Every other tool"] == found


def test_policy_without_limit_has_no_such_call():
    """Nothing is said of a limit that is not there."""
    found = outcomes(make_policy(), block_of(make_policy()))
    assert ["On a call", "Every other tool"] == [outcome.situation for outcome in found]


def test_copy_button_names_target_and_tool():
    """Repeated "Copy" buttons can be told apart by their names."""
    policy = make_policy()
    views = block_views(block_of(policy), TARGETS, "kill_session", wanted=policy)
    assert [f"{target.title} policy for kill_session" for target in TARGETS] == [
        view.copies for view in views
    ]


def test_target_that_is_stricter_says_so():
    """PolicyLayer cannot ask a person, so its block denies and the page says that."""
    policy = make_policy(Verdict.REQUIRE_APPROVAL)
    view = block_views(block_of(policy), TARGETS[:1], "x", wanted=policy)[0]
    assert view.stricter is not None
    assert ("Denied", True) == (view.stricter.word, bool(view.notes))


def test_name_that_no_policy_can_hold_is_refused():
    """There is no text to copy, and a reason."""
    policy = make_policy()
    for view in block_views(block_of(policy, "kill pane"), TARGETS, "x", wanted=policy):
        assert "" == view.text
        assert view.refused


def test_merged_block_names_every_listed_tool():
    """One block holds the rules of all tools but the withdrawn."""
    context = survey(*sample_catalogue(), ASSETS, None)
    page = policy_page(context.servers[0], context).page
    tools = json.loads(page.blocks[0].text)["tools"]
    assert {"create_session", "kill_session"} == set(tools)
    assert [("Denied", "1 tool"), ("Rate-limited", "1 tool")] == [
        (count.verdict.word, count.count) for count in page.counts
    ]


def test_files_hold_what_the_page_shows():
    """Each block that is printed has a file with the same text; one that is refused has none."""
    context = survey(*sample_catalogue(), ASSETS, None)
    files = {file.path: file.text for file in policy_files(context)}
    shown = {
        f"servers/{server.server.slug}/{view.file}": view.text
        for server in context.servers
        for view in policy_page(server, context).page.blocks
        if view.file is not None
    }
    assert files == shown
    assert all(shown.values())


def test_a_refused_block_has_no_file_and_a_reason():
    """VS Code cannot deny, and the sample server has a tool that is denied."""
    context = survey(*sample_catalogue(), ASSETS, None)
    blocks = {view.id: view for view in policy_page(context.servers[0], context).page.blocks}
    assert (None, "") == (blocks["vscode"].file, blocks["vscode"].text)
    assert "weaker" in blocks["vscode"].refused


def test_what_survives_a_switch_is_the_targets_own_word():
    """The view has it as the target has it, empty where there is no switch."""
    views = block_views(block_of(make_policy(), "t"), TARGETS, "x")
    assert [target.survives for target in TARGETS] == [view.survives for view in views]
