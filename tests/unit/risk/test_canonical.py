"""RFC 8785 against its own vectors, and against what JSON readers make of the result."""

import json
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.risk.canonical import canonical_json, number_text

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("bits", "expected"),
    [
        ("0000000000000000", "0"),
        ("8000000000000000", "0"),
        ("0000000000000001", "5e-324"),
        ("8000000000000001", "-5e-324"),
        ("7fefffffffffffff", "1.7976931348623157e+308"),
        ("ffefffffffffffff", "-1.7976931348623157e+308"),
        ("4340000000000000", "9007199254740992"),
        ("c340000000000000", "-9007199254740992"),
        ("4430000000000000", "295147905179352830000"),
        ("44b52d02c7e14af5", "9.999999999999997e+22"),
        ("44b52d02c7e14af6", "1e+23"),
        ("44b52d02c7e14af7", "1.0000000000000001e+23"),
        ("444b1ae4d6e2ef4e", "999999999999999700000"),
        ("444b1ae4d6e2ef4f", "999999999999999900000"),
        ("444b1ae4d6e2ef50", "1e+21"),
        ("3eb0c6f7a0b5ed8c", "9.999999999999997e-7"),
        ("3eb0c6f7a0b5ed8d", "0.000001"),
        ("41b3de4355555553", "333333333.3333332"),
        ("41b3de4355555554", "333333333.33333325"),
        ("41b3de4355555555", "333333333.3333333"),
        ("41b3de4355555556", "333333333.3333334"),
        ("41b3de4355555557", "333333333.33333343"),
        ("becbf647612f3696", "-0.0000033333333333333333"),
        ("43143ff3c1cb0959", "1424953923781206.2"),
    ],
)
def test_numbers_of_appendix_b(bits, expected):
    """The published doubles of RFC 8785, appendix B, come out as published."""
    (number,) = struct.unpack(">d", bytes.fromhex(bits))
    assert expected == number_text(number)


def test_the_sample_of_section_3_2_2():
    """The published input of RFC 8785, section 3.2.2, comes out as published in 3.2.4."""
    sample = json.loads(
        r"""{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
        "literals": [null, true, false]}"""
    )
    expected = (
        '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],'
        '"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
    )
    assert expected.encode() == canonical_json(sample)


def test_keys_are_sorted_by_utf_16():
    """The published order of RFC 8785, section 3.2.3: an emoji sorts before U+FB33."""
    keys = ["\u20ac", "\r", "\ufb33", "1", "\U0001f600", "\u0080", "\u00f6"]
    expected = ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\U0001f600", "\ufb33"]
    assert expected == list(json.loads(canonical_json(dict.fromkeys(keys))))


@given(JSON)
def test_the_form_reads_back_and_is_stable(value):
    """A reader gets the same value, and its form is the same again."""
    once = canonical_json(value)
    read = json.loads(once, parse_int=_as_ecmascript)
    assert value == read
    assert once == canonical_json(read)


def _as_ecmascript(digits):
    """A whole number as ECMAScript reads it: beyond 2**53 it is a double like any other."""
    return int(digits) if abs(int(digits)) < 2**53 else float(digits)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), float("-inf"), 2**53, -(2**53)])
def test_numbers_outside_i_json_are_refused(number):
    """A pin over a number that readers disagree on would be no pin."""
    with pytest.raises(ValueError, match="number"):
        number_text(number)


def test_a_lone_surrogate_is_refused():
    """A string that is no Unicode text has no UTF-8 form."""
    with pytest.raises(ValueError, match="surrogates"):
        canonical_json("\ud800")
