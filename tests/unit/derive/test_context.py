"""Tests of `site_builder.derive.context`."""

from __future__ import annotations

from site_builder.derive.context import survey
from site_builder.model.assessment import AttackMatch
from site_builder.model.records import Review
from site_builder.model.vocabulary import Category, SeverityLevel, Status
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

WITHDRAWN = Review(status=Status.WITHDRAWN)


def found(level, total, category=Category.DESTRUCTIVE, attacks=()):
    """An assessment with a severity."""
    inner = make_assessment(category, severity=make_severity(level, total))
    return make_tool_assessment(assessment=inner, attacks=attacks)


def names(entries):
    """The tool names of entries."""
    return [entry.name for entry in entries]


def test_riskiest_comes_first():
    """Level, then points, then category, then name decide."""
    assessments = {
        "a": found(SeverityLevel.LOW, 2),
        "b": found(SeverityLevel.CRITICAL, 10),
        "c": found(SeverityLevel.CRITICAL, 12),
        "d": found(SeverityLevel.LOW, 2),
        "e": found(SeverityLevel.LOW, 2, Category.FINANCIAL),
    }
    catalogue = make_catalogue(make_server(tools=map(make_tool, "edcba")))
    context = survey(catalogue, make_assessed(catalogue, **assessments), ASSETS, None)
    assert ["c", "b", "e", "a", "d"] == names(context.servers[0].riskiest)
    assert ["c", "b"] == names(context.by_severity[SeverityLevel.CRITICAL])


def test_lists_hold_every_listed_tool_once():
    """Counts by category and by severity both add up to the number of tools."""
    catalogue = make_catalogue(
        make_server(tools=[make_tool("b"), make_tool("a"), make_tool("gone", review=WITHDRAWN)]),
        make_server("other", tools=[make_tool("A")]),
        make_server("past", tools=[make_tool("x")], review=WITHDRAWN),
    )
    context = survey(catalogue, make_assessed(catalogue), ASSETS, None)
    assert ["A", "a", "b"] == names(context.tools)
    assert 3 == sum(map(len, context.by_category.values()))
    assert 3 == sum(map(len, context.by_severity.values()))


def test_withdrawn_tool_has_no_policy():
    """A merged block denies a withdrawn tool, since it names no rule for it."""
    catalogue = make_catalogue(
        make_server(tools=[make_tool("a"), make_tool("b", review=WITHDRAWN)])
    )
    server = survey(catalogue, make_assessed(catalogue), ASSETS, None).servers[0]
    assert ["a"] == list(server.policies)
    assert ["a", "b"] == names(server.tools)


def test_attack_lists_its_tools():
    """Every attack has a list, empty where it fits nothing."""
    attacks = (AttackMatch("over-reach", "because"),)
    catalogue = make_catalogue(make_server(tools=[make_tool("a"), make_tool("b")]))
    assessed = make_assessed(catalogue, a=found(SeverityLevel.LOW, 1, attacks=attacks))
    context = survey(catalogue, assessed, ASSETS, None)
    assert {"over-reach": ["a"]} == {k: names(v) for k, v in context.by_attack.items()}


def test_given_base_url_replaces_that_of_the_site():
    """The command line wins over site.yaml."""
    catalogue = make_catalogue(site={"base_url": "https://a.example/"})
    assessed = make_assessed(catalogue)
    assert "https://a.example/" == survey(catalogue, assessed, ASSETS, None).urls.base_url
    assert (
        "https://b.example/"
        == survey(catalogue, assessed, ASSETS, "https://b.example/").urls.base_url
    )
