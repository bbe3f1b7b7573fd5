"""Reads a tool definition once: its words, the actions it names, its parameters.

Everything later - signals, attributes, severity - asks this reading, never the raw definition.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from site_builder.model.definition import ToolDefinition
from site_builder.model.parameters import Parameter, parameters
from site_builder.model.vocabulary import Category
from site_builder.risk.compiled import CompiledRules
from site_builder.risk.context import ServerContext
from site_builder.risk.words import (
    Word,
    first_sentence,
    name_words,
    singular,
    without_quotations,
    words,
)

_CONJUNCTIONS = frozenset({"or", "and", "then", "also"})
_JOINS = frozenset("/,(&+|")
_AFTERWARDS = frozenset({"and", "then"})
_DETERMINERS = frozenset({"the", "a", "an", "it", "them", "its", "their", "all", "any"})
_MAX_WORDS_BEFORE_VERB = 4
_BRAND = re.compile(r"\b[A-Z][a-z]+[A-Z][A-Za-z]*\b")
_BRAND_SEARCH = 600
_SHORTEST_ADVERB = 4
# Beyond this nothing in a description is read for phrases: enough for the longest honest ones.
_MAX_DESCRIPTION = 40_000


@dataclass(frozen=True, slots=True)
class Action:
    """A verb that a definition names as what the tool does.

    `place` is "name", "description" or "value"; `quote` the text as it stands there. `sure` is
    False where the word may be a noun.
    """

    verb: str
    place: str
    quote: str
    sure: bool = True


@dataclass(frozen=True, slots=True)
class NamedParameter:
    """A parameter with the words of its name, joined by spaces."""

    parameter: Parameter
    words: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What a definition says, cut into words.

    The texts are singular words with a space on either side, ready for phrases. `body` is the
    whole description without quotations.
    """

    definition: ToolDefinition
    context: ServerContext
    name: str
    name_objects: str
    title: str
    sentence: str
    body: str
    body_words: tuple[Word, ...]
    last_name_word: str
    name_actions: tuple[Action, ...]
    description_actions: tuple[Action, ...]
    parameters: tuple[NamedParameter, ...]
    description_length: int

    @property
    def description(self) -> str:
        """The description as declared, "" where there is none."""
        return self.definition.description or ""

    @property
    def verbs(self) -> frozenset[str]:
        """Every verb the definition names as an action."""
        return frozenset(action.verb for action in (*self.name_actions, *self.description_actions))

    @property
    def lead(self) -> Action | None:
        """The action that leads: the name's first, else the description's."""
        return next(iter((*self.name_actions, *self.description_actions)), None)

    def hint(self, name: str) -> bool | None:
        """An annotation, where the server states it as a truth value; None is "not stated"."""
        value = (self.definition.annotations or {}).get(name)
        return value if isinstance(value, bool) else None


def read(definition: ToolDefinition, context: ServerContext, rules: CompiledRules) -> Reading:
    """`definition` cut into words by the reading rules."""
    plurals = rules.rules.reading.irregular_plurals

    def joined(texts: list[str]) -> str:
        return f" {' '.join([singular(text, plurals) for text in texts])} "

    description = definition.description or ""
    in_name = _own_words(name_words(definition.name), context)
    brands = _brand_words(description, in_name)
    in_name = tuple(word for at, word in enumerate(in_name) if at not in brands) or in_name
    name_actions = _name_actions(definition.name, in_name, rules)
    sentence = first_sentence(description)
    in_sentence = words(sentence)
    body_words = words(without_quotations(description[:_MAX_DESCRIPTION]))
    used = {action.quote.lower() for action in name_actions[:1]}
    annotations = definition.annotations or {}
    title = definition.title or annotations.get("title")
    return Reading(
        definition=definition,
        context=context,
        name=joined([word.text for word in in_name]),
        name_objects=joined([word.text for word in in_name if word.text not in used]),
        title=joined([word.text for word in words(title)]) if isinstance(title, str) else " ",
        sentence=joined([word.text for word in in_sentence]),
        body=joined([word.text for word in body_words]),
        body_words=body_words,
        last_name_word=_last_noun(in_name, rules),
        name_actions=name_actions,
        description_actions=_description_actions(sentence, in_sentence, rules),
        parameters=tuple(
            NamedParameter(parameter, " ".join(word.text for word in name_words(parameter.name)))
            for parameter in parameters(definition.input_schema)
        ),
        description_length=len(words(description[:200])),
    )


def _own_words(in_name: tuple[Word, ...], context: ServerContext) -> tuple[Word, ...]:
    """The words of a name without the server's own name in front."""
    kept = in_name
    while len(kept) > 1 and kept[0].text in context.name_prefix:
        kept = kept[1:]
    return kept


def _last_noun(in_name: tuple[Word, ...], rules: CompiledRules) -> str:
    for word in reversed(in_name):
        if word.text not in rules.skip_in_names:
            return word.text
    return ""


