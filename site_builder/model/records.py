"""The record types: one class a kind of YAML file, fields in canonical order.

Under `tool:` and `server:` stands what the server declares; everything beside it is ours.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from site_builder.model.definition import ServerDefinition, ToolDefinition
from site_builder.model.policy import Policy, Rule
from site_builder.model.shape import BaseUrl, Date, HttpUrl, Points, Prose, Shape, Text
from site_builder.model.vocabulary import (
    AuthPosture,
    CaptureMethod,
    Category,
    ParameterKind,
    SeverityLevel,
    Status,
    Transport,
)


class Evidence(Shape):
    """A quote that stands verbatim in the definition, at a JSON pointer into it."""

    quote: Text
    pointer: Annotated[str, Field(pattern=r"\A(?:/[^/]*)+\z", examples=["/description"])]


class CategoryOverride(Shape):
    """A category that replaces the computed one, and why."""

    value: Category
    why: Text


class FactorOverride(Shape):
    """The points of one severity factor, and why."""

    points: Points
    why: Text


class SeverityOverride(Shape):
    """Severity factors that a reviewer sets, by name."""

    factors: dict[
        Literal["base", "blast", "reversibility", "egress", "privilege", "data", "guards"],
        FactorOverride,
    ]


class AttackNote(Shape):
    """An attack that a reviewer attaches beside those the predicates find, and why it applies."""

    attack: Text
    reason: Text


class AssessmentNotes(Shape):
    """What a record says of a tool in our own words; all of it optional."""

    summary: Text | None = None
    why: Prose | None = None
    category: CategoryOverride | None = None
    severity: SeverityOverride | None = None
    evidence: tuple[Evidence, ...] = ()
    attacks: tuple[AttackNote, ...] = ()


class Question(Shape):
    """A question of the record's own, after the generated ones."""

    question: Text
    answer: Prose


class Review(Shape):
    """Where a record stands; `definition` is the pin of the definition that was looked at."""

    status: Status = Status.DRAFT
    by: Text | None = None
    date: Date | None = None
    definition: (
        Annotated[
            str,
            Field(pattern=r"\Amrd1:[0-9a-f]{64}\z", examples=["mrd1: and 64 hexadecimal digits"]),
        ]
        | None
    ) = None


class Change(Shape):
    """Something readers should know changed, on the day it did."""

    date: Date
    what: Text


class ToolRecord(Shape):
    """`servers/<server>/tools/<tool>.yaml`."""

    tool: ToolDefinition
    assessment: AssessmentNotes = AssessmentNotes()
    policy: Policy | None = None
    faq: tuple[Question, ...] = ()
    review: Review = Review()
    aliases: tuple[Text, ...] = ()
    changes: tuple[Change, ...] = ()


class Package(Shape):
    """A package that carries a server, as a package URL without its version."""

    purl: Annotated[str, Field(pattern=r"\Apkg:[a-z0-9.+-]+/\S+\z", examples=["pkg:npm/tmux-mcp"])]
    version: Text | None = None


class ServerEvidence(Shape):
    """A quote about a server and where it stands."""

    quote: Text
    source: Text


class Authentication(Shape):
    """What a server asks of its caller, and how we know."""

    posture: AuthPosture
    why: Text
    evidence: tuple[ServerEvidence, ...] = ()


class IdentityClaim(Shape):
    """A dated observation about who publishes a server."""

    claim: Text
    evidence: Text
    date: Date


class Maintenance(Shape):
    """Signs of upkeep, as observed; None is "not observed"."""

    last_release: Date | None = None
    archived: bool | None = None
    security_contact: Text | None = None


class Vulnerability(Shape):
    """A published vulnerability of the server."""

    id: Text
    """One that `identifiers.yaml` holds."""
    severity: SeverityLevel | None = None
    fixed_in: Text | None = None
    source: HttpUrl


class Capture(Shape):
    """How and when the tool list was obtained, from which version, and whether it is whole."""

    method: CaptureMethod
    version: Text | None = None
    commit: Annotated[str, Field(pattern=r"\A[0-9a-f]{7,64}\z")] | None = None
    date: Date
    complete: bool
    note: Text | None = None


