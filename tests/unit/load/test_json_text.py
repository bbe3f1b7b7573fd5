"""Strict JSON, byte by byte."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.load.json_text import MAX_BYTES, MAX_DEPTH, location_of, parse

TEXTS = st.text(st.characters(exclude_categories=("Cs",)))
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
)


def _found(text, first_line=1):
    """The value, or (line, column, code) of what is wrong."""
    value, wrong = parse(text.encode("utf-8", "surrogatepass"), "t.json", first_line)
    if wrong is None:
        return value
    assert value is None
    return wrong.location.line, wrong.location.column, wrong.code


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"a": 1,\n "a": 2}', (2, 2, "duplicate-key")),
        ('{"a": 1, "\\u0061": 2}', (1, 10, "duplicate-key")),
        ('[{"a": {"b": 1,\n"b": 1}}]', (2, 1, "duplicate-key")),
        ("[NaN]", (1, 2, "number-range")),
        ("[-Infinity]", (1, 2, "number-range")),
        ("[1e999]", (1, 2, "number-range")),
        ("[9007199254740992]", (1, 2, "number-range")),
        ("[" + "9" * 5000 + "]", (1, 2, "number-range")),
        ('["\\ud800"]', (1, 2, "bad-character")),
        ('{"\\udc00x": 1}', (1, 2, "bad-character")),
        ("\ud800", (1, 1, "not-utf8")),
        ("", (1, 1, "json-syntax")),
        ("[1,]", (1, 4, "json-syntax")),
        ("[01]", (1, 3, "json-syntax")),
        ("[1.]", (1, 3, "json-syntax")),
        ("[٣]", (1, 2, "json-syntax")),
        ("{'a': 1}", (1, 2, "json-syntax")),
        ('{"a": 1} // x', (1, 10, "json-syntax")),
        ('["\t"]', (1, 3, "json-syntax")),
        ('["\\x"]', (1, 3, "json-syntax")),
        ('["a', (1, 2, "json-syntax")),
        ("]", (1, 1, "json-syntax")),
        ("[" * (MAX_DEPTH + 1), (1, MAX_DEPTH + 1, "too-deep")),
        ("[" * 200_000, (1, MAX_DEPTH + 1, "too-deep")),
    ],
)
def test_what_is_refused_has_a_place_and_a_code(text, place):
    """Each construct outside strict JSON is refused where it stands."""
    assert place == _found(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": {"b": 1}, "c": {"b": 2}}', {"a": {"b": 1}, "c": {"b": 2}}),
        ('["a", "a", "[", "NaN"]', ["a", "a", "[", "NaN"]),
        ('["\\ud83d\\ude00"]', ["\U0001f600"]),
        ("[9007199254740991, -0.5e2]", [2**53 - 1, -50.0]),
        ("\ufefftrue", True),
        ("[" * MAX_DEPTH + "]" * MAX_DEPTH, json.loads("[" * MAX_DEPTH + "]" * MAX_DEPTH)),
    ],
)
def test_what_is_read(text, value):
    """The limits themselves, pairs of surrogates, and words that only look like tokens pass."""
    assert value == _found(text)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("[1, /* x */ 2]", "JSON has no comments: remove it"),
        ('{"a": 1,\n}', "remove the comma before it"),
        ("['a']", "JSON puts texts and keys in double quotes"),
    ],
)
def test_a_hint_names_what_other_formats_allow(text, hint):
    """Comments, trailing commas and single quotes are what people write by habit."""
    assert hint == parse(text.encode(), "t.json")[1].hint


def test_size_is_bounded():
    """One byte more than the limit is refused before it is read."""
    assert "too-large" == parse(b" " * (MAX_BYTES + 1), "t.json")[1].code


def test_a_part_of_a_file_counts_from_its_first_line():
    """A line of a JSON Lines file is placed in the file."""
    assert (7, 2, "number-range") == _found("[NaN]", first_line=7)


def test_a_long_unfinished_string_is_looked_at_once():
    """A megabyte of escaped quotes without an end takes no longer than any megabyte."""
    assert (1, 1, "json-syntax") == _found('"' + '\\"' * 1_000_000)


@given(VALUES)
def test_whatever_json_can_say_is_read_back(value):
    """Every value of I-JSON survives, however it is written."""
    assert value == _found(json.dumps(value))
    assert value == _found(json.dumps(value, ensure_ascii=False, indent=1))


@given(st.binary(max_size=60))
def test_no_bytes_are_too_odd(data):
    """Any bytes are a value or a finding, never an exception."""
    value, wrong = parse(data, "t.json")
    assert wrong is None or value is None


@given(st.text('{}[]":,\\u0dnNaI1-e. ', max_size=40))
def test_it_accepts_no_more_than_the_standard_library(text):
    """What is read is what `json.loads` reads of it."""
    value, wrong = parse(text.encode(), "t.json")
    if wrong is None:
        assert json.loads(text) == value


@pytest.mark.parametrize(
    ("pointer", "place"),
    [
        ("", (1, 1)),
        ("/a~1b/1/c", (2, 8)),
        ("/a~1b/0", (1, 10)),
        ("/last", (3, 9)),
        ("/a~1b/9", (1, 9)),
        ("/last/deeper", (3, 9)),
    ],
)
def test_a_pointer_is_placed(pointer, place):
    """A pointer leads to line and column; one that leads nowhere, as far as it goes."""
    found = location_of(b'{"a/b": [1,\n {"c": {}}],\n"last": "x"}', pointer, "t.json")
    assert place == (found.line, found.column)
