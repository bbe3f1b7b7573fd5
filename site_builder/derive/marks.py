"""The marks of a page: a word with a shape of its own, never a colour alone."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.derive.urls import Place, category_path, severity_path
from site_builder.derive.wording import CATEGORY_WORDS, SEVERITY_WORDS, STATUS_WORDS
from site_builder.model.vocabulary import Category, SeverityLevel, Status, Verdict
from site_builder.policy import words


@dataclass(frozen=True, slots=True)
class Mark:
    """A value of a closed vocabulary: `kind` and `value` choose the shape, `word` is read."""

    kind: str
    value: str
    word: str
    href: str | None = None


def category_mark(category: Category, place: Place | None = None) -> Mark:
    """The mark of a category, linked to its page where a `place` to link from is given."""
    href = place.to(category_path(category)) if place else None
    return Mark("category", category.value, CATEGORY_WORDS[category], href)


def severity_mark(level: SeverityLevel, place: Place | None = None) -> Mark:
    """The mark of a severity level, linked to its page where a `place` is given."""
    href = place.to(severity_path(level)) if place else None
    return Mark("severity", level.value, SEVERITY_WORDS[level], href)


def verdict_mark(verdict: Verdict) -> Mark:
    """The mark of a verdict."""
    return Mark("verdict", verdict.value, words.label(verdict))


def status_mark(status: Status) -> Mark:
    """The mark of a record's status."""
    return Mark("status", status.value, STATUS_WORDS[status])
