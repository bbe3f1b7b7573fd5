"""Tools that stand in no catalogue, each read beside those it came with."""

import json

import pytest

from site_builder.consult.classify import classify
from site_builder.model.vocabulary import Category
from site_builder.prepare import own_rules
from site_builder.risk.compiled import compile_rules
from site_builder.validate.tool_list import read_tools
from tests.conftest import CAPTURES

RULES = compile_rules(own_rules())


def _classified(data):
    return classify(read_tools(data, "<stdin>"), RULES)


def test_a_tool_comes_with_its_pin_and_cost():
    """47 bytes of compact JSON are 12 tokens, and the pin covers what a review would."""
    (found,) = _classified(b"kill_job: Kill a job.\n")
    assert Category.DESTRUCTIVE is found.assessment.category
    assert 12 == found.tokens
    (other,) = _classified(b'{"name": "kill_job", "description": "Kill a job.", "icons": []}')
    assert found.pin == other.pin


def test_a_list_is_read_as_one_server():
    """Beside a terminal's tools a session is a shell; alone it could be anything."""
    create = {"name": "create_session", "description": "Create a session."}
    split = {"name": "split_pane", "description": "Split a terminal pane in tmux."}
    together = _classified(json.dumps({"tools": [create, split]}).encode())[0].assessment
    alone = _classified(json.dumps(create).encode())[0].assessment
    assert (Category.EXECUTE, Category.WRITE) == (together.category, alone.category)


def test_a_records_override_counts():
    """A record is shown as its page shows it: the reviewer's category beside the rules' own."""
    record = (
        b"tool:\n  name: kill_job\nassessment:\n  category: {value: write, why: Jobs return.}\n"
    )
    (found,) = _classified(record)
    assert (Category.WRITE, Category.DESTRUCTIVE, "Jobs return.") == (
        found.assessment.category,
        found.assessment.computed_category,
        found.assessment.category_why,
    )


def test_a_claim_to_read_only_makes_nothing_safe():
    """A hint against the name leaves the category, and asks for a review."""
    claim = {"name": "delete_all", "annotations": {"readOnlyHint": True}}
    (found,) = _classified(json.dumps(claim).encode())
    assert Category.DESTRUCTIVE is found.assessment.category
    assert found.assessment.contradictions
    assert found.assessment.needs_review


@pytest.mark.parametrize(
    "schema",
    [
        True,
        None,
        [],
        "x",
        {},
        {"properties": []},
        {"properties": {"a": True, "b": None, "c": 1}},
        {"properties": {"a": {"$ref": "#/properties/a"}}},
        {"properties": {"a": {"$ref": "#/$defs/x"}}, "$defs": {"x": {"$ref": "#/$defs/x"}}},
        {"properties": {"a": {"type": 5, "enum": "no", "description": []}}},
        {"properties": {"a": {"type": [], "anyOf": [], "oneOf": 1}}},
        {"properties": {"": {"enum": [None, 1, {"x": []}, ""]}}},
        {"properties": {"mode": {"enum": [str(n) for n in range(500)]}}},
        {"required": {"a": 1}, "properties": {"a": {"type": "array", "items": False}}},
        {"allOf": [{"properties": {"x": {}}}], "not": {}},
    ],
)
def test_an_odd_schema_is_no_reason_to_fail(schema):
    """Whatever stands where a schema belongs, the tool is still a tool that ends jobs."""
    data = json.dumps({"name": "kill_job", "description": "Kill.", "inputSchema": schema})
    assert Category.DESTRUCTIVE is _classified(data.encode())[0].assessment.category


@pytest.mark.parametrize(
    "definition",
    [
        {"name": " "},
        {"name": "\u2603"},
        {"name": "a\u202e\x00\n\t"},
        {"name": "x" * 5000, "description": "y " * 30_000},
        {"name": "x", "description": None, "title": None, "annotations": None},
        {"name": "x", "annotations": {"readOnlyHint": "yes", "destructiveHint": 1}},
        {"name": "x", "description": "\r\r\n{{7*7}} <script> \\n ${x}"},
        {"name": "null", "_meta": {"a": [1]}, "execution": {"taskSupport": "forbidden"}},
    ],
)
def test_an_odd_definition_is_never_a_silent_read(definition):
    """Where a definition says nothing, the answer is Write and a request for review."""
    found = _classified(json.dumps(definition).encode())[0].assessment
    assert Category.READ is not found.category
    assert found.needs_review


@pytest.mark.parametrize("capture", CAPTURES, ids=lambda path: path.stem)
def test_captures_of_real_servers_classify(capture):
    """Every tool of every capture is classified, and every quote stands where it points."""
    found = _classified(capture.read_bytes())
    assert len(json.loads(capture.read_bytes())["tools"]) == len(found)
    for one in found:
        declared = one.definition.declared()
        for signal in one.assessment.signals:
            if signal.pointer in ("/name", "/description"):
                assert signal.quote in declared[signal.pointer[1:]]
