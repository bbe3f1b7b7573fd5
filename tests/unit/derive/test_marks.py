"""Tests of `site_builder.derive.marks`."""

from __future__ import annotations

import pytest

from site_builder.derive import marks
from site_builder.derive.urls import Place
from site_builder.model.vocabulary import Category, SeverityLevel, Status, Verdict


@pytest.mark.parametrize(
    ("vocabulary", "mark"),
    [
        (Category, marks.category_mark),
        (SeverityLevel, marks.severity_mark),
        (Verdict, marks.verdict_mark),
        (Status, marks.status_mark),
    ],
)
def test_every_value_has_a_word(vocabulary, mark):
    """No value is told by its shape or colour alone, and no two share a word."""
    words = [mark(value).word for value in vocabulary]
    assert all(words)
    assert len(set(words)) == len(words)


def test_mark_is_linked_from_a_place():
    """A category leads to its page where it is known from where."""
    assert "../categories/read.html" == marks.category_mark(Category.READ, Place("a/b.html")).href
    assert marks.category_mark(Category.READ).href is None
