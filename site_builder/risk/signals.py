"""Gathers what in a definition speaks for a category: signals S1 to S10 of the risk model."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from site_builder.model.assessment import Case, ParameterRisk, Signal
from site_builder.model.rules import ActionRule, ChoiceRule, PhraseRule
from site_builder.model.vocabulary import Category
from site_builder.risk.compiled import CompiledRules, ReadyAction, ReadyParameter, spaced
from site_builder.risk.reading import Action, NamedParameter, Reading
from site_builder.risk.words import Word, first_sentence, holds, name_words, singular

_NAME_WEIGHT = 3
_DESCRIPTION_WEIGHT = 2
_CASE_LIMIT = 64


def signals_of(reading: Reading, rules: CompiledRules) -> tuple[Signal, ...]:
    """Every signal of a definition, in the order S1 to S9; S10 alone where there is none."""
    cases = tuple(_cases(reading, rules))
    vague = rules.vague if cases else frozenset()
    found = (
        *_from_name(reading, rules, vague),
        *_from_description(reading, rules, vague),
        *_from_phrases(reading, rules),
        *(_from_case(case, rule, reading) for case, rule in cases),
        *_from_parameters(reading, rules),
        *_from_hints(reading, rules),
    )
    if any(signal.signal != "S8" or signal.category is not Category.WRITE for signal in found):
        return tuple(sorted(dict.fromkeys(found), key=lambda signal: signal.signal))
    default = rules.rules.default
    nothing = Signal(
        "S10",
        default.id,
        Category.WRITE,
        1,
        f"S10 nothing in the definition says what it does \u2192 Write: {default.why}",
    )
    return (*found, nothing)


def cases_of(reading: Reading, rules: CompiledRules) -> tuple[Case, ...]:
    """The values of the deciding argument with the category of the calls that carry each."""
    return tuple(case for case, _ in _cases(reading, rules))


def parameter_risks(reading: Reading, rules: CompiledRules) -> tuple[ParameterRisk, ...]:
    """What each parameter lets a caller choose, in the order of the schema."""
    return tuple(
        ParameterRisk(named.parameter.name, ready.rule.kind, ready.rule.id, ready.rule.reason)
        for named, ready in _matching_parameters(reading, rules)
    )


def _from_name(reading: Reading, rules: CompiledRules, vague: frozenset[str]) -> Iterator[Signal]:
    for action in reading.name_actions:
        signal, rule, category = _meaning(action, reading, rules)
        weight = _NAME_WEIGHT if action.sure and action.verb not in vague else 1
        says = f'{signal} name token "{action.quote}" \u2192 {category.title()} (+{weight})'
        yield Signal(signal, rule, category, weight, says, action.quote, "/name")
    noun = rules.final_nouns.get(reading.last_name_word)
    if noun and not reading.name_actions:
        arrow = f"\u2192 {noun.category.title()} (+{noun.weight})"
        says = f'S1 name ends in "{reading.last_name_word}" {arrow}'
        yield Signal("S1", noun.id, noun.category, noun.weight, says)


def _from_description(
    reading: Reading, rules: CompiledRules, vague: frozenset[str]
) -> Iterator[Signal]:
    named = any(action.sure for action in reading.name_actions)
    full = _DESCRIPTION_WEIGHT if named else _NAME_WEIGHT
    meant = {_meaning(action, reading, rules)[2] for action in reading.name_actions}
    writes = Category.WRITE in meant
    for action in reading.description_actions:
        weight = 1 if action.verb in vague else full if action.sure else full - 1
        signal, rule, category = _meaning(action, reading, rules)
        if signal == "S7" and action.sure:
            weight = _NAME_WEIGHT  # naming the language that is run says as much as a name
        elif action.sure and writes and category.rank > Category.WRITE.rank:
            # "Update" in a name may be a mild word for what the description owns up to.
            weight = weight if action.verb in rules.mild else _NAME_WEIGHT
        signal = "S2" if signal == "S1" else signal
        says = f'{signal} description says "{action.quote}" \u2192 {category.title()} (+{weight})'
        yield Signal(signal, rule, category, weight, says, action.quote, "/description")


def _meaning(action: Action, reading: Reading, rules: CompiledRules) -> tuple[str, str, Category]:
    """The signal, rule and category of an action: an object may change what the verb means."""
    ready = _fitting_action(_as_in_name(action, reading), reading, rules)
    ready = ready or _fitting_action(action, reading, rules)
    if ready:
        return ready.rule.signal, ready.rule.id, ready.rule.category
    rule = rules.verbs[action.verb]
    return "S1", rule.id, rule.category


def _as_in_name(action: Action, reading: Reading) -> Action:
    """A description that repeats the verb of the name means what the name means."""
    if action.place != "description":
        return action
    return next((named for named in reading.name_actions if named.verb == action.verb), action)


def _fitting_action(action: Action, reading: Reading, rules: CompiledRules) -> ReadyAction | None:
    candidates = rules.actions_by_verb.get(action.verb, ())
    return next((ready for ready in candidates if _fits(ready, action, reading, rules)), None)


def _fits(ready: ReadyAction, action: Action, reading: Reading, rules: CompiledRules) -> bool:
    rule: ActionRule = ready.rule
    near = reading.sentence
    if action.place == "name" and reading.name_objects.strip():
        near = reading.name_objects
    around = reading.name + reading.sentence
    if ready.objects and not ready.objects.first_in(near):
        return False
    if ready.beside and not ready.beside.first_in(around):
        return False
    if ready.unless.first_in(around):
        return False
    return (
        not rule.terminal
        or reading.context.terminal
        or bool(rules.terminal.first_in(reading.name + reading.body))
    )


def _from_phrases(reading: Reading, rules: CompiledRules) -> Iterator[Signal]:
    lead = reading.lead
    reads = lead is not None and _meaning(lead, reading, rules)[2] is Category.READ
    for rule, quote in strong_phrases(reading, rules):
        if reads and not rule.after_read:
            continue
        says = f'S3 description says "{quote}" \u2192 {rule.category.title()} (+{rule.weight})'
        yield Signal("S3", rule.id, rule.category, rule.weight, says, quote, "/description")


def strong_phrases(reading: Reading, rules: CompiledRules) -> Iterator[tuple[PhraseRule, str]]:
    """Strong phrases of a description that no negation stands before, each rule once."""
    body = reading.body_words
    plurals = rules.rules.reading.irregular_plurals
    seen: set[str] = set()
    for at, word in enumerate(body):
        for rule, phrase in rules.phrases_by_first_word.get(singular(word.text, plurals), ()):
            if rule.id in seen or not _stands_at(body, at, phrase, plurals):
                continue
            window = body[max(0, at - rules.rules.reading.negation_window) : at]
            if any(before.text in rules.negations for before in window):
                continue
            seen.add(rule.id)
            yield rule, reading.description[word.start : body[at + len(phrase) - 1].end]


def _stands_at(
    body: tuple[Word, ...], at: int, phrase: tuple[str, ...], plurals: dict[str, str]
) -> bool:
    here = [singular(word.text, plurals) for word in body[at : at + len(phrase)]]
    return holds(here, phrase) == 0


def _cases(reading: Reading, rules: CompiledRules) -> Iterator[tuple[Case, ChoiceRule]]:
    for named in reading.parameters:
        rule = rules.choices.get(named.words.replace(" ", "_"))
        if rule is None or not named.parameter.choices:
            continue
        found = [
            Case(named.parameter.name, value, category)
            for value in _texts(named.parameter.choices[:_CASE_LIMIT])
            if (category := _category_of_value(value, rule, reading, rules)) is not None
        ]
        lead = reading.lead
        if lead is not None and lead.verb in rule.not_after:
            found = [case for case in found if case.category is Category.DESTRUCTIVE]
        if len(found) >= rule.at_least:
            yield from ((case, rule) for case in found)


def _texts(choices: tuple[str, ...]) -> Iterator[str]:
    for choice in choices:
        value = json.loads(choice)
        if isinstance(value, str) and value:
            yield value


def _category_of_value(
    value: str, rule: ChoiceRule, reading: Reading, rules: CompiledRules
) -> Category | None:
    if value.lower() in rule.values:
        return rule.values[value.lower()]
    said = [word.text for word in name_words(value) if word.text not in rules.skip_in_names]
    if not said or said[0] not in rules.verbs:
        return None
    return _meaning(Action(said[0], "value", value), _of_value(reading, said[1:]), rules)[2]


def _of_value(reading: Reading, objects: list[str]) -> Reading:
    """A reading in which the object of a value stands where the tool's own would."""
    return reading if not objects else replace(reading, name_objects=f" {' '.join(objects)} ")


