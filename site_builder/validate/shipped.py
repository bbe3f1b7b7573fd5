"""Reads a data file that ships with the builder: a mistake in it is a bug of ours."""

from __future__ import annotations

from typing import TypeVar

from site_builder.load.yaml_text import parse
from site_builder.model.shape import Shape
from site_builder.validate.shape import shape

Shipped = TypeVar("Shipped", bound=Shape)


def read_shipped(data: bytes, kind: type[Shipped], name: str) -> Shipped:
    """The value of type `kind` that the file `name` spells.

    Raises:
        ValueError: The file has mistakes; every one is named.
    """
    root, found = parse(data, name)
    value, wrong = shape(root, kind, name) if root else (None, ())
    if value is None:
        listed = "; ".join(
            f"line {d.location.line}: {d.message} {d.hint}" for d in (*found, *wrong)
        )
        raise ValueError(f"{name} is broken: {listed}")
    return value
