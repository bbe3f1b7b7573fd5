"""The forms in which tools are handed over, and what is said of those that are none."""

import json

import pytest

from site_builder.load.json_text import MAX_BYTES
from site_builder.model.vocabulary import Category
from site_builder.validate.tool_list import ToolList, read_tools
from tests.conftest import CAPTURES

DEFINITION = {"name": "kill_job", "description": "Kill a job."}
RECORD = b"""\
tool:
  name: kill_job
  description: Kill a job.
assessment:
  category: {value: write, why: Jobs come back.}
"""


def _read(value, path="<stdin>"):
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return read_tools(data, path)


def _refused(value, path="<stdin>"):
    """(line, column, code, message) of the only finding."""
    found = _read(value, path)
    assert not isinstance(found, ToolList)
    (wrong,) = found
    return wrong.location.line, wrong.location.column, wrong.code, wrong.message


@pytest.mark.parametrize(
    "value",
    [
        {"tools": [DEFINITION]},
        [DEFINITION],
        {"jsonrpc": "2.0", "id": 1, "result": {"tools": [DEFINITION]}},
        {"initialize": {}, "tools": [DEFINITION], "registry": "npm"},
        DEFINITION,
        {"tool": DEFINITION},
        RECORD,
        b"kill_job: Kill a job.\n",
        b"\xef\xbb\xbf\r\nkill_job :  Kill a job. \r\n\r\n",
    ],
)
def test_every_form_gives_the_definition(value):
    """However it comes, the tool is the same."""
    found = _read(value)
    assert isinstance(found, ToolList)
    assert [DEFINITION] == [tool.declared() for tool in found.tools]


def test_a_capture_names_its_server():
    """The answer to initialize, wrapped or bare, gives the server's name and instructions."""
    answer = {"serverInfo": {"name": "jobs"}, "instructions": "Be careful."}
    for initialize in (answer, {"jsonrpc": "2.0", "id": 0, "result": answer}):
        found = _read({"initialize": initialize, "tools": [DEFINITION]})
        assert ("jobs", "Be careful.", True) == (
            found.server_name,
            found.instructions,
            found.of_one_server,
        )


@pytest.mark.parametrize("initialize", [None, [], "x", {"serverInfo": []}, {"instructions": 1}])
def test_an_odd_answer_to_initialize_says_nothing(initialize):
    """What is not as the specification has it is not taken for a name."""
    found = _read({"initialize": initialize, "tools": [DEFINITION]})
    assert ("", "") == (found.server_name, found.instructions)


def test_a_record_brings_its_notes():
    """What a reviewer decided is not lost on the way."""
    assert Category.WRITE is _read(RECORD).notes.category.value


def test_lines_are_no_server():
    """Names that somebody typed say nothing of a server; a name alone has no description."""
    found = _read(b"a: x: y\nb.c-d\ncreate share:\n")
    assert not found.of_one_server
    assert [
        {"name": "a", "description": "x: y"},
        {"name": "b.c-d"},
        {"name": "create share", "description": ""},
    ] == [tool.declared() for tool in found.tools]


def test_a_page_of_a_list_is_no_whole_list():
    """A cursor to the next page is a warning at its place, since tools are missing."""
    found = _read(b'{"tools": [{"name": "a"}],\n "nextCursor": "2"}')
    assert [("partial-list", 2)] == [(w.code, w.location.line) for w in found.warnings]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (b"", (1, 1, "no-definition", "the input is empty")),
        (b"a: x\n: y\n", (2, 1, "no-definition", "the line names no tool")),
        (b"<html>\n", (1, 1, "no-definition", "the line names no tool")),
        (b"a: \xff\n", (1, 1, "not-utf8", "byte 0xff is not UTF-8")),
        (b'{"tools": []}', (1, 11, "no-definition", "the list holds no tool")),
        (b'{"mcpServers": {}}', (1, 1, "no-definition", "no tool is described here")),
        (b"// x\n{}", (1, 1, "json-syntax", "not JSON: expecting value")),
        (
            b'{"jsonrpc": "2.0", "error": {"code": 1}}',
            (1, 29, "no-definition", "the response is an error, not a list of tools"),
        ),
        (
            b'{"tools": [{"name": "a"},\n {"name": 5}]}',
            (2, 11, "no-definition", "the 'name' of the definition at /tools/1 must be text"),
        ),
        (
            b'[{"description": "x"}]',
            (1, 2, "no-definition", "the 'name' of the definition at /0 is missing"),
        ),
        (
            b'[{"name": ""}]',
            (1, 11, "no-definition", "the 'name' of the definition at /0 is empty"),
        ),
        (b"[[]]", (1, 2, "no-definition", "the definition at /0 must be an object")),
        (
            b'{"name": "a", "annotations": []}',
            (1, 30, "no-definition", "the 'annotations' of the definition at / must be an object"),
        ),
    ],
)
def test_what_is_no_tool_is_refused_at_its_place(value, expected):
    """One finding says where and why."""
    assert expected == _refused(value)


@pytest.mark.parametrize("name", ["r.yaml", "r.yml"])
def test_a_record_of_something_else_is_refused(name):
    """A YAML file without `tool:` is told from lines by its name."""
    assert "no tool is described here" == _refused(b"name: x\npublisher: y\n", name)[3]


def test_a_records_own_mistakes_are_told():
    """The record is held to what every record is held to."""
    found = _read(RECORD.replace(b"value: write", b"value: wrte"))
    assert ["unknown-value"] == [wrong.code for wrong in found]


def test_size_is_bounded():
    """More than the limit is refused in every form."""
    assert "too-large" == _refused(b"a: x\n" * (MAX_BYTES // 5 + 1))[2]


@pytest.mark.parametrize("capture", CAPTURES, ids=lambda path: path.stem)
def test_captures_of_real_servers_are_read(capture):
    """Every tool of every capture arrives as it was declared."""
    data = capture.read_bytes()
    found = read_tools(data, capture.name)
    assert isinstance(found, ToolList)
    assert json.loads(data)["tools"] == [tool.declared() for tool in found.tools]
