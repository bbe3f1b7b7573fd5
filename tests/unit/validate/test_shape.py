"""Records by their declared shape: typed values out, or every mistake at its place."""

import pytest

from site_builder.diagnostics import Diagnostic
from site_builder.load.yaml_text import parse
from site_builder.model.policy import Condition, Limit, Policy
from site_builder.model.records import ServerRecord, SiteRecord, ToolRecord
from site_builder.model.vocabulary import Category, Operator, Verdict, Window
from site_builder.validate.shape import Shaped, shape


def _read(text: str, kind: type[Shaped]) -> tuple[Shaped | None, tuple[Diagnostic, ...]]:
    root, found = parse(text.encode(), "r.yaml")
    assert root is not None, found
    return shape(root, kind, "r.yaml")


def _tool(rest: str) -> tuple[str, str, int, int]:
    """The one finding in a tool record that goes on with `rest`: code, hint, line and column."""
    record, (found,) = _read(f"tool: {{name: x}}\n{rest}", ToolRecord)
    assert record is None
    return found.code, found.hint, found.location.line, found.location.column


def test_a_record_is_read_into_frozen_typed_values() -> None:
    """Enums, numbers, lists and nested shapes come out as the declared types."""
    record, found = _read(
        "tool: {name: x}\n"
        "policy:\n"
        "  verdict: rate-limit\n"
        "  limits: [{max: 10, window: minute}]\n"
        "  conditions: [{path: args.n, op: in, value: [1, two, true]}]\n",
        ToolRecord,
    )
    assert () == found
    assert record is not None
    assert (
        Policy(
            verdict=Verdict.RATE_LIMIT,
            limits=(Limit(max=10, window=Window.MINUTE),),
            conditions=(Condition(path="args.n", op=Operator.IN, value=(1, "two", True)),),
        )
        == record.policy
    )


@pytest.mark.parametrize(
    "name", ["no", "1.10", "12:30", "2026-11-30", "null", "~", "0755", "true"]
)
def test_text_fields_keep_what_was_written(name: str) -> None:
    """A tool may be called `no` or `null`: the field is text, so the value is."""
    record, found = _read(f"tool: {{name: {name}}}\n", ToolRecord)
    assert () == found
    assert record is not None
    assert name == record.tool.name


def test_a_schema_follows_the_rules_of_json() -> None:
    """Inside free JSON, true, null and numbers are values, and everything else plain is text."""
    record, found = _read(
        "tool:\n  name: x\n  inputSchema:\n"
        "    {a: true, b: null, c: 1.5, d: -3, e: no, f: 1e3, g: '1', h: 0755,\n"
        "     i: [x, {j: 2026-11-30}]}\n",
        ToolRecord,
    )
    assert () == found
    assert record is not None
    assert {
        "a": True, "b": None, "c": 1.5, "d": -3, "e": "no", "f": 1000.0, "g": "1", "h": "0755",
        "i": ["x", {"j": "2026-11-30"}],
    } == record.tool.input_schema  # fmt: skip


def test_declared_and_absent_keys_are_told_apart() -> None:
    """A null that a server declared stays in its definition, a key it left out stays out."""
    record, _ = _read("tool: {name: x, description: null, vendor: {a: 1}}\n", ToolRecord)
    assert record is not None
    assert {"name": "x", "description": None, "vendor": {"a": 1}} == record.tool.declared()
    assert not record.tool.has_schema


@pytest.mark.parametrize(
    ("rest", "code", "hint", "line", "column"),
    [
        ("asessment: {}\n", "unknown-key", "did you mean 'assessment'?", 2, 1),
        ("review:\n  Status: draft\n", "unknown-key", "did you mean 'status'?", 3, 3),
        ("policy: {verdict: rate_limit}\n", "unknown-value", "did you mean 'rate-limit'?", 2, 19),
        ("policy: {verdict: forbid}\n", "unknown-value",
         "it is one of: deny, require-approval, rate-limit, allow", 2, 19),
        ("policy: {}\n", "missing-key", "add 'verdict:'", 2, 9),
        ("policy: {verdict: rate-limit}\n", "limits-missing", "", 2, 9),
        ("policy: {verdict: deny, limits: [{max: 1, window: day}]}\n", "limits-unused", "", 2, 9),
        ("policy: {verdict: rate-limit, limits: [{max: '10', window: day}]}\n", "wrong-type",
         "write it without quotes", 2, 46),
        ("policy: {verdict: rate-limit, limits: [{max: 0, window: day}]}\n", "out-of-range",
         "it is at least 1", 2, 46),
        ("policy: {verdict: allow, conditions: [{path: args.x, op: lt, value: y}]}\n",
         "condition-value", "", 2, 39),
        ("review: {date: 2026-02-30}\n", "invalid-date", "", 2, 16),
        ("review: {date: 2026-2-3}\n", "invalid-date", "", 2, 16),
        ("review:\n  status:\n", "empty-value", "write a value, or remove the key", 3, 10),
        ("assessment: {summary: ''}\n", "empty-value", "write a value, or remove the key", 2, 23),
        ("aliases: x\n", "wrong-type", "", 2, 10),
        ("faq: {question: x}\n", "wrong-type", "", 2, 6),
        ("assessment: {severity: {factors: {blst: {points: 1, why: x}}}}\n", "unknown-value",
         "did you mean 'blast'?", 2, 35),
        ("assessment: {evidence: [{quote: x, pointer: y}]}\n", "wrong-form",
         "for example /description", 2, 45),
    ],
)  # fmt: skip
def test_each_mistake_is_reported_at_its_place(
    rest: str, code: str, hint: str, line: int, column: int
) -> None:
    """Code, hint, line and column point at the value, or at the key, that is wrong."""
    assert (code, hint, line, column) == _tool(rest)