class ServerRecord(Shape):
    """`servers/<server>/server.yaml`."""

    server: ServerDefinition = ServerDefinition()
    name: Text
    publisher: Text
    summary: Text | None = None
    repository: HttpUrl | None = None
    packages: tuple[Package, ...] = ()
    registry_name: Text | None = None
    transports: tuple[Transport, ...]
    """Empty where they are not known."""
    authentication: Authentication
    identity: tuple[IdentityClaim, ...] = ()
    licence: Text | None = None
    maintenance: Maintenance = Maintenance()
    vulnerabilities: tuple[Vulnerability, ...] = ()
    capture: Capture
    client_key: Annotated[str, Field(pattern=r"\A[A-Za-z0-9_-]{1,64}\z")] | None = None
    review: Review = Review()
    aliases: tuple[Text, ...] = ()
    changes: tuple[Change, ...] = ()


class AppliesWhen(Shape):
    """The predicate that attaches an attack to a tool: every part that is given must hold.

    `capabilities`: the tool has at least one of them. `parameters`: it takes a parameter of at
    least one of these kinds. `attributes`: each of them holds. `any_of`: at least one holds.
    `transports`, `authentication`: its server is reached so, or asks this of its caller.

    `every_tool` instead of all that is about the tool: the attack goes through definitions, the
    connection or the package, and what a tool can do plays no part. Pages name such an attack
    once, without a list of tools.
    """

    capabilities: tuple[Category, ...] = ()
    parameters: tuple[ParameterKind, ...] = ()
    attributes: tuple[
        Literal[
            "open_world", "egress", "untrusted_content", "bulk", "drives_terminal", "irreversible"
        ],
        ...,
    ] = ()
    any_of: tuple[AppliesWhen, ...] = ()
    transports: tuple[Transport, ...] = ()
    authentication: tuple[AuthPosture, ...] = ()
    every_tool: bool = False


class Incident(Shape):
    """Something that happened, when, and who says so."""

    date: Annotated[str, Field(pattern=r"\A\d{4}(?:-\d{2}(?:-\d{2})?)?\z")]
    what: Text
    source: HttpUrl


class Identifiers(Shape):
    """Entries of public lists that an attack maps to; one that is in no list is a mistake."""

    atlas: tuple[Text, ...] = ()
    owasp: tuple[Text, ...] = ()
    cwe: tuple[Text, ...] = ()
    cve: tuple[Text, ...] = ()


class Source(Shape):
    """Where a statement can be checked."""

    title: Text
    url: HttpUrl
    checked: Date


class AttackRecord(Shape):
    """`attacks/<attack>.yaml`. `reason` may use {tool}, {parameter} and {server}."""

    title: Text
    summary: Text
    mechanism: Prose
    steps: Annotated[tuple[Text, ...], Field(min_length=1)]
    applies_when: AppliesWhen
    reason: Text
    incidents: tuple[Incident, ...] = ()
    identifiers: Identifiers = Identifiers()
    stopped_by: Annotated[tuple[Text, ...], Field(min_length=1)]
    sources: Annotated[tuple[Source, ...], Field(min_length=1)]


class DefaultPolicy(Rule):
    """The policy a category recommends where a record has none of its own."""


class CategoryRecord(Shape):
    """`categories/<category>.yaml`."""

    title: Text
    summary: Text
    meaning: Prose
    examples: tuple[Text, ...] = ()
    default_policy: DefaultPolicy
    critical_policy: DefaultPolicy | None = None
    """What replaces `default_policy` for a tool of critical severity."""


class GlossaryRecord(Shape):
    """`glossary/<term>.yaml`."""

    term: Text
    short: Text
    long: Prose | None = None
    see: tuple[Text, ...] = ()


class Licence(Shape):
    """What covers our texts, and what covers the definitions that we quote."""

    texts: Text
    texts_url: HttpUrl
    definitions: Text


TargetId: TypeAlias = Literal[
    "policylayer",
    "intercept",
    "claude-code",
    "codex",
    "gemini",
    "copilot",
    "opencode",
    "toolhive",
    "agentcore",
    "litellm",
    "fastmcp",
    "openai",
    "anthropic",
    "vscode",
    "cursor",
    "docker",
    "agentgateway",
]
"""The enforcement points that a site may show first, in the order of their registry."""


class SiteRecord(Shape):
    """`site.yaml`."""

    title: Text
    tagline: Text
    base_url: BaseUrl | None = None
    repository: BaseUrl | None = None
    branch: Text = "main"
    records_path: Text = "records"
    """Where the records stand inside the repository, for edit and history links."""
    licence: Licence
    targets: Annotated[tuple[TargetId, ...], Field(min_length=1)]
    house_policy: dict[Category, DefaultPolicy] = Field(default_factory=dict)
    contact: Text | None = None
