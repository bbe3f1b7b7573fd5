"""Measures the classifier against hand labels: typed values, no files."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from site_builder.model.vocabulary import Category

_DANGEROUS = frozenset({Category.EXECUTE, Category.DESTRUCTIVE, Category.FINANCIAL})
_Z = 1.959963984540054
"""The 97.5% quantile of the normal distribution: two-sided intervals of 95%."""


@dataclass(frozen=True, slots=True)
class LabelledResult:
    """One labelled tool and what the model made of it; `also_right` is as good a label."""

    server: str
    tool: str
    label: Category
    also_right: Category | None
    predicted: Category

    @property
    def is_right(self) -> bool:
        """Whether the prediction is the label."""
        return self.predicted is self.label

    @property
    def is_right_either_way(self) -> bool:
        """Whether the prediction is the label or the second defensible one."""
        return self.predicted in (self.label, self.also_right)


@dataclass(frozen=True, slots=True)
class Share:
    """`count` of `of`, with its Wilson interval; an empty share lies anywhere."""

    count: int
    of: int
    low: float
    high: float

    @property
    def value(self) -> float:
        """The share itself, 0 for an empty one."""
        return self.count / self.of if self.of else 0.0


@dataclass(frozen=True, slots=True)
class ServerAccuracy:
    """The accuracy on the tools of one server."""

    server: str
    strict: Share
    either_way: Share


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The metrics over a set of labelled tools.

    `under` are dangerous tools (Execute, Destructive, Financial) predicted Read or Write;
    `under_either_way` leaves out those where that is as good a label. `confusion` counts tools by
    (label, predicted). `worst` lists the mistakes, the most dangerous first.
    """

    accuracy: Share
    accuracy_either_way: Share
    macro_f1: float
    recall: Mapping[Category, Share]
    under: Share
    under_either_way: Share
    over: Share
    confusion: Mapping[tuple[Category, Category], int]
    servers: tuple[ServerAccuracy, ...]
    worst: tuple[LabelledResult, ...]


def evaluate(results: Iterable[LabelledResult]) -> Evaluation:
    """The metrics of `results`. Macro-F1 is the mean over the categories that are labelled."""
    rows = tuple(results)
    confusion = Counter((row.label, row.predicted) for row in rows)
    dangerous = [row for row in rows if row.label in _DANGEROUS]
    under = [row for row in dangerous if row.predicted not in _DANGEROUS]
    tame = [row for row in rows if row.label not in _DANGEROUS]
    labelled = [category for category in Category if any(row.label is category for row in rows)]
    scores = [_f1(category, rows) for category in labelled]
    return Evaluation(
        accuracy=_share([row.is_right for row in rows]),
        accuracy_either_way=_share([row.is_right_either_way for row in rows]),
        macro_f1=sum(scores) / len(scores) if scores else 0.0,
        recall={
            category: _share([row.is_right for row in rows if row.label is category])
            for category in Category
        },
        under=wilson(len(under), len(dangerous)),
        under_either_way=wilson(sum(not row.is_right_either_way for row in under), len(dangerous)),
        over=_share([row.predicted in _DANGEROUS for row in tame]),
        confusion=dict(confusion),
        servers=tuple(
            ServerAccuracy(
                server,
                _share([row.is_right for row in rows if row.server == server]),
                _share([row.is_right_either_way for row in rows if row.server == server]),
            )
            for server in sorted({row.server for row in rows})
        ),
        worst=tuple(sorted((row for row in rows if not row.is_right), key=_badness)),
    )


def wilson(count: int, of: int) -> Share:
    """`count` of `of` with the 95% score interval of E. B. Wilson (1927)."""
    if not of:
        return Share(0, 0, 0.0, 1.0)
    share = count / of
    square = _Z * _Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    half = _Z * math.sqrt(share * (1 - share) / of + square / (4 * of * of)) / (1 + square / of)
    return Share(count, of, max(0.0, middle - half), min(1.0, middle + half))


def _share(truths: list[bool]) -> Share:
    return wilson(sum(truths), len(truths))


def _f1(category: Category, rows: tuple[LabelledResult, ...]) -> float:
    hits = sum(row.label is category and row.is_right for row in rows)
    named = sum(row.label is category for row in rows) + sum(
        row.predicted is category for row in rows
    )
    return 2 * hits / named if named else 0.0


def _badness(row: LabelledResult) -> tuple[bool, int, str, str]:
    """Wrong both ways first, then by how many ranks the prediction falls short, then by name."""
    return (row.is_right_either_way, row.predicted.rank - row.label.rank, row.server, row.tool)
