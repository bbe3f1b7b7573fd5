"""What a server can do and how far it can be trusted: matrix, combinations, cost and grade."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from site_builder.derive.context import ServerEntry, ToolEntry
from site_builder.derive.marks import Mark, category_mark, severity_mark
from site_builder.derive.urls import Link, Place, tool_path
from site_builder.derive.wording import counted, sentence
from site_builder.model.assessment import Grade, LedgerLine
from site_builder.model.visible import visible
from site_builder.model.vocabulary import Category, SeverityLevel

_WINDOW = 200_000


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """The tools of one category, counted by severity; the last count is their sum."""

    category: Mark
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """Categories by severity: every count comes from the records, and rows and columns add up."""

    levels: tuple[Mark, ...]
    rows: tuple[MatrixRow, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CostView:
    """What the definitions of a server cost in a context window."""

    total: str
    share: str
    heaviest: Link
    heaviest_tokens: str


@dataclass(frozen=True, slots=True)
class Leg:
    """One part of a combination, and the tools that fill it."""

    label: str
    tools: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class CombinationRow:
    """A dangerous combination of tools inside one server."""

    code: str
    title: str
    why: str
    legs: tuple[Leg, ...]


@dataclass(frozen=True, slots=True)
class GradeRow:
    """A rule of the grade. `points` is "not observed" where nothing could be seen."""

    rule: str
    points: str
    reason: str


@dataclass(frozen=True, slots=True)
class Bucket:
    """The rules of one part of the grade, and what the observed ones add up to."""

    title: str
    rows: tuple[GradeRow, ...]
    points: str


@dataclass(frozen=True, slots=True)
class GradeView:
    """A grade with its arithmetic. `letter` is "" where the server is not graded."""

    letter: str
    phrase: str
    explanation: str
    buckets: tuple[Bucket, ...]
    total: str
    caps: tuple[str, ...]


def matrix(tools: Sequence[ToolEntry], place: Place) -> Matrix:
    """`tools` counted by category and severity; categories without tools are left out."""
    levels = tuple(reversed(SeverityLevel))
    rows = []
    for category in reversed(Category):
        counts = [
            sum(e.category is category and e.level is level for e in tools) for level in levels
        ]
        if any(counts):
            rows.append(MatrixRow(category_mark(category, place), (*counts, sum(counts))))
    by_level = [sum(e.level is level for e in tools) for level in levels]
    return Matrix(
        levels=tuple(severity_mark(level, place) for level in levels),
        rows=tuple(rows),
        totals=(*by_level, len(tools)),
    )


def context_cost(tools: Sequence[ToolEntry], place: Place) -> CostView | None:
    """The tokens that the definitions of `tools` take up; None without tools."""
    if not tools:
        return None
    total = sum(entry.assessed.tokens for entry in tools)
    heaviest = max(tools, key=lambda entry: entry.assessed.tokens)
    return CostView(
        total=f"about {counted(total, 'token')}",
        share=f"{100 * total / _WINDOW:.1f}%",
        heaviest=_link(heaviest, place),
        heaviest_tokens=f"about {counted(heaviest.assessed.tokens, 'token')}",
    )


def combinations(entry: ServerEntry, place: Place) -> tuple[CombinationRow, ...]:
    """The dangerous combinations of a server, each leg with links to its tools."""
    by_name = {tool.name: tool for tool in entry.tools}
    return tuple(
        CombinationRow(
            code=one.code,
            title=one.title,
            why=sentence(one.why),
            legs=tuple(
                Leg(label, tuple(_link(by_name[name], place) for name in names if name in by_name))
                for label, names in one.legs
            ),
        )
        for one in entry.assessed.combinations
    )


def grade_view(grade: Grade) -> GradeView:
    """`grade` with its ledger by bucket, in the order of its lines."""
    if grade.letter is None:
        phrase = "not graded"
        explanation = (
            f"Only {grade.coverage}% of the points could be observed; under 40% no grade is given."
        )
    else:
        phrase = f"grade {grade.letter}{' (provisional)' if grade.provisional else ''}"
        explanation = (
            f"{grade.score} of 100 of what could be observed, which is {grade.coverage}% of the "
            "points."
        )
        if grade.provisional:
            explanation += " Under 60%, so the grade is provisional."
        if grade.caps:
            explanation += f" A cap holds it at {grade.letter}."
    buckets = tuple(
        _bucket(title, list(lines))
        for title, lines in groupby(grade.ledger, key=lambda line: line.bucket)
    )
    observed = [line for line in grade.ledger if line.observed]
    return GradeView(
        letter=grade.letter or "",
        phrase=phrase,
        explanation=explanation,
        buckets=buckets,
        total=f"{sum(line.points for line in observed)} of {sum(line.of for line in observed)}",
        caps=tuple(f"Held at {cap.grade}: {sentence(visible(cap.reason))}" for cap in grade.caps),
    )


def _bucket(title: str, lines: Sequence[LedgerLine]) -> Bucket:
    observed = [line for line in lines if line.observed]
    return Bucket(
        title=title.replace("-", " ").capitalize(),
        rows=tuple(
            GradeRow(
                line.rule,
                f"{line.points} of {line.of}" if line.observed else "not observed",
                sentence(visible(line.reason)),
            )
            for line in lines
        ),
        points=f"{sum(line.points for line in observed)} of {sum(line.of for line in observed)}",
    )


def _link(entry: ToolEntry, place: Place) -> Link:
    return Link(entry.name, place.to(tool_path(entry.server.slug, entry.tool.stem)))