def _name_actions(
    name: str, in_name: tuple[Word, ...], rules: CompiledRules
) -> tuple[Action, ...]:
    """The verbs of a name: the first leads; one at the end leads where the first may be a noun."""
    plurals = rules.rules.reading.irregular_plurals
    kept = [word for word in in_name if word.text not in rules.skip_in_names]
    found: list[tuple[int, Word]] = []
    at = 0
    while at < len(kept):
        pair = tuple(singular(word.text, plurals) for word in kept[at : at + 2])
        if pair in rules.compounds:
            at += 2
            continue
        if kept[at].text in rules.verbs:
            found.append((at, kept[at]))
        at += 1
    if not found:
        return ()
    at, lead = found[0]
    better = _verb_after_noun(found, len(kept), rules)
    if better is not None:
        return (_named(name, better),)
    reads = rules.category_of(lead.text) is Category.READ
    actions = [_named(name, lead, sure=not _may_be_noun(at, lead, kept, rules))]
    for next_at, word in found[1:]:
        between = [other.text for other in kept[at + 1 : next_at]]
        conjoined = between in (["or"], ["and"])
        adjacent = (
            not between
            and not reads
            and word.text not in rules.also_nouns
            and rules.category_of(word.text) is not Category.READ
        )
        if not conjoined and not adjacent:
            break
        actions.append(_named(name, word))
        at = next_at
    return tuple(actions)


def _verb_after_noun(
    found: list[tuple[int, Word]], length: int, rules: CompiledRules
) -> Word | None:
    """The plain verb that makes a noun of the word before it ("order" in `order_cancel`)."""
    at, lead = found[0]
    if lead.text not in rules.also_nouns:
        return None
    last_at, last = found[-1]
    if last_at == length - 1 and last.text not in rules.also_nouns:
        return last
    runs = rules.category_of(lead.text) is Category.EXECUTE
    for next_at, word in found[1:2]:
        if next_at == at + 1 and not runs and word.text not in rules.also_nouns:
            return word
    return None


def _may_be_noun(at: int, lead: Word, kept: list[Word], rules: CompiledRules) -> bool:
    """Whether the only verb of a name stands where a noun would: `vault_log`."""
    return 0 < at == len(kept) - 1 and lead.text in rules.also_nouns


def _brand_words(description: str, in_name: tuple[Word, ...]) -> frozenset[int]:
    """Positions of name words that the description writes as one capitalised word: a brand."""
    brands = {match.lower() for match in _BRAND.findall(description[:_BRAND_SEARCH])}
    return frozenset(
        position
        for at in range(len(in_name) - 1)
        if in_name[at].text + in_name[at + 1].text in brands
        for position in (at, at + 1)
    )


def _named(name: str, word: Word, *, sure: bool = True) -> Action:
    return Action(word.text, "name", name[word.start : word.end], sure)


def _description_actions(
    sentence: str, in_sentence: tuple[Word, ...], rules: CompiledRules
) -> tuple[Action, ...]:
    """The verbs that a first sentence opens with, and those joined to them."""
    start = _first_verb(sentence, in_sentence, rules)
    if start is None:
        return _foreign_action(sentence, rules)
    at, sure = start
    actions = [_described(sentence, in_sentence[at], rules, sure=sure)]
    position = at + 1
    while position < len(in_sentence):
        word, before = in_sentence[position], in_sentence[position - 1]
        joined = bool(_JOINS & set(sentence[before.end : word.start]))
        if not joined and before.text not in _CONJUNCTIONS and word.text not in _CONJUNCTIONS:
            break
        if word.text in rules.forms:
            actions.append(_described(sentence, word, rules, sure=sure))
        elif word.text not in _CONJUNCTIONS:
            break
        position += 1
    later = (_later_verb(at, in_sentence, rules) for at in range(position + 1, len(in_sentence)))
    actions += [_described(sentence, word, rules, sure=sure) for word in later if word]
    return tuple(actions)


def _later_verb(at: int, in_sentence: tuple[Word, ...], rules: CompiledRules) -> Word | None:
    """The word at `at` where it is what a call does too: "... and burn it"."""
    word, before = in_sentence[at], in_sentence[at - 1].text
    if word.text not in rules.forms or before not in _AFTERWARDS:
        return None
    after = in_sentence[at + 1].text if at + 1 < len(in_sentence) else ""
    return word if after in _DETERMINERS else None


def _first_verb(
    sentence: str, in_sentence: tuple[Word, ...], rules: CompiledRules
) -> tuple[int, bool] | None:
    """Where the leading verb stands, and whether nothing of substance stands before it."""
    passed = 0
    for at, word in enumerate(in_sentence):
        if at and _separates(sentence[in_sentence[at - 1].end : word.start]):
            passed = 0
        if word.text in rules.forms and not (passed and word.text in rules.also_nouns):
            return at, passed == 0
        if word.text in rules.skip_in_descriptions or (
            word.text.endswith("ly") and len(word.text) > _SHORTEST_ADVERB
        ):
            continue
        passed += 1
        if passed > _MAX_WORDS_BEFORE_VERB:
            return None
    return None


def _separates(gap: str) -> bool:
    return any(mark in gap for mark in (":", "|", "]", "\u2014", " - ", "\n", "\u2013"))


def _described(sentence: str, word: Word, rules: CompiledRules, *, sure: bool) -> Action:
    verb = rules.forms[word.text]
    return Action(verb, "description", sentence[word.start : word.end], sure)


def _foreign_action(sentence: str, rules: CompiledRules) -> tuple[Action, ...]:
    """The earliest verb of a language written without spaces."""
    if sentence.isascii():
        return ()
    found = [(sentence.find(verb), verb) for verb in rules.foreign_verbs if verb in sentence]
    if not found:
        return ()
    _, verb = min(found)
    return (Action(verb, "description", verb),)
