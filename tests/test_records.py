"""The repository's own catalogue: what users see is held to what the pages promise."""

from pathlib import Path

import pytest

from site_builder.derive.context import survey
from site_builder.policy.block import Target
from site_builder.policy.evaluate import strictest
from site_builder.policy.merge import server_block
from site_builder.policy.targets import TARGETS
from site_builder.prepare import prepare

RECORDS = Path(__file__).parents[1] / "records"


@pytest.fixture(scope="module")
def prepared():
    """The records, checked and assessed."""
    return prepare(RECORDS)


@pytest.fixture(scope="module")
def context(prepared):
    """The catalogue with its recommendations."""
    return survey(prepared.catalogue, prepared.assessed, {}, None)


def test_the_records_have_no_mistake_and_no_warning(prepared) -> None:
    """The same check that contributors run finds nothing."""
    assert () == prepared.diagnostics


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.id)
def test_no_block_is_weaker_than_its_page(context, target: Target) -> None:
    """For every tool, alone and merged, a target gives what is recommended or less."""
    for entry in context.servers:
        names = [tool.name for tool in entry.tools]
        blocks = [server_block(entry.server, entry.policies)]
        blocks += [server_block(entry.server, entry.policies, only=(name,)) for name in names]
        for block in blocks:
            emitted = target.emit(block)
            for name, verdict in emitted.effective.items():
                # No target decides by case yet, so the strictest case bounds every call.
                assert verdict.rank <= strictest(entry.policies[name]).rank


@pytest.mark.parametrize(
    ("slug", "tool", "category", "level", "points", "verdict"),
    [
        ("mediocretriumph-tmux-mcp", "tmux_kill_session", "destructive", "critical", 10, "deny"),
        ("raghavansv-tmux-mcp", "kill_window", "destructive", "critical", 10, "deny"),
        ("jbwinters-tmuxcontrollib", "kill_pane", "destructive", "high", 9, "deny"),
        ("joschi655-claude-code-mcp", "session_destroy", "destructive", "high", 8, "deny"),
        ("wenlixiao-cs-tmux-mcp", "tmux_create_session", "execute", "high", 7, "rate-limit"),
    ],
)
def test_the_reviewed_tools_come_out_as_reviewed(  # noqa: PLR0917 - one column a fact
    context, slug, tool, category, level, points, verdict
) -> None:
    """Category, severity with its sum, and verdict of the five tools that people looked at."""
    server = next(entry for entry in context.servers if entry.server.slug == slug)
    entry = next(entry for entry in server.tools if entry.name == tool)
    severity = entry.assessed.assessment.severity
    assert (category, level, points, verdict) == (
        entry.category.value,
        severity.level.value,
        severity.total,
        entry.recommendation.policy.verdict.value,
    )
    assert not entry.drifted
    assert "reviewed" == entry.tool.record.review.status.value


def test_every_tool_that_is_known_has_a_record(context) -> None:
    """8, 14, 15 and 8 tools as captured, and the one that is known of the fifth server."""
    counts = {entry.server.slug: len(entry.tools) for entry in context.servers}
    assert {
        "mediocretriumph-tmux-mcp": 8,
        "raghavansv-tmux-mcp": 14,
        "wenlixiao-cs-tmux-mcp": 15,
        "joschi655-claude-code-mcp": 8,
        "jbwinters-tmuxcontrollib": 1,
    } == counts
