"""Works out what else holds of a tool: attributes, the class of its data, and rule conditions."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, fields

from site_builder.model.assessment import Attributes
from site_builder.model.vocabulary import Category, ParameterKind
from site_builder.risk.compiled import CompiledRules, Phrases, ReadyWhen
from site_builder.risk.reading import Reading

_LISTS = frozenset(
    {"ids", "files", "entities", "records", "documents", "rows", "operations", "messages"}
)


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
    when, reading = ready.when, facts.reading
    return (
        (not when.categories or facts.category in when.categories)
        and (not when.data or facts.data in when.data)
        and (not ready.verbs or bool(ready.verbs & reading.verbs))
        and _any(when.capabilities, facts.capabilities)
        and _any(when.kinds, facts.kinds)
        and _any(when.flags, facts.flags)
        and (not when.hints or any(reading.hint(hint) is True for hint in when.hints))
        and (not ready.parameters or any(p.words in ready.parameters for p in reading.parameters))
        and (not when.lists or _takes_objects(reading))
        and (not ready.says or _said(ready.says, when.places, reading))
        and not (ready.unless and _said(ready.unless, when.places, reading))
    )


def _any(wanted: Collection[str], found: Collection[str]) -> bool:
    """Whether nothing is wanted, or something wanted is found."""
    return not wanted or any(item in found for item in wanted)


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
    return any(
        named.parameter.type.startswith("array")
        and (
            "object" in named.parameter.type
            or named.words in _LISTS
            or named.words.endswith((" ids", " keys", "items"))
        )
        for named in reading.parameters
    )
