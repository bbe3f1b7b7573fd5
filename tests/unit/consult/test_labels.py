"""Labelled tools, line by line."""

import json

import pytest

from site_builder.consult.labels import read_labels
from site_builder.load.json_text import MAX_BYTES
from site_builder.model.vocabulary import Category

ROW = {"server": "jobs", "tool": {"name": "kill_job"}, "label": "Destructive", "alt_label": None}


def _line(**fields):
    return json.dumps({**ROW, **fields}).encode()


def test_labels_are_read():
    """Case does not matter, members beyond the form are left alone, blank lines are passed."""
    data = b"\n".join([_line(reason="x"), b"", _line(label="write", alt_label="Execute")])
    labelled, wrong = read_labels(data, "l.jsonl")
    assert wrong is None
    assert [
        ("jobs", "kill_job", Category.DESTRUCTIVE, None),
        ("jobs", "kill_job", Category.WRITE, Category.EXECUTE),
    ] == [(one.server, one.definition.name, one.label, one.also_right) for one in labelled]


def test_a_second_label_may_be_missing():
    """No `alt_label` is the same as null."""
    data = json.dumps({key: ROW[key] for key in ("server", "tool", "label")}).encode()
    assert read_labels(data, "l.jsonl")[0][0].also_right is None


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"", (1, 1, "no-definition")),
        (_line() + b"\n{", (2, 2, "json-syntax")),
        (_line() + b"\n\n[]", (3, 1, "wrong-type")),
        (b'{"tool": {}}', (1, 1, "missing-key")),
        (_line(server=5), (1, 12, "wrong-type")),
        (_line(label="Delete"), (1, 59, "unknown-value")),
        (_line(alt_label=[]), (1, 87, "unknown-value")),
        (_line(tool=[]), (1, 28, "no-definition")),
        (b'{"server": "a", "server": "b"}', (1, 17, "duplicate-key")),
        (b" " * (MAX_BYTES + 1), (1, 1, "too-large")),
    ],
)
def test_the_first_mistake_is_placed(data, place):
    """A file with a mistake gives no labels, and says where the mistake is."""
    labelled, wrong = read_labels(data, "l.jsonl")
    assert () == labelled
    assert place == (wrong.location.line, wrong.location.column, wrong.code)
