"""Tests of `site_builder.derive.server_risk`."""

from __future__ import annotations

from site_builder.derive.context import survey
from site_builder.derive.server_risk import combinations, context_cost, grade_view, matrix
from site_builder.derive.urls import Place
from site_builder.model.assessment import Cap, Grade, LedgerLine
from site_builder.model.vocabulary import Category, SeverityLevel
from tests.builders import (
    ASSETS,
    make_assessed,
    make_assessment,
    make_catalogue,
    make_server,
    make_severity,
    make_tool,
    make_tool_assessment,
)
from tests.sample_catalogue import sample_catalogue

PLACE = Place("servers/acme-tmux/index.html")


def tools_of(**found):
    """The entries of a server with the given assessments."""
    catalogue = make_catalogue(make_server(tools=map(make_tool, found)))
    return survey(catalogue, make_assessed(catalogue, **found), ASSETS, None).servers[0].tools


def found(category, level, tokens=54):
    """An assessment of a category and a level."""
    inner = make_assessment(category, severity=make_severity(level))
    return make_tool_assessment(assessment=inner, tokens=tokens)


def test_counts_add_up_along_rows_and_columns():
    """Each row ends in its sum, and the totals are those of the columns."""
    view = matrix(
        tools_of(
            a=found(Category.READ, SeverityLevel.LOW),
            b=found(Category.READ, SeverityLevel.MEDIUM),
            c=found(Category.DESTRUCTIVE, SeverityLevel.CRITICAL),
        ),
        PLACE,
    )
    assert [("Destructive", (1, 0, 0, 0, 1)), ("Read", (0, 0, 1, 1, 2))] == [
        (row.category.word, row.counts) for row in view.rows
    ]
    assert (1, 0, 1, 1, 3) == view.totals


def test_cost_is_a_share_of_a_window():
    """3,000 tokens are 1.5% of 200,000, and the heaviest tool is named."""
    read = (Category.READ, SeverityLevel.LOW)
    view = context_cost(tools_of(a=found(*read, 1000), b=found(*read, 2000)), PLACE)
    assert view is not None
    assert ("about 3,000 tokens", "1.5%", "b") == (view.total, view.share, view.heaviest.text)


def test_server_without_tools_costs_nothing_to_show():
    """There is no heaviest of none."""
    assert context_cost((), PLACE) is None


def test_unobserved_rule_counts_for_nothing():
    """A rule without an observation adds neither points reached nor points possible."""
    ledger = (
        LedgerLine("identity", "A", 4, 8, observed=True, reason="Seen."),
        LedgerLine("identity", "B", 0, 5, observed=False, reason="Not seen."),
        LedgerLine("auth-posture", "C", 2, 2, observed=True, reason="Seen."),
    )
    view = grade_view(Grade("C", provisional=False, score=60, coverage=67, ledger=ledger, caps=()))
    assert [("Identity", "4 of 8"), ("Auth posture", "2 of 2")] == [
        (bucket.title, bucket.points) for bucket in view.buckets
    ]
    assert "6 of 10" == view.total
    assert "not observed" == view.buckets[0].rows[1].points


def test_cap_is_explained_beside_the_score():
    """A letter below its score says what holds it."""
    caps = (Cap("C5", "C", "Nobody stands behind it"),)
    view = grade_view(Grade("C", provisional=True, score=91, coverage=47, ledger=(), caps=caps))
    assert "A cap holds it at C." in view.explanation
    assert ("Held at C: Nobody stands behind it.",) == view.caps
    assert "grade C (provisional)" == view.phrase


def test_server_that_is_not_graded_has_no_letter():
    """Too little observed: no letter, and the reason."""
    view = grade_view(Grade(None, provisional=False, score=None, coverage=12, ledger=(), caps=()))
    assert "" == view.letter
    assert "Only 12%" in view.explanation


def test_legs_link_their_tools():
    """Each leg of a combination leads to the pages of its tools."""
    server = survey(*sample_catalogue(), ASSETS, None).servers[0]
    legs = combinations(server, PLACE)[0].legs
    assert [("reads", "tools/create_session.html"), ("acts", "tools/kill_session.html")] == [
        (leg.label, leg.tools[0].href) for leg in legs
    ]
