"""Why a tool needs a policy: quotes, signals, the severity ledger, and its annotations."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import JsonValue

from site_builder.derive.context import ToolEntry
from site_builder.derive.marks import Mark, category_mark, severity_mark
from site_builder.derive.urls import Place
from site_builder.derive.wording import CATEGORY_WORDS, SEVERITY_WORDS
from site_builder.model.assessment import Severity, Signal
from site_builder.model.parameters import compact_json
from site_builder.model.vocabulary import SeverityLevel

_BANDS = {
    SeverityLevel.LOW: "up to 3 points",
    SeverityLevel.MEDIUM: "4 to 6 points",
    SeverityLevel.HIGH: "7 to 9 points",
    SeverityLevel.CRITICAL: "10 points or more",
}
# MCP 2025-11-25, ToolAnnotations: what a client assumes where a hint is absent.
_HINTS = (
    ("readOnlyHint", "false"),
    ("destructiveHint", "true"),
    ("idempotentHint", "false"),
    ("openWorldHint", "true"),
)


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of the server, and the JSON pointer where they stand in its definition."""

    text: str
    pointer: str


@dataclass(frozen=True, slots=True)
class SignalRow:
    """A signal that spoke for a category, with its weight and the quote that set it off."""

    signal: str
    rule: str
    says: str
    category: Mark
    weight: int
    quote: Quote | None


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """A factor of the severity: its points and their reason."""

    label: str
    points: str
    reason: str
    rule: str
    note: str


@dataclass(frozen=True, slots=True)
class BoundRow:
    """A floor or ceiling that moved the level."""

    level: Mark
    reason: str
    rule: str


@dataclass(frozen=True, slots=True)
class Ledger:
    """The arithmetic of a severity: rows, their total, the band, and what moved the level."""

    rows: tuple[LedgerRow, ...]
    total: int
    band: str
    band_level: str
    bounds: tuple[BoundRow, ...]
    level: Mark


@dataclass(frozen=True, slots=True)
class HintRow:
    """What a definition says of one hint; `stated` is "" where it says nothing."""

    name: str
    stated: str
    default: str


@dataclass(frozen=True, slots=True)
class Reasons:
    """The section "Why it needs a policy". `why` is our own Markdown, "" where there is none."""

    why: str
    generated: str
    quotes: tuple[Quote, ...]
    signals: tuple[SignalRow, ...]
    category: Mark
    computed_category: Mark | None
    category_why: str
    confidence: str
    ledger: Ledger
    hints: tuple[HintRow, ...]
    contradictions: tuple[str, ...]


def reasons(entry: ToolEntry, place: Place) -> Reasons:
    """The reasons for what the page of `entry` says, linked from `place`."""
    record, assessment = entry.tool.record, entry.assessed.assessment
    overridden = assessment.computed_category is not assessment.category
    annotations = record.tool.annotations or {}
    return Reasons(
        why=record.assessment.why or "",
        generated="" if record.assessment.why else _generated_why(entry),
        quotes=_quotes(entry),
        signals=tuple(_signal_row(signal) for signal in assessment.signals),
        category=category_mark(assessment.category, place),
        computed_category=category_mark(assessment.computed_category, place)
        if overridden
        else None,
        category_why=assessment.category_why,
        confidence=f"{assessment.confidence:.2f}",
        ledger=_ledger(assessment.severity, place),
        hints=tuple(
            HintRow(name, _stated(annotations, name), default) for name, default in _HINTS
        ),
        contradictions=tuple(one.says for one in assessment.contradictions),
    )


def _generated_why(entry: ToolEntry) -> str:
    """One paragraph from the heaviest factors, for a record without a text of its own."""
    severity = entry.assessed.assessment.severity
    level, category = SEVERITY_WORDS[severity.level].lower(), CATEGORY_WORDS[entry.category]
    return (
        f"The rules place this tool in the category {category}, with {level} severity. Nobody "
        "has written about it yet: what follows is what they went by."
    )


def _quotes(entry: ToolEntry) -> tuple[Quote, ...]:
    """The record's own quotes; where it has none, those of the signals, each once."""
    chosen = [Quote(one.quote, one.pointer) for one in entry.tool.record.assessment.evidence]
    if not chosen:
        chosen = [
            Quote(signal.quote, signal.pointer)
            for signal in entry.assessed.assessment.signals
            if signal.quote and signal.pointer.startswith("/description")
        ]
    return tuple(dict.fromkeys(chosen))


def _signal_row(signal: Signal) -> SignalRow:
    return SignalRow(
        signal=signal.signal,
        rule=signal.rule,
        says=signal.says,
        category=category_mark(signal.category),
        weight=signal.weight,
        quote=Quote(signal.quote, signal.pointer) if signal.quote else None,
    )


def _ledger(severity: Severity, place: Place) -> Ledger:
    rows = []
    for factor in severity.factors:
        notes = ["unknown, counted at its middle"] if factor.unknown else []
        if factor.computed == factor.points:
            notes.append("confirmed by a reviewer")
        elif factor.computed is not None:
            notes.append(f"set in the record, the rules say {_points(factor.computed)}")
        rows.append(
            LedgerRow(
                factor.label, _points(factor.points), factor.reason, factor.rule, "; ".join(notes)
            )
        )
    band = band_of(severity.total)
    return Ledger(
        rows=tuple(rows),
        total=severity.total,
        band=_BANDS[band],
        band_level=SEVERITY_WORDS[band].lower(),
        bounds=tuple(
            BoundRow(severity_mark(bound.level), bound.reason, bound.rule)
            for bound in severity.bounds
        ),
        level=severity_mark(severity.level, place),
    )


def band_of(total: int) -> SeverityLevel:
    """The level that `total` points alone would give, before any floor or ceiling."""
    if total >= 10:  # noqa: PLR2004 - the bands are these numbers
        return SeverityLevel.CRITICAL
    if total >= 7:  # noqa: PLR2004
        return SeverityLevel.HIGH
    return SeverityLevel.MEDIUM if total >= 4 else SeverityLevel.LOW  # noqa: PLR2004


def bands() -> tuple[tuple[SeverityLevel, str], ...]:
    """Each level with its band in words, from the gravest."""
    return tuple((level, _BANDS[level]) for level in reversed(SeverityLevel))


def _points(points: int) -> str:
    return f"\N{MINUS SIGN}{-points}" if points < 0 else str(points)


def _stated(annotations: dict[str, JsonValue], name: str) -> str:
    return compact_json(annotations[name]) if name in annotations else ""
