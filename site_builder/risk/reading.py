"""Reads a tool definition once: its words, the actions it names, its parameters.

Everything later - signals, attributes, severity - asks this reading, never the raw definition.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from site_builder.model.definition import ToolDefinition
from site_builder.model.parameters import Parameter, parameters
from site_builder.risk.actions import (
    Action,
    actions_further_on,
    actions_in_name,
    actions_in_sentence,
    joined_verbs,
    outside_tags,
)
from site_builder.risk.compiled import CompiledRules
from site_builder.risk.context import ServerContext
from site_builder.risk.words import (
    Word,
    first_sentence,
    name_words,
    singulars,
    texts,
    without_quotations,
    words,
)

_BRAND = re.compile(r"\b[A-Z][a-z]+[A-Z][A-Za-z]*\b")
_BRAND_SEARCH = 600
# Beyond this nothing in a description is read for phrases: enough for the longest honest ones.
_MAX_DESCRIPTION = 40_000


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
    body_words: tuple[str, ...]
    body_singular: tuple[str, ...]
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

    def joined(several: list[str]) -> str:
        return f" {' '.join(singulars(several, plurals))} "

    description = definition.description or ""
    in_name = _own_words(name_words(definition.name), context)
    brands = _brand_words(description, in_name)
    acting = tuple(word for at, word in enumerate(in_name) if at not in brands) or in_name
    sentence = first_sentence(description)
    in_sentence = outside_tags(sentence, words(sentence))
    said = actions_in_sentence(sentence, joined_verbs(in_sentence, rules), rules)
    name_actions = actions_in_name(definition.name, joined_verbs(acting, rules), said, rules)
    if not said and not any(action.sure for action in name_actions):
        said = actions_further_on(description, sentence, rules)
    body_words = tuple(texts(body_of(description)))
    body_singular = tuple(singulars(body_words, plurals))
    used = {action.quote.lower() for action in name_actions[:1]}
    annotations = definition.annotations or {}
    title = definition.title or annotations.get("title")
    return Reading(
        definition=definition,
        context=context,
        name=joined([word.text for word in in_name]),
        name_objects=joined([word.text for word in in_name if word.text not in used]),
        title=joined(texts(title)) if isinstance(title, str) else " ",
        sentence=joined([word.text for word in in_sentence]),
        body=f" {' '.join(body_singular)} ",
        body_words=body_words,
        body_singular=body_singular,
        last_name_word=_last_noun(acting, rules),
        name_actions=name_actions,
        description_actions=said,
        parameters=tuple(
            NamedParameter(parameter, " ".join(word.text for word in name_words(parameter.name)))
            for parameter in parameters(definition.input_schema)
        ),
        description_length=len(texts(description[:200])),
    )


def body_of(description: str) -> str:
    """What of a description is searched for phrases: quotations blanked out, positions kept."""
    return without_quotations(description[:_MAX_DESCRIPTION])


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


def _brand_words(description: str, in_name: tuple[Word, ...]) -> frozenset[int]:
    """Positions of name words that the description writes as one capitalised word: a brand."""
    brands = {match.lower() for match in _BRAND.findall(description[:_BRAND_SEARCH])}
    return frozenset(
        position
        for at in range(len(in_name) - 1)
        if in_name[at].text + in_name[at + 1].text in brands
        for position in (at, at + 1)
    )