def test_all_mistakes_of_a_record_are_reported_in_order() -> None:
    """One run finds every mistake, from the top of the file to its end."""
    record, found = _read(
        "tool: {name: x, inputSchema: {n: 99999999999999999999}}\nfoo: 1\nreview: {date: x}\n",
        ToolRecord,
    )
    assert record is None
    assert [("number-range", 1), ("unknown-key", 2), ("invalid-date", 3)] == [
        (item.code, item.location.line) for item in found
    ]


@pytest.mark.parametrize("number", [".nan", ".inf", "-.INF", "1e999", "9007199254740992"])
def test_numbers_that_json_readers_disagree_on_are_errors(number: str) -> None:
    """NaN, infinities and whole numbers beyond 2**53 - 1 cannot stand in a definition."""
    _, (found,) = _read(f"tool: {{name: x, inputSchema: {{n: {number}}}}}\n", ToolRecord)
    assert "number-range" == found.code


def test_a_number_of_five_thousand_digits_is_an_error_with_its_line() -> None:
    """A number that Python itself refuses to convert is a finding, not a traceback."""
    _, (found,) = _read(f"tool:\n  name: x\n  inputSchema: {{n: {'9' * 5000}}}\n", ToolRecord)
    assert ("number-range", 3) == (found.code, found.location.line)


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)", "//evil.example", "https://", "https://u:p@host.example/",
        "https://host.example/a b", "https://host.example/\\x", 'https://host.example/"x',
        "ftp://host.example/", "HTTPS//x", "https://[::1", "data:text/html,x", "https://exämple.org/",
    ],
)  # fmt: skip
def test_only_plain_http_addresses_are_addresses(address: str) -> None:
    """Other schemes, user information, quotes, spaces and half addresses are refused."""
    text = (
        "name: x\npublisher: y\ntransports: [stdio]\nauthentication: {posture: none, why: z}\n"
        f"capture: {{method: source, date: 2026-11-30, complete: true}}\nrepository: '{address}'\n"
    )
    _, (found,) = _read(text, ServerRecord)
    assert ("invalid-url", 6) == (found.code, found.location.line)


def test_an_address_is_bounded_in_length() -> None:
    """2,048 characters are an address, 2,049 are not, and the message names both numbers."""
    base = "https://host.example/"
    text = (
        "title: x\ntagline: y\ntargets: [policylayer]\n"
        "licence: {texts: a, texts_url: 'https://l.example/', definitions: b}\nrepository: "
    )
    record, _ = _read(f"{text}{base}{'a' * (2048 - len(base))}\n", SiteRecord)
    assert record is not None
    _, (found,) = _read(f"{text}{base}{'a' * (2049 - len(base))}\n", SiteRecord)
    assert "the address has 2049 characters, the limit is 2048" == found.message


def test_the_keys_of_a_map_are_typed() -> None:
    """A house policy is keyed by category, and a wrong category is found at its key."""
    text = (
        "title: x\ntagline: y\ntargets: [policylayer]\n"
        "licence: {texts: a, texts_url: 'https://l.example/', definitions: b}\n"
        "house_policy:\n  %s: {verdict: deny}\n"
    )
    record, _ = _read(text % "write", SiteRecord)
    assert record is not None
    assert [Category.WRITE] == list(record.house_policy)
    _, (found,) = _read(text % "wirte", SiteRecord)
    assert ("unknown-value", "did you mean 'write'?", 6, 3) == (
        found.code, found.hint, found.location.line, found.location.column,
    )  # fmt: skip
