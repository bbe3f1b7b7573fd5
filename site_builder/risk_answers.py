"""What `classify` and `diff` answer, for people and for scripts.

Everything that is echoed may be a stranger's text: each line goes through `_line`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from site_builder.answers import document
from site_builder.console import safe
from site_builder.model.vocabulary import Category

if TYPE_CHECKING:  # a command loads only what it needs
    from site_builder.consult.classify import Classified
    from site_builder.consult.drift import Drift, Move, StaleReview
    from site_builder.consult.measure import Measured
    from site_builder.consult.rule_change import RuleChange
    from site_builder.model.assessment import Severity
    from site_builder.risk.evaluation import LabelledResult, Share

_MAX_LINE = 240
_WORST = 20


def classified_text(classified: Iterable[Classified]) -> str:
    """A paragraph a tool: what it is, what that costs point by point, and what says so."""
    return "\n".join("".join(_paragraph(one)) for one in classified)


def classified_json(classified: Iterable[Classified], rules_version: int) -> str:
    """The whole assessment of each tool."""
    tools = [
        {
            "name": one.definition.name,
            "pin": one.pin,
            "tokens": one.tokens,
            **asdict(one.assessment),
        }
        for one in classified
    ]
    return document({"rules_version": rules_version, "tools": tools})


def measured_text(measured: Measured) -> str:
    """The metrics, the confusion table, the servers and the worst mistakes."""
    return "".join(_measurement(measured))


def measured_json(measured: Measured) -> str:
    """The metrics with their intervals, and every mistake."""
    return document(_measured(measured))


def stale_text(stale: Iterable[StaleReview]) -> str:
    """One line a record whose review is of another definition."""
    return "".join(
        _line(f"{one.path}: {one.tool} is {one.current}, the review looked at {one.reviewed}")
        for one in stale
    )


def stale_json(stale: Iterable[StaleReview]) -> str:
    """The records whose review is of another definition."""
    return document({"drifted": [asdict(one) for one in stale]})


def drift_text(drifts: Iterable[Drift]) -> str:
    """One line a tool or server that changed; under it what changed and what came of it."""
    return "".join(
        _line(f"{one.kind}  {_named(one.server, one.tool)}")
        + "".join(_line(words, 4) for words in one.details)
        + _moves(one.moves)
        for one in drifts
    )


def drift_line(drifts: Sequence[Drift]) -> str:
    """How many changes there are of each class."""
    counts = Counter(one.kind.value for one in drifts)
    return ", ".join(f"{count:,} {kind}" for kind, count in counts.items()) or "nothing changed"


def drift_json(drifts: Iterable[Drift]) -> str:
    """What changed, by server and tool."""
    changes = [{"class": one.kind.value, **asdict(one)} for one in drifts]
    for change in changes:
        del change["kind"]
    return document({"changes": changes})


def rule_change_text(change: RuleChange) -> str:
    """The records that move, then the metrics before and after."""
    text = "".join(
        _line(_named(record.server, record.tool)) + _moves(record.moves)
        for record in change.records
    )
    return text + "".join(_before_and_after(change))


def rule_change_line(change: RuleChange) -> str:
    """How many records move, and which recall falls."""
    line = f"{len(change.records):,} of {change.compared:,} tools and their servers move"
    fallen = [category.title() for category in change.fallen]
    return f"{line}; recall falls: {', '.join(fallen)}" if fallen else line


def rule_change_json(change: RuleChange) -> str:
    """The records that move, and both sets of metrics where there are labels."""
    return document(
        {
            "compared": change.compared,
            "records": [asdict(record) for record in change.records],
            "before": _measured(change.before) if change.before else None,
            "after": _measured(change.after) if change.after else None,
            "recall_falls": [category.value for category in change.fallen],
        }
    )


def _paragraph(one: Classified) -> Iterator[str]:
    found = one.assessment
    yield _line(one.definition.name)
    yield _line(_headline(one), 2)
    if found.category is not found.computed_category:
        yield _line(f"the rules say {found.computed_category}: {found.category_why}", 2)
    yield from _ledger(found.severity)
    yield from _listed("signals", (_signal(s.says, s.quote, s.pointer) for s in found.signals))
    yield from _listed(
        "parameters", (f"{p.parameter} ({p.kind}): {p.reason}" for p in found.parameters)
    )
    yield from _listed(
        "cases", (f"{case.parameter} = {case.value}: {case.category}" for case in found.cases)
    )
    yield from _listed(
        "contradictions", (f"{one.code}: {one.says}" for one in found.contradictions)
    )


def _headline(one: Classified) -> str:
    found = one.assessment
    others = [c.value for c in found.capabilities if c is not found.category]
    also = f" (also {', '.join(others)})" if others else ""
    review = ", needs review" if found.needs_review else ""
    return (
        f"{found.category}{also}, {found.severity.level} severity, "
        f"confidence {found.confidence:.2f}{review}, about {one.tokens:,} tokens"
    )


def _ledger(severity: Severity) -> Iterator[str]:
    yield _line(f"severity: {severity.total} points", 2)
    for factor in severity.factors:
        unknown = " (unknown, the middle value)" if factor.unknown else ""
        ours = factor.computed not in (None, factor.points)
        computed = f" (the rules say {factor.computed:+d})" if ours else ""
        notes = f"{unknown}{computed}"
        yield _line(f"{factor.points:+d} {factor.label}{notes}: {factor.reason}", 4)
    for bound in severity.bounds:
        yield _line(f"held at {bound.level} by {bound.rule}: {bound.reason}", 4)


def _signal(says: str, quote: str, pointer: str) -> str:
    place = f"  [{pointer}: {quote!r}]" if quote else f"  [{pointer}]" if pointer else ""
    return says + place


def _listed(title: str, items: Iterable[str]) -> Iterator[str]:
    lines = [_line(item, 4) for item in items]
    if lines:
        yield _line(f"{title}:", 2)
        yield from lines


def _measurement(measured: Measured) -> Iterator[str]:
    found = measured.evaluation
    servers = len(found.servers)
    yield f"{found.accuracy.of:,} tools of {servers:,} servers, "
    yield f"rules version {measured.rules_version}\n\n"
    yield _row("", "strictly", "counting alt_label")
    yield _row("accuracy", _share(found.accuracy), _share(found.accuracy_either_way))
    yield _row("macro-F1", f"{found.macro_f1:.3f}", f"{measured.macro_f1_either_way:.3f}")
    for category in Category:
        either_way = _share(measured.recall_either_way[category])
        yield _row(f"recall {category}", _share(found.recall[category]), either_way)
    yield _row("under-classified", _share(found.under), _share(found.under_either_way))
    yield _row("over-classified", _share(found.over), "")
    yield _row("silent reads", f"{len(measured.silent_reads)}", "")
    yield "\nlabelled as (down), predicted as (across):\n"
    yield "".join(f"{name:>14}" for name in ("", *Category)).rstrip() + "\n"
    for label in Category:
        counts = [found.confusion.get((label, predicted), 0) for predicted in Category]
        yield f"{label:>14}" + "".join(f"{count:>14,}" for count in counts) + "\n"
    yield "\nservers:\n"
    for server in found.servers:
        yield _line(
            f"{server.strict.count:>4} of {server.strict.of:<4} "
            f"({server.either_way.count} counting alt_label)  {server.server}"
        )
    yield f"\nmistakes: {len(found.worst):,}\n"
    for mistake in found.worst[:_WORST]:
        yield _line(_mistake(mistake), 2)


def _before_and_after(change: RuleChange) -> Iterator[str]:
    if change.before is None or change.after is None:
        return
    before, after = change.before.evaluation, change.after.evaluation
    yield _row("", "before", "after")
    yield _row("accuracy", _share(before.accuracy), _share(after.accuracy))
    yield _row(
        "with alt_label", _share(before.accuracy_either_way), _share(after.accuracy_either_way)
    )
    yield _row("macro-F1", f"{before.macro_f1:.3f}", f"{after.macro_f1:.3f}")
    for category in Category:
        old, new = before.recall[category], after.recall[category]
        yield _row(f"recall {category}", _share(old), _share(new))
    yield _row("under-classified", _share(before.under), _share(after.under))


def _mistake(row: LabelledResult) -> str:
    also = f" (or {row.also_right})" if row.also_right else ""
    return f"{row.server} {row.tool}: labelled {row.label}{also}, predicted {row.predicted}"


def _row(name: str, first: str, second: str) -> str:
    return f"{name:<20}{first:<34}{second}".rstrip() + "\n"


def _share(share: Share) -> str:
    """A share as people read it, with its 95% interval: `8/10 80.0% (49.0-94.3)`."""
    bounds = f"({100 * share.low:.1f}-{100 * share.high:.1f})"
    return f"{share.count}/{share.of} {100 * share.value:.1f}% {bounds}"


def _measured(measured: Measured) -> dict[str, object]:
    found = measured.evaluation
    return {
        "rules_version": measured.rules_version,
        "tools": found.accuracy.of,
        "accuracy": _share_json(found.accuracy),
        "accuracy_either_way": _share_json(found.accuracy_either_way),
        "macro_f1": round(found.macro_f1, 4),
        "macro_f1_either_way": round(measured.macro_f1_either_way, 4),
        "recall": _shares_json(found.recall),
        "recall_either_way": _shares_json(measured.recall_either_way),
        "under_classified": _share_json(found.under),
        "under_classified_either_way": _share_json(found.under_either_way),
        "over_classified": _share_json(found.over),
        "silent_reads": [asdict(row) for row in measured.silent_reads],
        "confusion": {
            label: {
                predicted: found.confusion.get((label, predicted), 0) for predicted in Category
            }
            for label in Category
        },
        "servers": [
            {
                "server": one.server,
                "tools": one.strict.of,
                "right": one.strict.count,
                "right_either_way": one.either_way.count,
            }
            for one in found.servers
        ],
        "mistakes": [asdict(row) for row in found.worst],
    }


def _shares_json(shares: Mapping[Category, Share]) -> dict[str, object]:
    return {category: _share_json(share) for category, share in shares.items()}


def _share_json(share: Share) -> dict[str, object]:
    return {
        "count": share.count,
        "of": share.of,
        "value": round(share.value, 4),
        "low": round(share.low, 4),
        "high": round(share.high, 4),
    }


def _moves(moves: Iterable[Move]) -> str:
    return "".join(_line(f"{one.what}: {one.old} \u2192 {one.new}", 4) for one in moves)


def _named(server: str, tool: str) -> str:
    return f"{server} {tool}" if tool else server


def _line(text: str, indent: int = 0) -> str:
    """`text` as one line that no terminal acts on, cut where it would bury the others."""
    shown = safe(text)
    if len(shown) > _MAX_LINE:
        shown = f"{shown[: _MAX_LINE - 1]}\u2026"
    return f"{' ' * indent}{shown}\n"