def _from_case(case: Case, rule: ChoiceRule, reading: Reading) -> Signal:
    pointer = next(
        named.parameter.pointer
        for named in reading.parameters
        if named.parameter.name == case.parameter
    )
    says = f'S4 {case.parameter} = "{case.value}" \u2192 {case.category.title()} (+3)'
    return Signal("S4", rule.id, case.category, 3, says, case.value, f"{pointer}/enum")


def _from_parameters(reading: Reading, rules: CompiledRules) -> Iterator[Signal]:
    for named, ready in _matching_parameters(reading, rules):
        rule = ready.rule
        if rule.category is None:
            continue
        arrow = f"\u2192 {rule.category.title()} (+{rule.weight})"
        says = f'S5 parameter "{named.parameter.name}" ({rule.kind}) {arrow}'
        yield Signal(
            "S5",
            rule.id,
            rule.category,
            rule.weight,
            says,
            named.parameter.name,
            named.parameter.pointer,
        )


def _matching_parameters(
    reading: Reading, rules: CompiledRules
) -> Iterator[tuple[NamedParameter, ReadyParameter]]:
    for named in reading.parameters:
        ready = next(
            (rule for rule in rules.parameters if _takes(rule, named, reading, rules)), None
        )
        if ready:
            yield named, ready


