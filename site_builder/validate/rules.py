"""Reads a rule file of the risk model: the builder's own, or one that somebody tries out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pydantic import BaseModel

from site_builder.diagnostics import Diagnostic, Location
from site_builder.load.yaml_text import parse
from site_builder.model.rule import Rule
from site_builder.model.rules import Rules
from site_builder.model.vocabulary import AuthPosture, Category, SeverityLevel, Transport
from site_builder.validate.shape import shape

_SHOWN = "rules.yaml"
_LEAST_TOTAL = -1


def read_rules(data: bytes) -> Rules:
    """The rules that `data` spells.

    Raises:
        ValueError: The file has mistakes; every one is named. It is ours, so this is a bug.
    """
    rules, found = check_rules(data, _SHOWN)
    if rules is None:
        listed = "; ".join(f"line {d.location.line}: {d.message} {d.hint}" for d in found)
        raise ValueError(f"the rule file is broken: {listed}")
    return rules


def check_rules(data: bytes, path: str) -> tuple[Rules | None, tuple[Diagnostic, ...]]:
    """The rules that `data` spells, or None with every mistake.

    Args:
        data: The bytes of the file.
        path: How the file is called in diagnostics.
    """
    root, found = parse(data, path)
    if root is None:
        return None, found
    rules, wrong = shape(root, Rules, path)
    if rules is None:
        return None, (*found, *wrong)
    late = (*_repeated(rules), *_gaps(rules))
    gaps = tuple(Diagnostic(Location(path), code, words) for code, words in late)
    return (None if gaps else rules), (*found, *gaps)


def _repeated(rules: Rules) -> Iterator[tuple[str, str]]:
    """Rules of one name: the conditions of one of them would silently win."""
    for name, count in Counter(_ids(rules)).items():
        if count > 1:
            yield "duplicate-key", f"{count} rules are called {name}"


def _gaps(rules: Rules) -> Iterator[tuple[str, str]]:
    """Cases that no rule decides, and bands that are out of order."""
    for compound in rules.reading.compounds:
        if len(compound.split()) != 2:  # noqa: PLR2004 - a compound is two words by definition
            yield "wrong-form", f"the compound {compound!r} is not two words"
    severity, assurance = rules.severity, rules.assurance
    decided = (
        ("severity.base", Category, severity.base),
        ("assurance.auth", AuthPosture, assurance.auth),
        ("assurance.transports", Transport, assurance.transports),
        ("assurance.vulnerability_costs", SeverityLevel, assurance.vulnerability_costs),
    )
    for where, vocabulary, values in decided:
        for member in vocabulary:
            if member not in values:
                yield "missing-key", f"'{where}' says nothing of {member}"
    least = [band.least for band in severity.bands]
    if least != sorted(least) or not least or least[0] > _LEAST_TOTAL:
        yield "out-of-range", f"'severity.bands' must rise from {_LEAST_TOTAL} or less"
    scores = [band.least for band in assurance.letters]
    if scores != sorted(scores, reverse=True) or not scores or scores[-1] > 0:
        yield "out-of-range", "'assurance.letters' must fall to 0"
    if all(rule.when for rule in rules.exposure):
        yield "missing-key", "'exposure' needs a level that every server reaches"


def _ids(value: object) -> Iterator[str]:
    """The id of every rule inside a part of the rule file."""
    if isinstance(value, Rule):
        yield value.id
    if isinstance(value, BaseModel):
        for field in type(value).model_fields:
            yield from _ids(getattr(value, field))
    elif isinstance(value, dict):
        for item in value.values():
            yield from _ids(item)
    elif isinstance(value, tuple):
        for item in value:
            yield from _ids(item)
