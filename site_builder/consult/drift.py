"""Compares two states of a catalogue: what servers changed, and what came of it.

The gravest change of a tool gives its class; a change of the outcome that the definition does not
explain is no drift of the server, and has a class of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from site_builder.consult.definition_change import DriftClass, changes_of
from site_builder.derive.context import Context, ServerEntry, ToolEntry
from site_builder.model.assessment import Grade, Severity


@dataclass(frozen=True, slots=True)
class Move:
    """A value that is another now."""

    what: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Drift:
    """The change of one tool, or of a server as a whole where `tool` is "".

    `details` name what changed, gravest first; `moves` what is made of it.
    """

    server: str
    tool: str
    kind: DriftClass
    details: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class StaleReview:
    """A record whose definition is not the one that its review looked at."""

    server: str
    tool: str
    path: str
    reviewed: str
    current: str


def stale_reviews(context: Context) -> tuple[StaleReview, ...]:
    """The records whose definition no longer matches the pin of their review."""
    return tuple(
        StaleReview(
            server.server.slug,
            entry.name,
            entry.tool.path,
            entry.tool.record.review.definition or "",
            entry.assessed.pin,
        )
        for server in context.servers
        for entry in server.tools
        if entry.drifted
    )


def drift(old: Context, new: Context) -> tuple[Drift, ...]:
    """What changed from `old` to `new`, by server and tool; both assessed under the same rules."""
    olds = {entry.server.slug: entry for entry in old.servers}
    news = {entry.server.slug: entry for entry in new.servers}
    found: list[Drift] = []
    for slug in sorted(olds.keys() | news.keys()):
        if slug not in news:
            found.append(Drift(slug, "", DriftClass.REMOVED_SERVER, _tools(olds[slug])))
        elif slug not in olds:
            found.append(Drift(slug, "", DriftClass.NEW_SERVER, _tools(news[slug])))
        else:
            found += _server_drift(olds[slug], news[slug])
    return tuple(found)


def _tools(entry: ServerEntry) -> tuple[str, ...]:
    count = len(entry.tools)
    return (f"{count:,} tool{'' if count == 1 else 's'}",)


def _server_drift(old: ServerEntry, new: ServerEntry) -> Iterator[Drift]:
    slug = new.server.slug
    before, after = old.server.record.server, new.server.record.server
    details = ("instructions changed",) if before.instructions != after.instructions else ()
    moves = tuple(
        moved("grade", shown_grade(old.assessed.grade), shown_grade(new.assessed.grade))
        + moved("exposure", f"E{old.assessed.exposure}", f"E{new.assessed.exposure}")
    )
    if details or moves:
        kind = DriftClass.TEXT if details else DriftClass.ASSESSMENT
        yield Drift(slug, "", kind, details, moves)
    olds = {entry.name: entry for entry in old.tools}
    news = {entry.name: entry for entry in new.tools}
    for name in sorted(olds.keys() | news.keys()):
        if name not in news:
            yield Drift(slug, name, DriftClass.REMOVED_TOOL)
        elif name not in olds:
            yield Drift(slug, name, DriftClass.NEW_TOOL, (_standing(news[name]),))
        else:
            yield from _tool_drift(slug, olds[name], news[name])


def _tool_drift(slug: str, old: ToolEntry, new: ToolEntry) -> Iterator[Drift]:
    changes = changes_of(old.tool.record.tool, new.tool.record.tool)
    before, after = old.assessed.assessment, new.assessed.assessment
    assessed = moved("category", before.category, after.category) + moved(
        "severity", shown_severity(before.severity), shown_severity(after.severity)
    )
    verdicts = (old.recommendation.policy.verdict, new.recommendation.policy.verdict)
    moves = tuple(assessed + moved("verdict", *verdicts))
    if not changes and not moves:
        return
    kind = changes[0][0] if changes else DriftClass.ASSESSMENT
    outcome = (before.category, before.severity.level) != (after.category, after.severity.level)
    if changes and outcome:
        kind = DriftClass.CAPABILITY
    yield Drift(slug, new.name, kind, tuple(words for _, words in changes), moves)


def moved(what: str, old: str, new: str) -> list[Move]:
    """The move of one value; nothing where it stands still."""
    return [Move(what, str(old), str(new))] if old != new else []


def shown_severity(severity: Severity) -> str:
    """A severity in two words: `high, 9`."""
    return f"{severity.level}, {severity.total}"


def shown_grade(grade: Grade) -> str:
    """A grade in a word or two."""
    if grade.letter is None:
        return "not graded"
    return f"{grade.letter}, provisional" if grade.provisional else grade.letter


def _standing(entry: ToolEntry) -> str:
    assessment = entry.assessed.assessment
    return f"{assessment.category}, {shown_severity(assessment.severity)}"