def _takes(
    ready: ReadyParameter, named: NamedParameter, reading: Reading, rules: CompiledRules
) -> bool:
    if named.words not in ready.names and not (" " + named.words).endswith(
        ready.endings or ("\0",)
    ):
        return False
    if ready.not_after and _only_looks(ready.not_after, reading, rules):
        return False
    parameter = named.parameter
    if ready.rule.free_text and (parameter.choices or not _is_text(parameter.type)):
        return False
    if not ready.beside and not ready.unless:
        return True
    said = spaced(
        first_sentence(parameter.description or ""), rules.rules.reading.irregular_plurals
    )
    around = (reading.name, reading.sentence, said)
    if ready.beside and not any(ready.beside.first_in(text) for text in around):
        return False
    return not any(ready.unless.first_in(text) for text in around)


def _only_looks(verbs: frozenset[str], reading: Reading, rules: CompiledRules) -> bool:
    """Whether the leading verb only looks at such a value, and no other verb runs anything."""
    lead = reading.lead
    if lead is None or lead.verb not in verbs:
        return False
    return all(rules.category_of(verb) is not Category.EXECUTE for verb in reading.verbs)


def _is_text(declared: str) -> bool:
    return "string" in declared or declared in ("any", "array", "object")


def _from_hints(reading: Reading, rules: CompiledRules) -> Iterator[Signal]:
    for rule in rules.rules.hints:
        value = reading.hint(rule.hint)
        if value is not rule.value:
            continue
        word = "true" if rule.value else "false"
        arrow = f"\u2192 {rule.category.title()} (+{rule.weight})"
        says = f"S8 the server declares {rule.hint}: {word} {arrow}"
        yield Signal(
            "S8", rule.id, rule.category, rule.weight, says, "", f"/annotations/{rule.hint}"
        )
