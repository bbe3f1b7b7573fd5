"""Reads the risk model's rule file, which ships with the builder."""

from __future__ import annotations

from site_builder.model.rules import Rules
from site_builder.validate.shipped import read_shipped


def read_rules(data: bytes) -> Rules:
    """The rules that `data` spells.

    Raises:
        ValueError: The file has mistakes; every one is named. It is ours, so this is a bug.
    """
    return read_shipped(data, Rules, "rules.yaml")
