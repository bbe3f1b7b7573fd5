"""What the risk model says of a tool and of a server: results with their reasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from site_builder.model.vocabulary import Category, ParameterKind, SeverityLevel


@dataclass(frozen=True, slots=True)
class Signal:
    """One thing in a definition that speaks for a category.

    `signal` is S1 to S10 of the risk model, `rule` the rule that fired, `says` the sentence shown
    to readers, `quote` text that stands verbatim at `pointer` in the definition ("" where the
    signal is not a quote).
    """

    signal: str
    rule: str
    category: Category
    weight: int
    says: str
    quote: str = ""
    pointer: str = ""


@dataclass(frozen=True, slots=True)
class ParameterRisk:
    """What one parameter lets a caller choose, and why that matters."""

    parameter: str
    kind: ParameterKind
    rule: str
    reason: str


@dataclass(frozen=True, slots=True)
class Case:
    """One value of a deciding argument and the category of the calls that carry it."""

    parameter: str
    value: str
    category: Category


@dataclass(frozen=True, slots=True)
class Attributes:
    """What else is known of a tool; None is "not known"."""

    open_world: bool | None = None
    egress: bool = False
    untrusted_content: bool = False
    drives_terminal: bool = False
    bulk: bool = False
    dry_run: bool = False
    irreversible: bool | None = None
    data: str | None = None
    """public, workspace, personal, financial or credentials."""


@dataclass(frozen=True, slots=True)
class Factor:
    """One line of the severity ledger.

    `points` is what counts; where a record replaced the computed value, `computed` keeps that one.
    `unknown` marks a middle value taken for want of information.
    """

    name: str
    label: str
    points: int
    reason: str
    rule: str
    unknown: bool = False
    computed: int | None = None


@dataclass(frozen=True, slots=True)
class Bound:
    """A floor or a ceiling that moved a level, and why."""

    rule: str
    level: SeverityLevel
    reason: str


@dataclass(frozen=True, slots=True)
class Severity:
    """Points, the band they fall into, and the bounds that moved it."""

    level: SeverityLevel
    total: int
    factors: tuple[Factor, ...]
    bounds: tuple[Bound, ...] = ()


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two things in a definition that cannot both be right; shown, never netted out."""

    code: str
    says: str


@dataclass(frozen=True, slots=True)
class Assessment:
    """What the model makes of one tool.

    `category` is the headline that counts; `computed_category` the model's own, which differs only
    where the record gives `category_why`. `confidence` is a score from 0.05 to 0.95, no
    probability. `needs_review` asks a person to look.
    """

    category: Category
    computed_category: Category
    category_why: str
    capabilities: tuple[Category, ...]
    signals: tuple[Signal, ...]
    parameters: tuple[ParameterRisk, ...]
    cases: tuple[Case, ...]
    attributes: Attributes
    severity: Severity
    contradictions: tuple[Contradiction, ...]
    confidence: float
    needs_review: bool


@dataclass(frozen=True, slots=True)
class AttackMatch:
    """An attack that exploits what a tool can do, and the one-line reason it applies here.

    `general` where it concerns any tool, whatever it can do.
    """

    attack: str
    reason: str
    general: bool = False


@dataclass(frozen=True, slots=True)
class Combination:
    """A dangerous combination of tools inside one server, with the tools on each leg."""

    code: str
    title: str
    why: str
    legs: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One rule of the grade: `points` of `of`, or not observed."""

    bucket: str
    rule: str
    points: int
    of: int
    observed: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Cap:
    """A rule that holds a grade down whatever the points, and why."""

    rule: str
    grade: str
    reason: str


@dataclass(frozen=True, slots=True)
class Grade:
    """How far a server's publisher, access, upkeep and definitions can be trusted.

    `letter` is A to F, None where less than 40% of the points could be observed ("not graded");
    under 60% it is `provisional`. `score` is the share of the observed points, 0 to 100.
    """

    letter: str | None
    provisional: bool
    score: int | None
    coverage: int
    ledger: tuple[LedgerLine, ...]
    caps: tuple[Cap, ...]


@dataclass(frozen=True, slots=True)
class ServerAssessment:
    """What the model makes of a server as a whole: exposure E0 to E4, combinations, grade."""

    exposure: int
    exposure_why: str
    combinations: tuple[Combination, ...]
    grade: Grade


@dataclass(frozen=True, slots=True)
class ToolAssessment:
    """Everything the model says of one tool.

    `pin` is `mrd1:` and the SHA-256 of the reviewed part of the definition; `tokens` estimates
    what the definition costs in a context window (UTF-8 bytes of its compact JSON divided by 4).
    """

    assessment: Assessment
    attacks: tuple[AttackMatch, ...]
    pin: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Assessed:
    """The assessments of a catalogue: of tools by (server slug, file stem), of servers by slug."""

    rules_version: int
    tools: Mapping[tuple[str, str], ToolAssessment]
    servers: Mapping[str, ServerAssessment]
