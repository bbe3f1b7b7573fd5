"""How `classify` and `diff` print what they know."""

import json

from site_builder.consult.classify import classify
from site_builder.consult.definition_change import DriftClass
from site_builder.consult.drift import Drift, Move
from site_builder.consult.labels import read_labels
from site_builder.consult.measure import measure
from site_builder.consult.rule_change import MovedRecord, RuleChange
from site_builder.prepare import own_rules
from site_builder.risk.compiled import compile_rules
from site_builder.risk_answers import (
    classified_json,
    classified_text,
    drift_json,
    drift_line,
    drift_text,
    measured_json,
    measured_text,
    rule_change_line,
    rule_change_text,
)
from site_builder.validate.tool_list import read_tools

RULES = compile_rules(own_rules())
ATTACK = "\x1b[2J\u202e\u200b\r\n" + "x" * 1000
DRIFT = Drift(
    "acme", "kill_job", DriftClass.SCHEMA, ("parameter a removed",), (Move("verdict", "a", "b"),)
)


def _classified(*definitions):
    return classify(read_tools(json.dumps(definitions).encode(), "<stdin>"), RULES)


def _measured(*labels):
    rows = [
        {
            "server": "s\u202e",
            "tool": {"name": f"get_{label}", "description": "Get."},
            "label": label,
        }
        for label in labels
    ]
    return measure(read_labels("\n".join(map(json.dumps, rows)).encode(), "l.jsonl")[0], RULES)


def test_a_tool_is_a_paragraph_with_its_reasons():
    """Headline, ledger, signals with their quotes, parameters and cases stand in order."""
    schema = {
        "properties": {
            "action": {"type": "string", "enum": ["get_log", "delete_log"]},
            "url": {"type": "string"},
        }
    }
    text = classified_text(
        _classified(
            {
                "name": "manage_log",
                "description": "Manage a log.",
                "inputSchema": schema,
                "annotations": {"readOnlyHint": True},
            }
        )
    )
    assert text.startswith("manage_log\n  destructive (also read")
    order = [
        "\n  severity: ",
        "\n    +6 Category: ",
        "\n  signals:\n",
        'S4 action = "delete_log" \u2192 Destructive (+3)',
        "[/inputSchema/properties/action/enum: 'delete_log']",
        "\n  parameters:\n    url (url): ",
        "\n  cases:\n    action = get_log: read\n    action = delete_log: destructive\n",
        "\n  contradictions:\n",
    ]
    places = [text.index(part) for part in order]
    assert sorted(places) == places


def test_a_hostile_tool_cannot_move_the_cursor():
    """Whatever a definition holds, lines are bounded and free of control characters."""
    hostile = {
        "name": ATTACK,
        "description": ATTACK,
        "inputSchema": {"properties": {ATTACK: {"type": "string"}, "action": {"enum": [ATTACK]}}},
    }
    text = classified_text(_classified(hostile))
    assert all(len(line) <= 250 for line in text.splitlines())
    assert set("\x1b\u202e\u200b\r").isdisjoint(text)


def test_json_holds_the_whole_assessment():
    """Every field of an assessment is there under its own name, the vocabulary as text."""
    found = json.loads(classified_json(_classified({"name": "kill_job"}), 7))
    (tool,) = found["tools"]
    assert (1, 7) == (found["version"], found["rules_version"])
    assert ("kill_job", "destructive") == (tool["name"], tool["category"])
    assert tool["pin"].startswith("mrd1:")
    assert (
        sum(factor["points"] for factor in tool["severity"]["factors"])
        == (tool["severity"]["total"])
    )


def test_metrics_are_printed_with_their_intervals():
    """One of two is 50%, from 9.5 to 90.5 by Wilson; the mistake is named, its server escaped."""
    text = measured_text(_measured("read", "destructive"))
    lines = [" ".join(line.split()) for line in text.splitlines()]
    assert "accuracy 1/2 50.0% (9.5-90.5) 1/2 50.0% (9.5-90.5)" in lines
    assert "recall destructive 0/1 0.0% (0.0-79.3) 0/1 0.0% (0.0-79.3)" in lines
    assert "destructive 1 0 0 0 0" in lines
    assert "s⟦U+202E⟧ get_destructive: labelled destructive, predicted read" in lines
    assert "\u202e" not in text


def test_metrics_as_json():
    """The same figures for scripts: shares with count, confusion, mistakes."""
    found = json.loads(measured_json(_measured("read", "destructive")))
    assert {"count": 1, "of": 2, "value": 0.5, "low": 0.0945, "high": 0.9055} == found["accuracy"]
    assert 1 == found["confusion"]["destructive"]["read"]
    assert ["get_destructive"] == [row["tool"] for row in found["mistakes"]]
    assert [{"server": "s\u202e", "tools": 2, "right": 1, "right_either_way": 1}] == (
        found["servers"]
    )


def test_drift_in_both_forms():
    """Class, tool, details and moves; the line counts classes."""
    expected = "schema  acme kill_job\n    parameter a removed\n    verdict: a \u2192 b\n"
    assert expected == drift_text([DRIFT])
    assert ("1 schema", "nothing changed") == (drift_line([DRIFT]), drift_line([]))
    assert [
        {
            "class": "schema",
            "server": "acme",
            "tool": "kill_job",
            "details": ["parameter a removed"],
            "moves": [{"what": "verdict", "old": "a", "new": "b"}],
        }
    ] == json.loads(drift_json([DRIFT]))["changes"]


def test_a_fall_of_recall_is_said():
    """Records first, then before and after; the line names the category that is missed."""
    moved = MovedRecord("acme", "kill_job", "p.yaml", (Move("category", "a", "b"),))
    better = measure((), RULES)
    change = RuleChange(3, (moved,), better, better)
    text = rule_change_text(change)
    assert text.startswith("acme kill_job\n    category: a \u2192 b\n")
    assert "before" in text
    assert "1 of 3 tools and their servers move" == rule_change_line(change)
