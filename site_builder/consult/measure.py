"""Measures a set of rules against labelled tools, each read by its definition alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from site_builder.consult.labels import LabelledTool
from site_builder.model.vocabulary import Category
from site_builder.risk.assess import assess_tool
from site_builder.risk.compiled import CompiledRules
from site_builder.risk.context import ServerContext
from site_builder.risk.evaluation import Evaluation, LabelledResult, Share, evaluate, wilson

DANGEROUS = (Category.EXECUTE, Category.DESTRUCTIVE, Category.FINANCIAL)
"""The categories whose tools must not be taken for less."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The metrics of a rule file.

    `recall_either_way` and `macro_f1_either_way` count a prediction that is the second label as
    right. `silent_reads` are dangerous tools predicted Read without a request for review.
    """

    rules_version: int
    evaluation: Evaluation
    recall_either_way: Mapping[Category, Share]
    macro_f1_either_way: float
    silent_reads: tuple[LabelledResult, ...]


def measure(labelled: Iterable[LabelledTool], rules: CompiledRules) -> Measured:
    """The metrics of `rules` on `labelled`."""
    results: list[LabelledResult] = []
    silent: list[LabelledResult] = []
    for one in labelled:
        assessment = assess_tool(one.definition, ServerContext(), rules)
        name, found = one.definition.name, assessment.category
        result = LabelledResult(one.server, name, one.label, one.also_right, found)
        results.append(result)
        if one.label in DANGEROUS and found is Category.READ and not assessment.needs_review:
            silent.append(result)
    return Measured(
        rules_version=rules.rules.version,
        evaluation=evaluate(results),
        recall_either_way={
            category: _share([row.is_right_either_way for row in results if row.label is category])
            for category in Category
        },
        macro_f1_either_way=evaluate(map(_as_predicted, results)).macro_f1,
        silent_reads=tuple(silent),
    )


def _as_predicted(row: LabelledResult) -> LabelledResult:
    """The row with its second label in place of the first, where the prediction is the second."""
    return replace(row, label=row.predicted) if row.is_right_either_way else row


def _share(truths: list[bool]) -> Share:
    return wilson(sum(truths), len(truths))
