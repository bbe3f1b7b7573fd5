"""The rules made ready to run: words indexed once, so that a tool costs look-ups only."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from site_builder.model.rules import (
    ActionRule,
    ChoiceRule,
    ConditionalRule,
    FinalNounRule,
    ParameterRule,
    PhraseRule,
    Rules,
    VerbRule,
    When,
)
from site_builder.model.server_rules import HygieneRule
from site_builder.model.vocabulary import Category
from site_builder.risk.words import name_words, singulars, texts, verb_forms


@dataclass(frozen=True, slots=True)
class Phrases:
    """Phrases to look for in a text of singular words with a space on either side."""

    spaced: tuple[str, ...]

    def before_first(self, text: str) -> str:
        """What stands before the first of the phrases in `text`, a space at its end."""
        found = [at for phrase in self.spaced if (at := text.find(phrase)) >= 0]
        return text[: min(found) + 1] if found else text

    def first_in(self, text: str) -> str:
        """The first of the phrases that stands in `text`, without its spaces; "" for none."""
        for phrase in self.spaced:
            if phrase in text:
                return phrase[1:-1]
        return ""

    def __bool__(self) -> bool:
        return bool(self.spaced)


@dataclass(frozen=True, slots=True)
class ReadyAction:
    """An `ActionRule` with its words indexed."""

    rule: ActionRule
    verbs: frozenset[str]
    objects: Phrases
    beside: Phrases
    unless: Phrases


@dataclass(frozen=True, slots=True)
class ReadyParameter:
    """A `ParameterRule` with its words indexed; names and endings are space-joined words."""

    rule: ParameterRule
    names: frozenset[str]
    endings: tuple[str, ...]
    beside: Phrases
    unless: Phrases
    not_after: frozenset[str]


@dataclass(frozen=True, slots=True)
class ReadyWhen:
    """A `When` with its words indexed."""

    when: When
    says: Phrases
    verbs: frozenset[str]
    parameters: frozenset[str]
    unless: Phrases


@dataclass(frozen=True, slots=True)
class CompiledRules:
    """`rules` and the indexes that the classifier runs on."""

    rules: Rules
    verbs: Mapping[str, VerbRule]
    lexicon: frozenset[str]
    """The ids of the verb rules: a verb that means what it always does."""
    forms: Mapping[str, str]
    foreign_verbs: tuple[str, ...]
    compounds: frozenset[tuple[str, str]]
    phrasal_verbs: Mapping[tuple[str, str], str]
    """The two words of a phrasal verb in each form of the first, and the verb they are."""
    also_nouns: frozenset[str]
    takes_nouns: frozenset[str]
    telling: frozenset[str]
    prepositions: Phrases
    vague: frozenset[str]
    mild: frozenset[str]
    skip_in_names: frozenset[str]
    skip_in_descriptions: frozenset[str]
    negations: frozenset[str]
    final_nouns: Mapping[str, FinalNounRule]
    actions_by_verb: Mapping[str, tuple[ReadyAction, ...]]
    phrases_by_first_word: Mapping[str, tuple[tuple[PhraseRule, tuple[str, ...]], ...]]
    choices: Mapping[str, ChoiceRule]
    listing: ChoiceRule
    """The rule for actions that a text lists."""
    parameters: tuple[ReadyParameter, ...]
    parameters_named: Mapping[str, tuple[int, ...]]
    """Where in `parameters` the rules for a whole name stand."""
    parameters_ending: Mapping[str, tuple[int, ...]]
    """Where the rules stand whose endings have this last word."""
    terminal: Phrases
    conditions: Mapping[str, tuple[ReadyWhen, ...]]
    """The conditions of each rule that has a `when` over one tool, by the rule's id."""
    hygiene: tuple[tuple[HygieneRule, Phrases, Phrases], ...]

    def parameters_for(self, name: str) -> tuple[ReadyParameter, ...]:
        """The parameter rules for a name of space-joined words, in the order of the rules."""
        endings = self.parameters_ending.get(name[name.rfind(" ") + 1 :], ())
        fitting = [at for at in endings if f" {name}".endswith(self.parameters[at].endings)]
        named = self.parameters_named.get(name, ())
        return tuple(self.parameters[at] for at in sorted({*named, *fitting}))

    def category_of(self, verb: str) -> Category | None:
        """The category of `verb` by the lexicon; None for a word that is no verb."""
        rule = self.verbs.get(verb)
        return rule.category if rule else None


