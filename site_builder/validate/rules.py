"""Reads the risk model's rule file, which ships with the builder."""

from __future__ import annotations

from site_builder.load.yaml_text import parse
from site_builder.model.rules import Rules
from site_builder.validate.shape import shape

_SHOWN = "rules.yaml"


def read_rules(data: bytes) -> Rules:
    """The rules that `data` spells.

    Raises:
        ValueError: The file has mistakes; every one is named. It is ours, so this is a bug.
    """
    root, found = parse(data, _SHOWN)
    rules, wrong = shape(root, Rules, _SHOWN) if root else (None, ())
    if rules is None:
        listed = "; ".join(
            f"line {d.location.line}: {d.message} {d.hint}" for d in (*found, *wrong)
        )
        raise ValueError(f"the rule file is broken: {listed}")
    return rules
