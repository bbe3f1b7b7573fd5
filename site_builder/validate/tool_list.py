"""Tools in whatever form somebody has them at hand: the bytes in, the definitions out.

Four forms are told apart by what stands in them. JSON: the result of `tools/list`, bare, inside
its JSON-RPC response, inside a capture that holds `initialize` too, or as the list or the single
definition in it. YAML: a tool's record. Text: lines of `name: description`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pydantic import JsonValue, ValidationError

from site_builder.diagnostics import Diagnostic, Level, Location
from site_builder.load import json_text, yaml_text
from site_builder.model.definition import ToolDefinition
from site_builder.model.ids import is_policy_name
from site_builder.model.parameters import pointer_token
from site_builder.model.records import AssessmentNotes, ToolRecord
from site_builder.model.shape import JsonObject
from site_builder.validate.shape import shape

_RECORD = re.compile(r"^tool:[ \t]*(?:#.*)?\r?\n[ \t]+\S", re.MULTILINE)
_FORMS = (
    "it may be the answer to tools/list, a capture with 'initialize' and 'tools', one definition, "
    "a tool's record, or lines of 'name: description'"
)
_WANTED = {
    "missing": "is missing",
    "string_too_short": "is empty",
    "string_type": "must be text",
    "dict_type": "must be an object",
    "model_type": "must be an object",
}


@dataclass(frozen=True, slots=True)
class ToolList:
    """The tools of one input, in its order, and what it says of their server.

    `of_one_server` where the tools stand together in one server's list; `notes` are a record's own
    words on its one tool; `warnings` do not stop anything.
    """

    tools: tuple[ToolDefinition, ...]
    of_one_server: bool = False
    server_name: str = ""
    instructions: str = ""
    notes: AssessmentNotes = AssessmentNotes()  # noqa: RUF009 - frozen, and empty
    warnings: tuple[Diagnostic, ...] = ()


def read_tools(data: bytes, path: str) -> ToolList | tuple[Diagnostic, ...]:
    """The tools that `data` describes, or what is wrong with it.

    Args:
        data: The bytes of the input; more than `json_text.MAX_BYTES` are refused.
        path: How the input is called in diagnostics.
    """
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    if start in (b"{", b"[", b"/") or path.endswith(".json") or len(data) > json_text.MAX_BYTES:
        value, wrong = json_text.parse(data, path)
        return (wrong,) if wrong else _Json(data, path).read(value)
    if path.endswith((".yaml", ".yml")) or _RECORD.search(data.decode("utf-8", "replace")):
        return _from_record(data, path)
    return _from_lines(data, path)


def read_definition(
    value: JsonValue, data: bytes, pointer: str, path: str, first_line: int = 1
) -> ToolDefinition | Diagnostic:
    """The definition that `value` is, or the first thing that is wrong with it.

    `value` stands at `pointer` in the JSON document `data`.
    """
    try:
        return ToolDefinition.model_validate(value)
    except ValidationError as error:
        detail = error.errors(include_url=False)[0]
    field = str(detail["loc"][0]) if detail["loc"] else ""
    inside = f"{pointer}/{pointer_token(field)}" if field else pointer
    said = _WANTED.get(detail["type"], "has the wrong kind of value")
    return Diagnostic(
        json_text.location_of(data, inside, path, first_line),
        "no-definition",
        f"the {f'{field!r} of the ' if field else ''}definition at {pointer or '/'} {said}",
        "a definition is an object with a 'name', as tools/list gives it",
    )


class _Json:
    """Finds the definitions in one JSON document."""

    def __init__(self, data: bytes, path: str) -> None:
        self._data = data
        self._path = path

    def read(self, value: JsonValue) -> ToolList | tuple[Diagnostic, ...]:
        pointer = ""
        if isinstance(value, dict) and "jsonrpc" in value and isinstance(value.get("error"), dict):
            return (self._refusal("/error", "the response is an error, not a list of tools"),)
        if isinstance(value, dict) and isinstance(result := value.get("result"), dict):
            value, pointer = result, "/result"
        if isinstance(value, list):
            return self._list(value, pointer, {})
        if isinstance(value, dict):
            if isinstance(tools := value.get("tools"), list):
                return self._list(tools, f"{pointer}/tools", value)
            if isinstance(value.get("tool"), dict):
                return _from_record(self._data, self._path)
            if "name" in value:
                found = read_definition(value, self._data, pointer, self._path)
                return (found,) if isinstance(found, Diagnostic) else ToolList((found,))
        return (self._refusal(pointer, "no tool is described here", _FORMS),)

    def _list(
        self, values: list[JsonValue], pointer: str, around: JsonObject
    ) -> ToolList | tuple[Diagnostic, ...]:
        if not values:
            hint = "an empty list often means that the tools were not asked for"
            return (self._refusal(pointer, "the list holds no tool", hint),)
        tools = []
        for at, value in enumerate(values):
            found = read_definition(value, self._data, f"{pointer}/{at}", self._path)
            if isinstance(found, Diagnostic):
                return (found,)
            tools.append(found)
        answer = _result(around.get("initialize"))
        name = _object(answer.get("serverInfo")).get("name")
        instructions = answer.get("instructions")
        return ToolList(
            tuple(tools),
            of_one_server=True,
            server_name=name if isinstance(name, str) else "",
            instructions=instructions if isinstance(instructions, str) else "",
            warnings=self._partial(pointer, around),
        )

    def _partial(self, pointer: str, around: JsonObject) -> tuple[Diagnostic, ...]:
        if not around.get("nextCursor"):
            return ()
        cursor = f"{pointer.rpartition('/')[0]}/nextCursor"
        return (
            Diagnostic(
                json_text.location_of(self._data, cursor, self._path),
                "partial-list",
                "the server has more tools: 'nextCursor' leads to the next page",
                "ask for every page and join their 'tools'",
                Level.WARNING,
            ),
        )

    def _refusal(self, pointer: str, message: str, hint: str = "") -> Diagnostic:
        place = json_text.location_of(self._data, pointer, self._path)
        return Diagnostic(place, "no-definition", message, hint)


def _from_record(data: bytes, path: str) -> ToolList | tuple[Diagnostic, ...]:
    root, found = yaml_text.parse(data, path)
    if root is None:
        return found
    if root.get("tool") is None:
        return (Diagnostic(Location(path), "no-definition", "no tool is described here", _FORMS),)
    record, wrong = shape(root, ToolRecord, path)
    if record is None:
        return (*found, *wrong)
    return ToolList((record.tool,), notes=record.assessment, warnings=found)


def _from_lines(data: bytes, path: str) -> ToolList | tuple[Diagnostic, ...]:
    tools = []
    for number, line in enumerate(data.removeprefix(b"\xef\xbb\xbf").splitlines(), 1):
        if not line.strip():
            continue
        place = Location(path, number)
        try:
            name, colon, description = line.decode("utf-8").partition(":")
        except UnicodeDecodeError as error:
            message = f"byte 0x{line[error.start]:02x} is not UTF-8"
            return (Diagnostic(place, "not-utf8", message, "write the text in UTF-8"),)
        name = name.strip()
        if not name or not (colon or is_policy_name(name)):
            return (Diagnostic(place, "no-definition", "the line names no tool", _FORMS),)
        declared: JsonObject = {"name": name}
        if colon:
            declared["description"] = description.strip()
        tools.append(ToolDefinition.model_validate(declared))
    if not tools:
        return (Diagnostic(Location(path), "no-definition", "the input is empty", _FORMS),)
    return ToolList(tuple(tools))


def _object(value: JsonValue) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _result(value: JsonValue) -> JsonObject:
    """The result of a response, which may stand alone."""
    answer = _object(value)
    return _object(answer.get("result")) or answer