def compile_rules(rules: Rules) -> CompiledRules:
    """`rules` with every word and phrase indexed; do this once and keep the result."""
    plurals = rules.reading.irregular_plurals

    def phrases(texts: Iterable[str]) -> Phrases:
        return Phrases(tuple(spaced(text, plurals) for text in texts))

    verbs = {verb: rule for rule in rules.verbs for verb in rule.verbs}
    roots = _derived(verbs, rules.reading.verb_prefixes)
    verbs |= {verb: verbs[root] for verb, root in roots.items()}
    forms: dict[str, str] = {}
    for verb in verbs:
        for form in verb_forms(verb):
            forms.setdefault(form, verb)
    forms.update({verb: verb for verb in verbs})
    actions = tuple(
        ReadyAction(
            rule,
            frozenset(rule.verbs),
            phrases(rule.objects),
            phrases(rule.beside),
            phrases(rule.unless),
        )
        for rule in rules.actions
    )
    by_verb = {
        verb: tuple(action for action in actions if verb in action.verbs)
        for verb in sorted({verb for action in actions for verb in action.verbs})
    }
    by_verb |= {verb: by_verb[root] for verb, root in roots.items() if root in by_verb}
    parameters = tuple(
        ReadyParameter(
            rule,
            frozenset(_spaced_name(name) for name in rule.names),
            tuple(" " + _spaced_name(ending) for ending in rule.endings),
            phrases(rule.beside),
            phrases(rule.unless),
            frozenset(rule.not_after),
        )
        for rule in rules.parameters
    )
    by_first_word: dict[str, tuple[tuple[PhraseRule, tuple[str, ...]], ...]] = {}
    for rule in rules.phrases:
        for text in rule.phrases:
            phrase = tuple(spaced(text, plurals).split())
            by_first_word[phrase[0]] = (*by_first_word.get(phrase[0], ()), (rule, phrase))
    reading = rules.reading
    return CompiledRules(
        rules=rules,
        verbs=verbs,
        lexicon=frozenset(rule.id for rule in rules.verbs),
        forms=forms,
        foreign_verbs=tuple(verb for verb in verbs if not verb.isascii()),
        compounds=frozenset(_pair(compound, plurals) for compound in reading.compounds),
        phrasal_verbs={
            (form, particle): verb + particle
            for verb, particle in (phrasal.split() for phrasal in reading.phrasal_verbs)
            for form in verb_forms(verb)
        },
        also_nouns=frozenset(reading.also_nouns),
        takes_nouns=frozenset(reading.takes_nouns),
        telling=frozenset(reading.telling),
        prepositions=phrases(reading.prepositions),
        vague=frozenset(reading.vague),
        mild=frozenset(reading.mild),
        skip_in_names=frozenset(reading.skip_in_names),
        skip_in_descriptions=frozenset(reading.skip_in_descriptions),
        negations=frozenset(reading.negations),
        final_nouns={noun: rule for rule in rules.final_nouns for noun in rule.nouns},
        actions_by_verb=by_verb,
        phrases_by_first_word=by_first_word,
        choices={name: rule for rule in rules.choices for name in rule.names},
        listing=next(rule for rule in rules.choices if rule.lists),
        parameters=parameters,
        parameters_named=_places(parameters, lambda ready: ready.names),
        parameters_ending=_places(
            parameters, lambda ready: {ending.split()[-1] for ending in ready.endings}
        ),
        terminal=phrases(rules.terminal),
        conditions={
            rule_id: tuple(
                ReadyWhen(
                    one,
                    phrases(one.says),
                    frozenset(one.verbs),
                    frozenset(_spaced_name(name) for name in one.parameters),
                    phrases(one.unless),
                )
                for one in when
            )
            for rule_id, when in _conditions(rules)
        },
        hygiene=tuple(
            (rule, phrases(rule.phrases), phrases(rule.beside)) for rule in rules.assurance.hygiene
        ),
    )


def _places(
    parameters: tuple[ReadyParameter, ...],
    words_of: Callable[[ReadyParameter], Collection[str]],
) -> dict[str, tuple[int, ...]]:
    """For each word that `words_of` gives of a rule, where the rules stand that have it."""
    places: dict[str, tuple[int, ...]] = {}
    for at, ready in enumerate(parameters):
        for word in words_of(ready):
            places[word] = (*places.get(word, ()), at)
    return places


def _derived(verbs: Mapping[str, VerbRule], prefixes: Iterable[str]) -> dict[str, str]:
    """Verbs made with a prefix, and the verb each is made from: "resend" from "send".

    A verb that reads is left out: "retail" is not a way to tail.
    """
    return {
        prefix + verb: verb
        for prefix in prefixes
        for verb, rule in verbs.items()
        if verb.isascii()
        and rule.category is not Category.READ
        and prefix + verb not in verbs
        and not verb.startswith(prefix)
    }


def spaced(text: str, plurals: Mapping[str, str]) -> str:
    """The words of `text` in the singular with one space around each."""
    return f" {' '.join(singulars(texts(text), plurals))} "


def _spaced_name(name: str) -> str:
    return " ".join(word.text for word in name_words(name))


def _pair(compound: str, plurals: Mapping[str, str]) -> tuple[str, str]:
    first, second = singulars(compound.split(), plurals)
    return first, second


def _conditions(rules: Rules) -> list[tuple[str, tuple[When, ...]]]:
    severity = rules.severity
    points = [rule for factor in severity.factors.values() for rule in factor.rules]
    conditional: tuple[ConditionalRule, ...] = (
        *rules.flags,
        *rules.data,
        *points,
        *severity.floors,
        *severity.ceilings,
    )
    return [(rule.id, rule.when) for rule in conditional]
