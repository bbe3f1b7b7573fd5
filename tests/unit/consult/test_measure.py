"""The metrics of a rule file, on tools whose right answers are plain."""

import json

from site_builder.consult.labels import read_labels
from site_builder.consult.measure import measure
from site_builder.model.vocabulary import Category
from site_builder.prepare import own_rules
from site_builder.risk.compiled import compile_rules

RULES = compile_rules(own_rules())


def _measured(*rows):
    lines = [
        {
            "server": "s",
            "tool": {"name": name, "description": words},
            "label": label,
            "alt_label": alt,
        }
        for name, words, label, alt in rows
    ]
    data = "\n".join(json.dumps(line) for line in lines).encode()
    labelled, wrong = read_labels(data, "l.jsonl")
    assert wrong is None
    return measure(labelled, RULES)


def test_a_second_label_counts_on_the_loose_side_only():
    """Of two Write tools one is predicted Read, which its second label allows."""
    found = _measured(
        ("create_note", "Create a note.", "write", None),
        ("get_note", "Get a note.", "write", "read"),
    )
    assert (1, 2) == (found.evaluation.recall[Category.WRITE].count, found.evaluation.accuracy.of)
    assert (2, 2) == (
        found.recall_either_way[Category.WRITE].count,
        found.recall_either_way[Category.WRITE].of,
    )
    assert 1.0 == found.macro_f1_either_way


def test_a_dangerous_tool_taken_for_read_without_a_word_is_named():
    """A label that the definition gives no hint of is a silent Read; one that asks is not."""
    found = _measured(
        ("get_note", "Get a note by its identifier.", "destructive", None),
        ("zzz", "", "destructive", None),
    )
    assert ["get_note"] == [row.tool for row in found.silent_reads]
    assert 2 == found.evaluation.under.count


def test_the_rules_are_named():
    """A figure without the version of its rules is worth nothing."""
    assert own_rules().version == _measured(("get", "Get.", "read", None)).rules_version
