"""The classifier on labelled tools of other vendors: what it reached, no change may lose.

The floors are the figures measured when the labels were placed, less two tools: they say nothing
about tools that nobody has labelled yet (`tests/corpora/README.md`).
"""

import json
from functools import cache
from pathlib import Path

from site_builder.model.definition import ToolDefinition
from site_builder.model.vocabulary import Category
from site_builder.risk.assess import assess_tool
from site_builder.risk.context import ServerContext
from site_builder.risk.evaluation import Evaluation, LabelledResult, evaluate
from tests.unit.risk.examples import rules

LABELS = Path(__file__).parents[2] / "corpora" / "labels" / "fresh.jsonl"


@cache
def found() -> tuple[Evaluation, tuple[tuple[str, bool], ...]]:
    """The metrics, and the Read tools by prediction that are none, with "needs review"."""
    ready = rules()
    results = []
    wrongly_read = []
    for line in LABELS.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        definition = ToolDefinition.model_validate(row["tool"])
        assessment = assess_tool(definition, ServerContext(), ready)
        label = Category(row["label"].lower())
        alternative = Category(row["alt_label"].lower()) if row["alt_label"] else None
        results.append(
            LabelledResult(row["server"], definition.name, label, alternative, assessment.category)
        )
        if assessment.category is Category.READ and Category.READ not in (label, alternative):
            wrongly_read.append((definition.name, assessment.needs_review))
    return evaluate(results), tuple(wrongly_read)


def test_accuracy_on_other_vendors():
    """382 of 395 are right, 388 counting a second defensible answer; macro-F1 is 0.966."""
    evaluation, _ = found()
    assert 395 == evaluation.accuracy.of
    assert evaluation.accuracy.count >= 380
    assert evaluation.accuracy_either_way.count >= 386
    assert evaluation.macro_f1 >= 0.95


def test_dangerous_tools_of_other_vendors_are_not_called_harmless():
    """One of 105 dangerous tools is called Write, and there Write is as good an answer."""
    evaluation, _ = found()
    assert 105 == evaluation.under.of
    assert evaluation.under.count <= 2
    assert 0 == evaluation.under_either_way.count


def test_no_tool_of_other_vendors_is_silently_called_read():
    """Where a tool that changes something comes out Read, it is marked for review."""
    _, wrongly_read = found()
    assert [] == [name for name, needs_review in wrongly_read if not needs_review]
