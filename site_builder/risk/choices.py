"""Reads the actions that one argument chooses between (S4): declared values, or a list in words.

Only declared values become cases, for only they are known to be all there is; a list in words
still speaks for what the tool can do.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace

from site_builder.model.assessment import Case, Signal
from site_builder.model.rules import ChoiceRule
from site_builder.model.vocabulary import Category
from site_builder.risk.actions import Action
from site_builder.risk.compiled import CompiledRules
from site_builder.risk.meaning import meaning_of
from site_builder.risk.reading import NamedParameter, Reading
from site_builder.risk.words import name_words

_CASE_LIMIT = 64
_LIST_LIMIT = 4_000
_FIRST_LIST = 400
_BULLET = re.compile(
    r"^[ \t]*(?:[-*\u2022]|\d{1,2}[.)])[ \t]*[`'\"*]{0,3}([A-Za-z][\w.-]{1,40})", re.MULTILINE
)
_LISTED = re.compile(
    r"\b(?:actions?|operations?|commands?|methods?|one of)\b[^:\n]{0,20}:[ \t]*", re.IGNORECASE
)
_BRACKET = re.compile(r"\b(?:actions|operations)[ \t]*\([ \t]*", re.IGNORECASE)
_ITEM = re.compile(
    r"[`'\"]?([A-Za-z][\w.-]{0,40}\w)[`'\"]?(?:[ \t]*\([^)\n]{0,80}\))?[ \t]*"
    r"([,/|])?[ \t]*(?:(?:or|and)[ \t]+)?"
)
_QUOTED_ITEM = re.compile(r"['\"`]([a-z][\w-]{1,40})['\"`]")


def cases_of(reading: Reading, rules: CompiledRules) -> tuple[Case, ...]:
    """The values of the deciding argument with the category of the calls that carry each."""
    return tuple(case for case, _ in _cases(reading, rules))


def choice_signals(reading: Reading, rules: CompiledRules) -> Iterator[Signal]:
    """S4: what the values of a deciding argument say, else what a text says they are."""
    declared = tuple(_cases(reading, rules))
    for case, rule in declared:
        yield _from_case(case, rule, reading)
    if not declared:
        yield from _from_lists(reading, rules)


def _cases(reading: Reading, rules: CompiledRules) -> Iterator[tuple[Case, ChoiceRule]]:
    for named in reading.parameters:
        rule = _rule_for(named, rules)
        if rule is None or not named.parameter.choices:
            continue
        found = [
            Case(named.parameter.name, value, category)
            for value in _texts(named.parameter.choices[:_CASE_LIMIT])
            if (category := _category_of_value(value, rule, reading, rules)) is not None
        ]
        if _stores(rule, named, reading):
            continue
        if _filters(rule, reading):
            found = [case for case in found if case.category is Category.DESTRUCTIVE]
        if len(found) >= rule.at_least:
            yield from ((case, rule) for case in found)


def _rule_for(named: NamedParameter, rules: CompiledRules) -> ChoiceRule | None:
    return rules.choices.get(named.words.replace(" ", "_"))


def _filters(rule: ChoiceRule, reading: Reading) -> bool:
    """Whether the leading verb makes the values a filter."""
    return reading.lead is not None and reading.lead.verb in rule.not_after


def _stores(rule: ChoiceRule, named: NamedParameter, reading: Reading) -> bool:
    """Whether the values are HTTP methods that become part of a record."""
    lead = reading.lead
    return (
        lead is not None
        and lead.verb in rule.data_after
        and all(value.isupper() for value in _texts(named.parameter.choices))
    )


def _texts(choices: tuple[str, ...]) -> Iterator[str]:
    for choice in choices:
        value = json.loads(choice)
        if isinstance(value, str) and value:
            yield value


def _category_of_value(
    value: str, rule: ChoiceRule, reading: Reading, rules: CompiledRules
) -> Category | None:
    """What a value says is done: its first word, or its last where that is plainly a verb."""
    if value.lower() in rule.values:
        return rule.values[value.lower()]
    said = [word.text for word in name_words(value) if word.text not in rules.skip_in_names]
    if not said or (len(said) > 1 and said[-1].endswith("ed")):
        return None  # "invoice.created" is what happened, not what to do
    if said[0] in rules.verbs and (rule.at_least == 1 or said[0] not in rules.also_nouns):
        verb, objects = said[0], said[1:]
    elif rule.at_least == 1 and said[-1] in rules.verbs and said[-1] not in rules.also_nouns:
        verb, objects = said[-1], said[:-1]
    else:
        return None
    return meaning_of(Action(verb, "value", value), _of_value(reading, objects), rules)[2]


def _of_value(reading: Reading, objects: list[str]) -> Reading:
    """A reading in which the object of a value stands where the tool's own would."""
    return reading if not objects else replace(reading, name_objects=f" {' '.join(objects)} ")


def _from_case(case: Case, rule: ChoiceRule, reading: Reading) -> Signal:
    parameter = next(
        named.parameter for named in reading.parameters if named.parameter.name == case.parameter
    )
    schema = parameter.schema
    plain = isinstance(schema, dict) and "enum" in schema
    says = f'S4 {case.parameter} = "{case.value}" \u2192 {case.category.title()} (+3)'
    pointer = f"{parameter.pointer}/enum" if plain else parameter.pointer
    return Signal("S4", rule.id, case.category, 3, says, case.value, pointer)


def _from_lists(reading: Reading, rules: CompiledRules) -> Iterator[Signal]:
    """The actions that texts list, for an argument that declares no values or for none at all."""
    parameters = {named.parameter.name for named in reading.parameters}
    for value, pointer in _told(reading, rules).items():
        category = _category_of_value(value, rules.listing, reading, rules)
        if value not in parameters and category is not None:
            says = f'S4 lists the action "{value}" \u2192 {category.title()} (+3)'
            yield Signal("S4", rules.listing.id, category, 3, says, value, pointer)


def _told(reading: Reading, rules: CompiledRules) -> dict[str, str]:
    """What is listed, and the pointer of the text that lists it."""
    if _filters(rules.listing, reading):
        return {}
    told = dict.fromkeys(_in_brackets(reading.description[:_FIRST_LIST]), "/description")
    for named in reading.parameters:
        parameter = named.parameter
        if (
            _rule_for(named, rules) is not rules.listing
            or parameter.choices
            or "string" not in parameter.type
        ):
            continue
        about = (parameter.description or "")[:_LIST_LIMIT]
        told |= dict.fromkeys(_listed(reading.description[:_LIST_LIMIT]), "/description")
        quoted = _listed(about) + _QUOTED_ITEM.findall(about)
        told |= dict.fromkeys(quoted, f"{parameter.pointer}/description")
    return told


def _listed(text: str) -> list[str]:
    """What `text` lists as actions: bullets, and items after "actions:"."""
    found: list[str] = _BULLET.findall(text)
    for start in _LISTED.finditer(text):
        found += _items(text, start.end())
    return found[:_CASE_LIMIT]


def _in_brackets(text: str) -> list[str]:
    """The items of "operations (copy, delete)"."""
    start = _BRACKET.search(text)
    return _items(text, start.end()) if start else []


def _items(text: str, at: int) -> list[str]:
    found: list[str] = []
    while len(found) < _CASE_LIMIT and (item := _ITEM.match(text, at)):
        found.append(item[1])
        at = item.end()
        if item[2] is None:
            break
    return found
