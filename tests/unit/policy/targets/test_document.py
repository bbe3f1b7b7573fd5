from __future__ import annotations

import ast
import tomllib

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from site_builder.policy.targets.document import (
    checked_toml,
    quoted,
    written_json,
    written_yaml,
)


def test_a_document_is_indented_ascii_with_one_newline():
    """The form that every JSON block has."""
    assert '{\n  "a": "\\u00e9"\n}\n' == written_json({"a": "\u00e9"})


def test_a_lone_surrogate_survives():
    """Broken text is escaped, never dropped."""
    assert '{\n  "a": "\\ud800"\n}\n' == written_json({"a": "\ud800"})


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
def test_what_json_has_no_number_for_is_an_error(number):
    """Nothing that only Python reads is written."""
    with pytest.raises(ValueError, match="not JSON compliant"):
        written_json({"a": number})


@given(text=st.text(), key=st.text())
def test_a_quoted_string_is_read_alike_by_toml_and_python(text, key):
    """In ASCII on one line, whatever is in it."""
    written = quoted(text)
    assert written.isascii()
    assert written.isprintable()
    assert text == ast.literal_eval(written)
    assert {key: text} == tomllib.loads(f"{quoted(key)} = {written}")


def test_toml_that_says_something_else_is_an_error():
    """A text is never printed on trust."""
    assert "a = 1\n" == checked_toml("a = 1\n", {"a": 1})
    with pytest.raises(ValueError, match="does not read back"):
        checked_toml("a = 1\n", {"a": 2})
    with pytest.raises(ValueError, match="Invalid"):
        checked_toml("a = \n", {"a": 1})


@given(text=st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_yaml_reads_a_string_as_a_string(text):
    """As a key and as a value, in ASCII, always in quotes."""
    written = written_yaml({"k": {text: [text]}})
    assert written.isascii()
    assert {"k": {text: [text]}} == yaml.safe_load(written)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("no", '"no"'), ('a "b"', "'a \"b\"'"), ('it\'s "b"', "'it''s \"b\"'"), ('"\n', '"\\"\\n"')],
)
def test_quotes_inside_a_string_choose_the_quotes_around_it(text, expected):
    """Code is read without a backslash before each of its quotes."""
    assert f'"k": {expected}\n' == written_yaml({"k": text})
