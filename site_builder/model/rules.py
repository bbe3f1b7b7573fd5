"""The rule file of the risk model (`risk/rules.yaml`), as it is written.

Every rule has an id, a `why` for readers, and made-up definitions it must and must not fire on.
Words and phrases are given in lower case and matched word by word in the singular: no rule is
a pattern, so no text of a server can make one slow.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from site_builder.model.rule import DataClass, Flag, Rule, Words
from site_builder.model.server_rules import AssuranceRules, CombinationRule, ExposureRule
from site_builder.model.shape import Shape, Text
from site_builder.model.vocabulary import (
    Category,
    ParameterKind,
    SeverityLevel,
)

Weight = Annotated[int, Field(ge=1, le=3)]
Place = Literal["name", "title", "first_sentence", "description"]


class Examples(Shape):
    """Made-up definitions, `name(parameters) [hints]: description`, that a test runs."""

    yes: Annotated[Words, Field(min_length=1)]
    no: Annotated[Words, Field(min_length=1)]


class ExemplifiedRule(Rule):
    """A rule over one definition; its examples say where it fires and where it does not."""

    tests: Examples


class Reading(Shape):
    """How names and descriptions are cut into words."""

    compounds: Words
    """Two words that are one thing, the second of them no verb: "pull request"."""
    also_nouns: Words
    """Verbs that are as often the name of a thing: "order", "test"."""
    telling: Words
    """Last words of a name that say it only tells something: "deploy status"."""
    prepositions: Words
    """What stands after one of these is not the direct object: "add a note to a container"."""
    takes_nouns: Words
    """Verbs beside which another verb in a name is a noun, unless it destroys or costs."""
    verb_prefixes: Words
    """Prefixes that leave a verb in its category: "resend" is as "send", "unset" as "set"."""
    phrasal_verbs: Words
    """Two words that are one verb, which the lexicon writes as one: "set up"."""
    vague: Words
    """Verbs that say little where a parameter's values name the actions."""
    mild: Words
    """Verbs as often said of a plain change: they add little to a name that says "change"."""
    skip_in_names: Words
    skip_in_descriptions: Words
    negations: Words
    negation_window: Annotated[int, Field(ge=1, le=8)]
    irregular_plurals: dict[str, Text]


class VerbRule(ExemplifiedRule):
    """Verbs of one category (S1 in a name, S2 in the first sentence of a description)."""

    category: Category
    verbs: Words


class FinalNounRule(ExemplifiedRule):
    """A name without a verb whose last word says what comes back ("status")."""

    category: Category
    weight: Weight
    nouns: Words


class ActionRule(ExemplifiedRule):
    """A verb that means something else next to an object; the first that fits decides.

    `verbs`: the verb is one of them. `objects`: one of them stands beside it. `beside` must be
    said too, in the name or the first sentence; `unless` must not.
    `terminal`: only where the server or the tool drives a terminal. `direct`: only an object
    before the first preposition counts.
    """

    signal: Literal["S1", "S6", "S7", "S9"]
    category: Category
    verbs: Annotated[Words, Field(min_length=1)]
    objects: Words = ()
    beside: Words = ()
    unless: Words = ()
    terminal: bool = False
    direct: bool = False


class PhraseRule(ExemplifiedRule):
    """Words in a description that speak for a category wherever they stand (S3).

    Not counted after a negation, inside quoted examples, or where the leading verb reads
    (`after_read` counts them there too).
    """

    category: Category
    weight: Weight
    phrases: Words
    after_read: bool = False


class ChoiceRule(ExemplifiedRule):
    """A parameter whose declared values name the action (S4)."""

    names: Words
    values: dict[str, Category]
    """Values that mean something of their own here; the first word of any other is a verb."""
    not_after: Words = ()
    """Leading verbs after which the values are a filter; a value that destroys counts even so."""
    lists: bool = False
    """Whether a text may list the values where the parameter declares none."""
    data_after: Words = ()
    """Leading verbs after which values in capitals are stored: the HTTP method of a record."""
    at_least: Annotated[int, Field(ge=1, le=4)] = 1
    """How many values must be verbs before any of them counts."""


class ParameterRule(ExemplifiedRule):
    """What a parameter lets a caller choose (S5): its kind, and the category that implies.

    `names` are whole names, `endings` their last words. `beside` must be said in the tool's name,
    first sentence or the parameter's description; `unless` must not. With `free_text` a parameter
    with declared choices, or of a type that is not text, does not count. `not_after` are leading
    verbs that only look at such a value.
    """

    kind: ParameterKind
    names: Words = ()
    endings: Words = ()
    beside: Words = ()
    unless: Words = ()
    free_text: bool = True
    category: Category | None = None
    weight: Weight = 3
    not_after: Words = ()
    reason: Text


