"""Typed values as the text of a document, read back before anybody gets to see it."""

from __future__ import annotations

import json
import tomllib
from typing import NoReturn

import yaml

from site_builder.model.shape import JsonObject

_LAST_ASCII = "~"
_LAST_OF_FOUR_DIGITS = 0xFFFF


def written_json(document: JsonObject) -> str:
    """`document` as JSON in ASCII, one newline at its end.

    Raises:
        ValueError: a value is not finite, or the text does not read back as the same document.
    """
    text = json.dumps(document, indent=2, ensure_ascii=True, allow_nan=False)
    read = json.loads(text, object_pairs_hook=_without_duplicates, parse_constant=_no_constant)
    if read != document:
        raise ValueError("the JSON that was written does not read back as what was meant")
    return f"{text}\n"


def written_yaml(document: JsonObject) -> str:
    """`document` as YAML in ASCII, with every string in quotes, so that it is read as one.

    Raises:
        ValueError: the text does not read back as the same document.
    """
    text = yaml.dump(document, Dumper=_Writer, sort_keys=False, width=2**20)
    if yaml.load(text, Loader=yaml.CSafeLoader) != document:
        raise ValueError("the YAML that was written does not read back as what was meant")
    return text


def checked_toml(text: str, document: JsonObject) -> str:
    """`text`, which says in TOML what `document` says.

    Raises:
        ValueError: it is no TOML, or reads as something else.
    """
    if tomllib.loads(text) != document:
        raise ValueError("the TOML that was written does not read back as what was meant")
    return text


def quoted(text: str) -> str:
    """`text` in double quotes, in ASCII, as TOML and Python both read it."""
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    if " " <= character <= _LAST_ASCII:
        return character
    code = ord(character)
    return f"\\u{code:04x}" if code <= _LAST_OF_FOUR_DIGITS else f"\\U{code:08x}"


class _Writer(yaml.CSafeDumper):
    """Writes every string in quotes, and nothing as an alias."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002 - PyYAML's signature
        return True


def _represented(writer: _Writer, text: str) -> yaml.ScalarNode:
    plain = text.isascii() and text.isprintable()
    # Code in a string is easier to review without a backslash before each of its quotes.
    style = "'" if plain and '"' in text else '"'
    return writer.represent_scalar("tag:yaml.org,2002:str", text, style=style)


_Writer.add_representer(str, _represented)


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    read = dict(pairs)
    if len(read) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return read


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
