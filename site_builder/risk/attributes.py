"""Works out what else holds of a tool: attributes, the class of its data, and rule conditions."""

from __future__ import annotations

from dataclasses import dataclass, fields

from site_builder.model.assessment import Attributes
from site_builder.model.vocabulary import Category, ParameterKind
from site_builder.risk.compiled import CompiledRules, Phrases, ReadyWhen
from site_builder.risk.reading import Reading


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything a condition of a rule can ask of one tool."""

    reading: Reading
    category: Category
    capabilities: tuple[Category, ...]
    kinds: frozenset[ParameterKind]
    flags: frozenset[str] = frozenset()
    data: str | None = None


def attributes_of(facts: Facts, rules: CompiledRules) -> Attributes:
    """The attributes of a tool; `open_world` and `irreversible` are None where not known."""
    flags: set[str] = set()
    for rule in rules.rules.flags:
        if rule.flag not in flags and passes(rule.id, facts, rules):
            flags.add(rule.flag)
    stated = facts.reading.hint("openWorldHint")
    return Attributes(
        open_world=True if "open_world" in flags else stated,
        egress="egress" in flags,
        untrusted_content="untrusted_content" in flags,
        drives_terminal="drives_terminal" in flags,
        bulk="bulk" in flags,
        dry_run="dry_run" in flags,
        irreversible=True if "irreversible" in flags else None,
        data=data_of(facts, rules),
    )


def data_of(facts: Facts, rules: CompiledRules) -> str:
    """The class of data that a tool gives access to; "workspace" where nothing says more."""
    for rule in rules.rules.data:
        if passes(rule.id, facts, rules):
            return rule.data
    return "workspace"


def flags_of(attributes: Attributes) -> frozenset[str]:
    """The names of the attributes that hold."""
    return frozenset(
        field.name for field in fields(attributes) if getattr(attributes, field.name) is True
    )


def passes(rule_id: str, facts: Facts, rules: CompiledRules) -> bool:
    """Whether one of the conditions of the rule `rule_id` holds."""
    return any(_holds(ready, facts) for ready in rules.conditions[rule_id])


def _holds(ready: ReadyWhen, facts: Facts) -> bool:
    test, reading = ready.test, facts.reading
    if test.categories and facts.category not in test.categories:
        return False
    if test.capabilities and not set(test.capabilities) & set(facts.capabilities):
        return False
    if test.kinds and not facts.kinds & set(test.kinds):
        return False
    if test.data and facts.data not in test.data:
        return False
    if test.flags and not facts.flags & set(test.flags):
        return False
    if test.hints and not any(reading.hint(hint) is True for hint in test.hints):
        return False
    if ready.verbs and not ready.verbs & reading.verbs:
        return False
    if ready.parameters and not any(
        named.words in ready.parameters for named in reading.parameters
    ):
        return False
    if test.lists and not _takes_objects(reading):
        return False
    if ready.says and not _said(ready.says, test.places, reading):
        return False
    return not ready.unless or not _said(ready.unless, test.places, reading)


def _said(phrases: Phrases, places: tuple[str, ...], reading: Reading) -> bool:
    texts = {
        "name": reading.name,
        "title": reading.title,
        "first_sentence": reading.sentence,
        "description": reading.body,
    }
    return any(phrases.first_in(texts[place]) for place in places)


def _takes_objects(reading: Reading) -> bool:
    """Whether a parameter takes a list of objects or of their identifiers."""
    for named in reading.parameters:
        if not named.parameter.type.startswith("array"):
            continue
        if (
            "object" in named.parameter.type
            or named.words.endswith((" ids", "items", " keys", "s list"))
            or named.words
            in ("ids", "files", "entities", "records", "documents", "rows", "operations")
        ):
            return True
    return False
