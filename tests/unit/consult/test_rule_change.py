"""What another rule file would move."""

import json
from importlib.resources import files

from site_builder.consult.drift import Move
from site_builder.consult.labels import read_labels
from site_builder.consult.rule_change import compare_rules
from site_builder.model.vocabulary import Category
from site_builder.risk.compiled import compile_rules
from site_builder.validate.rules import read_rules
from tests.builders import make_catalogue, make_server, make_tool

OWN_TEXT = (files("site_builder.risk") / "rules.yaml").read_text("utf-8")
OWN = read_rules(OWN_TEXT.encode())
READY = compile_rules(OWN)
CATALOGUE = make_catalogue(
    make_server(
        tools=[
            make_tool("kill_session", definition={"description": "Kill a session."}),
            make_tool("list_sessions", definition={"description": "List sessions."}),
        ]
    )
)


def _without(category):
    """The own rules compiled, of the next version, with Write wherever they say `category`."""
    text = OWN_TEXT.replace(f"category: {category}", "category: write")
    rules = read_rules(text.encode())
    return compile_rules(rules.model_copy(update={"version": OWN.version + 1}))


def _labelled(name, description, label):
    tool = {"name": name, "description": description}
    row = json.dumps({"server": "s", "tool": tool, "label": label})
    return read_labels(row.encode(), "l.jsonl")[0]


def test_the_same_rules_move_nothing():
    """A rule file against itself: two tools compared, no record, no metrics."""
    found = compare_rules(CATALOGUE, READY, READY)
    assert (2, (), None, None, ()) == (
        found.compared,
        found.records,
        found.before,
        found.after,
        found.fallen,
    )


def test_every_consequence_for_a_record_is_listed():
    """Rules that know no Destructive move category, severity, verdict and attacks of one tool."""
    found = compare_rules(CATALOGUE, READY, _without("destructive"))
    (tool,) = [record for record in found.records if record.tool]
    moves = {move.what: move for move in tool.moves}
    assert ("kill_session", "servers/acme-tmux/tools/kill_session.yaml") == (tool.tool, tool.path)
    assert Move("category", "destructive", "write") == moves["category"]
    assert Move("attack over-reach", "yes", "no") == moves["attack over-reach"]
    assert {"severity", "verdict"} <= moves.keys()


def test_the_server_of_a_moved_tool_moves_with_it():
    """Exposure falls with the only destructive tool, and the server is a record of its own."""
    found = compare_rules(CATALOGUE, READY, _without("destructive"))
    (server,) = [record for record in found.records if not record.tool]
    assert "servers/acme-tmux/server.yaml" == server.path
    assert "exposure" in {move.what for move in server.moves}


def test_a_dangerous_tool_that_is_missed_is_a_fall():
    """Recall of Destructive falls from one to none; that is what ends the command with 1."""
    labelled = _labelled("kill_job", "Kill a job.", "destructive")
    found = compare_rules(CATALOGUE, READY, _without("destructive"), labelled)
    assert (Category.DESTRUCTIVE,) == found.fallen
    assert (OWN.version, OWN.version + 1) == (
        found.before.rules_version,
        found.after.rules_version,
    )


def test_a_missed_read_is_no_fall():
    """A Read taken for more costs convenience, not safety."""
    labelled = _labelled("list_jobs", "List jobs.", "read")
    found = compare_rules(CATALOGUE, READY, _without("read"), labelled)
    assert found.before.evaluation.recall[Category.READ].count == 1
    assert found.after.evaluation.recall[Category.READ].count == 0
    assert () == found.fallen
