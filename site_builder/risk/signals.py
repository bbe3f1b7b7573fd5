"""Gathers what in a definition speaks for a category: signals S1 to S10 of the risk model."""

from __future__ import annotations

from collections.abc import Iterator

from site_builder.model.assessment import ParameterRisk, Signal
from site_builder.model.rules import PhraseRule
from site_builder.model.vocabulary import Category
from site_builder.risk.choices import choice_signals
from site_builder.risk.compiled import CompiledRules, ReadyParameter, spaced
from site_builder.risk.meaning import meaning_of
from site_builder.risk.reading import NamedParameter, Reading, body_of
from site_builder.risk.words import first_sentence, words

_NAME_WEIGHT = 3
_DESCRIPTION_WEIGHT = 2


def signals_of(reading: Reading, rules: CompiledRules) -> tuple[Signal, ...]:
    """Every signal of a definition, in the order S1 to S9; S10 alone where there is none."""
    choices = tuple(choice_signals(reading, rules))
    vague = rules.vague if choices else frozenset()
    found = (
        *_from_name(reading, rules, vague),
        *_from_description(reading, rules, vague),
        *_from_phrases(reading, rules),
        *choices,
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


def parameter_risks(reading: Reading, rules: CompiledRules) -> tuple[ParameterRisk, ...]:
    """What each parameter lets a caller choose, in the order of the schema."""
    return tuple(
        ParameterRisk(named.parameter.name, ready.rule.kind, ready.rule.id, ready.rule.reason)
        for named, ready in _matching_parameters(reading, rules)
    )


def _from_name(reading: Reading, rules: CompiledRules, vague: frozenset[str]) -> Iterator[Signal]:
    for action in reading.name_actions:
        signal, rule, category = meaning_of(action, reading, rules)
        weight = _NAME_WEIGHT if action.sure and action.verb not in vague else 1
        says = f'{signal} name token "{action.quote}" \u2192 {category.title()} (+{weight})'
        yield Signal(signal, rule, category, weight, says, action.quote, "/name")
    noun = rules.final_nouns.get(reading.last_name_word)
    sure = any(action.sure for action in reading.name_actions)
    told = not reading.name_actions or bool(reading.description_actions)
    if noun and told and not sure:
        arrow = f"\u2192 {noun.category.title()} (+{noun.weight})"
        says = f'S1 name ends in "{reading.last_name_word}" {arrow}'
        yield Signal("S1", noun.id, noun.category, noun.weight, says)


def _from_description(
    reading: Reading, rules: CompiledRules, vague: frozenset[str]
) -> Iterator[Signal]:
    named = any(action.sure for action in reading.name_actions)
    full = _DESCRIPTION_WEIGHT if named else _NAME_WEIGHT
    meant = {meaning_of(action, reading, rules)[2] for action in reading.name_actions}
    writes = Category.WRITE in meant
    reads = meant == {Category.READ}
    for action in reading.description_actions:
        weight = 1 if action.verb in vague else full if action.sure else full - 1
        signal, rule, category = meaning_of(action, reading, rules)
        if signal in ("S6", "S7") and action.sure:
            weight = _NAME_WEIGHT  # naming the money or the language says as much as a name
        elif action.sure and writes and category.rank > Category.WRITE.rank:
            # "Update" in a name may be a mild word for what the description owns up to.
            weight = weight if action.verb in rules.mild else _NAME_WEIGHT
        elif (
            action.sure
            and reads
            and (
                category in (Category.DESTRUCTIVE, Category.FINANCIAL)
                or (category is not Category.READ and rule not in rules.lexicon)
            )
        ):
            weight = _NAME_WEIGHT  # a name that reads does not excuse what the description says
        signal = "S2" if signal == "S1" else signal
        says = f'{signal} description says "{action.quote}" \u2192 {category.title()} (+{weight})'
        yield Signal(signal, rule, category, weight, says, action.quote, "/description")


def _from_phrases(reading: Reading, rules: CompiledRules) -> Iterator[Signal]:
    lead = reading.lead
    reads = lead is not None and meaning_of(lead, reading, rules)[2] is Category.READ
    for rule, quote in strong_phrases(reading, rules):
        if reads and not rule.after_read:
            continue
        says = f'S3 description says "{quote}" \u2192 {rule.category.title()} (+{rule.weight})'
        yield Signal("S3", rule.id, rule.category, rule.weight, says, quote, "/description")


def strong_phrases(reading: Reading, rules: CompiledRules) -> Iterator[tuple[PhraseRule, str]]:
    """Strong phrases of a description that no negation stands before, each rule once."""
    body = reading.body_words
    seen: set[str] = set()
    for at, text in enumerate(reading.body_singular):
        for rule, phrase in rules.phrases_by_first_word.get(text, ()):
            if rule.id in seen or reading.body_singular[at : at + len(phrase)] != phrase:
                continue
            window = body[max(0, at - rules.rules.reading.negation_window) : at]
            if not rules.negations.isdisjoint(window):
                continue
            seen.add(rule.id)
            spans = words(body_of(reading.description))
            yield rule, reading.description[spans[at].start : spans[at + len(phrase) - 1].end]


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
        candidates = rules.parameters_for(named.words)
        ready = next((rule for rule in candidates if _takes(rule, named, reading, rules)), None)
        if ready:
            yield named, ready


def _takes(
    ready: ReadyParameter, named: NamedParameter, reading: Reading, rules: CompiledRules
) -> bool:
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
