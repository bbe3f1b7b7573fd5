"""Tests of `site_builder.derive.tool_reasons`."""

from __future__ import annotations

import pytest

from site_builder.derive.context import survey
from site_builder.derive.tool_reasons import band_of, reasons
from site_builder.derive.urls import Place
from site_builder.model.vocabulary import SeverityLevel
from tests.builders import ASSETS
from tests.sample_catalogue import sample_catalogue


@pytest.fixture(scope="module")
def found():
    """The reasons on the page of `kill_session`."""
    server = survey(*sample_catalogue(), ASSETS, None).servers[0]
    entry = next(tool for tool in server.tools if tool.name == "kill_session")
    return reasons(entry, Place("servers/acme-tmux/tools/kill_session.html"))


@pytest.mark.parametrize(
    ("total", "level"),
    [
        (-1, SeverityLevel.LOW),
        (3, SeverityLevel.LOW),
        (4, SeverityLevel.MEDIUM),
        (6, SeverityLevel.MEDIUM),
        (7, SeverityLevel.HIGH),
        (9, SeverityLevel.HIGH),
        (10, SeverityLevel.CRITICAL),
    ],
)
def test_band_of_points(total, level):
    """The bands are those of the risk model."""
    assert level is band_of(total)


def test_ledger_adds_up(found):
    """The points of the rows are the total, a guard's point with its minus sign."""
    points = [int(row.points.replace("\N{MINUS SIGN}", "-")) for row in found.ledger.rows]
    assert [6, 1, 1, 2, -1] == points
    assert sum(points) == found.ledger.total


def test_notes_say_where_points_are_from(found):
    """A replaced value shows the computed one, an equal one is confirmed, an unknown one said."""
    assert [
        "",
        "set in the record, the rules say 2",
        "unknown, counted at its middle",
        "confirmed by a reviewer",
        "",
    ] == [row.note for row in found.ledger.rows]


def test_bound_explains_a_level_beside_its_band(found):
    """Where a floor moved the level, both it and the band of the points are shown."""
    assert ("Critical", "high") == (found.ledger.level.word, found.ledger.band_level)
    assert ["It can end the host's work."] == [bound.reason for bound in found.ledger.bounds]


def test_overridden_category_shows_both(found):
    """What the rules say and what the reviewer set stand side by side, with the reason."""
    assert found.computed_category is not None
    assert ("Execute", "Destructive") == (found.computed_category.word, found.category.word)
    assert "Work is lost." == found.category_why


def test_absent_hint_is_not_stated(found):
    """A hint is what was stated; an absent one shows what a client assumes."""
    assert [
        ("readOnlyHint", "true", "false"),
        ("destructiveHint", "false", "true"),
        ("idempotentHint", "", "false"),
        ("openWorldHint", "", "true"),
    ] == [(hint.name, hint.stated, hint.default) for hint in found.hints]


def test_record_quotes_come_before_generated_ones(found):
    """The quotes that a reviewer chose are those that are shown."""
    assert [("Kill a session", "/description")] == [(q.text, q.pointer) for q in found.quotes]
