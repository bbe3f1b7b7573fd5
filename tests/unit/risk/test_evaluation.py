"""The metrics, on numbers worked out by hand."""

import pytest

from site_builder.model.vocabulary import Category
from site_builder.risk.evaluation import LabelledResult, evaluate, wilson

R, W, X, D, F = Category


def row(label, predicted, also_right=None, server="a", tool="t"):
    """A labelled result."""
    return LabelledResult(server, tool, label, also_right, predicted)


def test_wilson_interval():
    """8 of 10: the textbook interval is 0.490 to 0.943."""
    share = wilson(8, 10)
    assert (0.4902, 0.9433) == (round(share.low, 4), round(share.high, 4))
    assert 0.8 == share.value


def test_wilson_of_nothing():
    """Nothing seen says nothing."""
    nothing = wilson(0, 0)
    assert (0, 0, 0.0, 1.0) == (nothing.count, nothing.of, nothing.low, nothing.high)


def test_metrics():
    """Two of four right, three with the second label; one of two dangerous tools missed."""
    found = evaluate([row(R, R), row(D, W, W), row(X, X), row(W, X)])
    assert (2, 4) == (found.accuracy.count, found.accuracy.of)
    assert 3 == found.accuracy_either_way.count
    assert (1, 2) == (found.under.count, found.under.of)
    assert 0 == found.under_either_way.count
    assert (1, 2) == (found.over.count, found.over.of)
    assert {(R, R): 1, (D, W): 1, (X, X): 1, (W, X): 1} == found.confusion
    assert 0 == found.recall[D].count
    assert found.macro_f1 == pytest.approx((1 + 0 + 2 / 3 + 0) / 4)


def test_worst_first():
    """A mistake that no label excuses stands before one that does; the largest fall first."""
    found = evaluate(
        [row(W, X, tool="over"), row(F, R, tool="fall"), row(D, R, R, tool="excused")]
    )
    assert ["fall", "over", "excused"] == [result.tool for result in found.worst]


def test_servers_are_listed_by_name():
    """Cross-validation by server needs each server's own share."""
    found = evaluate([row(R, R, server="b"), row(R, W, server="a")])
    assert [("a", 0), ("b", 1)] == [(one.server, one.strict.count) for one in found.servers]


def test_no_rows():
    """Nothing labelled is no error."""
    assert 0.0 == evaluate([]).macro_f1
