"""Shows what another rule file would change: every record that moves, and the metrics."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from site_builder.consult.drift import Move, moved, shown_grade, shown_severity
from site_builder.consult.labels import LabelledTool
from site_builder.consult.measure import DANGEROUS, Measured, measure
from site_builder.derive.context import Context, ServerEntry, ToolEntry, survey
from site_builder.model.catalogue import Catalogue
from site_builder.model.vocabulary import Category
from site_builder.risk.assess import assess
from site_builder.risk.compiled import CompiledRules


@dataclass(frozen=True, slots=True)
class MovedRecord:
    """A record that another rule file assesses differently; `tool` is "" for a server."""

    server: str
    tool: str
    path: str
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class RuleChange:
    """What a change of the rules does to a catalogue and, if there are labels, to the metrics.

    `compared` counts the tools that were assessed twice.
    """

    compared: int
    records: tuple[MovedRecord, ...]
    before: Measured | None
    after: Measured | None

    @property
    def fallen(self) -> tuple[Category, ...]:
        """The dangerous categories of which fewer tools are recognised than before."""
        if self.before is None or self.after is None:
            return ()
        old, new = self.before.evaluation.recall, self.after.evaluation.recall
        return tuple(c for c in DANGEROUS if new[c].count < old[c].count)


def compare_rules(
    catalogue: Catalogue,
    old: CompiledRules,
    new: CompiledRules,
    labelled: tuple[LabelledTool, ...] = (),
) -> RuleChange:
    """What `new` changes against `old`; the metrics are None where nothing is labelled."""
    before, after = (survey(catalogue, assess(catalogue, one), {}, None) for one in (old, new))
    return RuleChange(
        compared=sum(len(server.tools) for server in before.servers),
        records=tuple(_moved_records(before, after)),
        before=measure(labelled, old) if labelled else None,
        after=measure(labelled, new) if labelled else None,
    )


def _moved_records(old: Context, new: Context) -> Iterator[MovedRecord]:
    for before, after in zip(old.servers, new.servers, strict=True):
        slug = before.server.slug
        moves = tuple(_server_moves(before, after))
        if moves:
            yield MovedRecord(slug, "", before.server.path, moves)
        for one, other in zip(before.tools, after.tools, strict=True):
            moves = tuple(_tool_moves(one, other))
            if moves:
                yield MovedRecord(slug, one.name, one.tool.path, moves)


def _server_moves(old: ServerEntry, new: ServerEntry) -> Iterator[Move]:
    before, after = old.assessed, new.assessed
    yield from moved("grade", shown_grade(before.grade), shown_grade(after.grade))
    yield from moved("exposure", f"E{before.exposure}", f"E{after.exposure}")
    yield from _comings_and_goings(
        "combination",
        [one.code for one in before.combinations],
        [one.code for one in after.combinations],
    )


def _tool_moves(old: ToolEntry, new: ToolEntry) -> Iterator[Move]:
    before, after = old.assessed.assessment, new.assessed.assessment
    yield from moved("category", before.category, after.category)
    yield from moved("severity", shown_severity(before.severity), shown_severity(after.severity))
    verdicts = (old.recommendation.policy.verdict, new.recommendation.policy.verdict)
    yield from moved("verdict", *verdicts)
    yield from moved("needs review", _yes(before.needs_review), _yes(after.needs_review))
    yield from _comings_and_goings(
        "attack",
        [match.attack for match in old.assessed.attacks],
        [match.attack for match in new.assessed.attacks],
    )


def _comings_and_goings(what: str, old: list[str], new: list[str]) -> Iterator[Move]:
    for name in dict.fromkeys([*old, *new]):
        yield from moved(f"{what} {name}", _yes(name in old), _yes(name in new))


def _yes(truth: bool) -> str:  # noqa: FBT001 - a value to be shown, not a switch
    return "yes" if truth else "no"
