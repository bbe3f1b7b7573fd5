"""Tests of `site_builder.render.json_text`."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.render.json_text import json_block, json_file

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    max_leaves=8,
)


@given(VALUES)
def test_file_reads_back(value):
    """A file holds the value, in ASCII, with one newline at its end."""
    written = json_file(value)
    assert value == json.loads(written)
    assert written.endswith(b"\n")
    assert not written.endswith(b"\n\n")
    assert written.isascii()


@given(VALUES)
def test_block_reads_back_and_cannot_end_its_element(value):
    """A data block holds the value and no character that HTML would read."""
    written = json_block(value)
    assert value == json.loads(written)
    assert not set("<>&\u2028\u2029") & set(written)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf")])
@pytest.mark.parametrize("write", [json_file, json_block])
def test_number_that_is_none_is_refused(write, number):
    """NaN and infinities are no JSON."""
    with pytest.raises(ValueError, match="not JSON compliant"):
        write([number])