class HintRule(ExemplifiedRule):
    """What an annotation of the server's own adds (S8): it may raise, it never lowers."""

    hint: Literal["readOnlyHint", "destructiveHint"]
    value: bool
    category: Category
    weight: Weight


class When(Shape):
    """A condition on a tool; every part that is given must hold.

    `says`: one of these phrases stands in `places`. `verbs`: one of its verbs. `parameters`: it
    takes a parameter of one of these names; `kinds`: of one of these kinds. `lists`: it takes a
    list of objects. `hints`: one of these annotations is explicitly true.
    """

    categories: tuple[Category, ...] = ()
    capabilities: tuple[Category, ...] = ()
    says: Words = ()
    places: tuple[Place, ...] = ("name", "first_sentence")
    verbs: Words = ()
    parameters: Words = ()
    kinds: tuple[ParameterKind, ...] = ()
    lists: bool = False
    hints: tuple[Literal["openWorldHint", "destructiveHint"], ...] = ()
    flags: tuple[Flag, ...] = ()
    data: tuple[DataClass, ...] = ()
    unless: Words = ()


class ConditionalRule(ExemplifiedRule):
    """A rule that fires where one of `when` holds."""

    when: Annotated[tuple[When, ...], Field(min_length=1)]


class FlagRule(ConditionalRule):
    """An attribute of a tool."""

    flag: Flag


class DataRule(ConditionalRule):
    """The class of data a tool gives access to; the first that fits decides."""

    data: DataClass


class PointsRule(ConditionalRule):
    """Points of one severity factor; of a factor's rules the one with most points counts."""

    points: Annotated[int, Field(ge=-1, le=6)]
    unknown: bool = False


class FactorRules(Shape):
    """One severity factor: its label, its rules, and what it is worth where none fires."""

    label: Text
    rules: tuple[PointsRule, ...]
    otherwise: Rule
    otherwise_points: Annotated[int, Field(ge=0, le=6)]
    otherwise_unknown: bool = False


class Band(Shape):
    """The least total of a severity level."""

    level: SeverityLevel
    least: int


class BoundRule(ConditionalRule):
    """A level that a tool cannot be under (floor) or over (ceiling)."""

    level: SeverityLevel


class SeverityRules(Shape):
    """How severity is added up. `base` is the factor of the category itself."""

    base_label: Text
    base: dict[Category, int]
    base_rule: Rule
    factors: dict[
        Literal["blast", "reversibility", "egress", "privilege", "data", "guards"], FactorRules
    ]
    bands: tuple[Band, ...]
    floors: tuple[BoundRule, ...]
    ceilings: tuple[BoundRule, ...]


class ConfidenceRules(Shape):
    """Hundredths of the confidence score."""

    start: int
    per_signal: int
    agreement: int
    disagreement: int
    no_description: int
    short_description_words: int
    per_contradiction: int
    read_only_hint: int
    least: int
    most: int
    without_signal: int
    only_vague: int
    """At most this where no verb but a vague one ("manage") says what is done."""
    review_below: int


class ContradictionRule(ExemplifiedRule):
    """Two things that cannot both be right; never netted out."""

    kind: Literal[
        "read-only-hint",
        "not-read-only-hint",
        "destructive-hint",
        "name-and-description",
        "read-with-strong-words",
    ]


class Rules(Shape):
    """The whole rule file."""

    version: Annotated[int, Field(ge=1)]
    reading: Reading
    verbs: tuple[VerbRule, ...]
    final_nouns: tuple[FinalNounRule, ...]
    actions: tuple[ActionRule, ...]
    phrases: tuple[PhraseRule, ...]
    choices: tuple[ChoiceRule, ...]
    parameters: tuple[ParameterRule, ...]
    hints: tuple[HintRule, ...]
    terminal: Words
    """Words that mark a server which drives a terminal (S9)."""
    default: ExemplifiedRule
    """S10: nothing says what the tool does."""
    flags: tuple[FlagRule, ...]
    data: tuple[DataRule, ...]
    confidence: ConfidenceRules
    contradictions: tuple[ContradictionRule, ...]
    severity: SeverityRules
    exposure: tuple[ExposureRule, ...]
    combinations: tuple[CombinationRule, ...]
    assurance: AssuranceRules
