"""The canonical form of a JSON value: RFC 8785 (JSON Canonicalization Scheme).

Strings are written by section 3.2.2.2, numbers by 3.2.2.3 (the ECMAScript `Number::toString`
algorithm), and members in order of their keys' UTF-16 code units by 3.2.3.
"""

from __future__ import annotations

import math

from pydantic import JsonValue

# RFC 7493 (I-JSON), section 2.2: whole numbers beyond this lose precision in other readers.
_MAX_INTEGER = 2**53 - 1
_SHORT = {
    '"': '\\"',
    "\\": "\\\\",
    "\b": "\\b",
    "\f": "\\f",
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
}
_ESCAPES = str.maketrans({chr(code): f"\\u{code:04x}" for code in range(0x20)} | _SHORT)
# ECMA-262, Number::toString: where the decimal point moves outside these, an exponent is written.
_LEAST_POINT, _MOST_POINT = -5, 21


def canonical_json(value: JsonValue) -> bytes:
    """The RFC 8785 form of `value` in UTF-8.

    Raises:
        ValueError: a number is not finite or a whole number beyond I-JSON, or a string holds a
            surrogate that stands alone.
    """
    parts: list[str] = []
    _write(value, parts)
    return "".join(parts).encode("utf-8")


def number_text(number: float) -> str:
    """A number as ECMAScript writes it: 1e21 is "1e+21", 0.000001 is "0.000001", -0.0 is "0".

    Raises:
        ValueError: `number` is not finite, or a whole number that I-JSON cannot carry.
    """
    if isinstance(number, int):
        if abs(number) > _MAX_INTEGER:
            raise ValueError(f"{str(number)[:24]} is beyond the whole numbers of I-JSON")
        return str(number)
    if not math.isfinite(number):
        raise ValueError(f"{number} is no JSON number")
    if number == 0:
        return "0"
    # repr gives the shortest digits that read back as the same number, as ECMAScript asks.
    mantissa, _, exponent = repr(abs(number)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    return ("-" if number < 0 else "") + _placed(digits, point)


def _placed(digits: str, point: int) -> str:
    """0.`digits` times ten to the power of `point`, written the ECMAScript way."""
    if len(digits) <= point <= _MOST_POINT:
        return digits.ljust(point, "0")
    if 0 < point <= _MOST_POINT:
        return f"{digits[:point]}.{digits[point:]}"
    if _LEAST_POINT <= point <= 0:
        return f"0.{'0' * -point}{digits}"
    exponent = point - 1
    sign = "+" if exponent > 0 else "-"
    mantissa = digits[0] + (f".{digits[1:]}" if len(digits) > 1 else "")
    return f"{mantissa}e{sign}{abs(exponent)}"


def _write(value: JsonValue, parts: list[str]) -> None:
    if value is None:
        parts.append("null")
    elif value is True:
        parts.append("true")
    elif value is False:
        parts.append("false")
    elif isinstance(value, str):
        parts.append(_string(value))
    elif isinstance(value, int | float):
        parts.append(number_text(value))
    elif isinstance(value, list):
        parts.append("[")
        for at, item in enumerate(value):
            if at:
                parts.append(",")
            _write(item, parts)
        parts.append("]")
    else:
        parts.append("{")
        for at, key in enumerate(sorted(value, key=_utf16)):
            parts.append(f"{',' if at else ''}{_string(key)}:")
            _write(value[key], parts)
        parts.append("}")


def _string(text: str) -> str:
    return f'"{text.translate(_ESCAPES)}"'


def _utf16(key: str) -> bytes:
    return key.encode("utf-16-be")
