"""The pages of attacks: how each works, what it has done, what stops it, which tools it fits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from site_builder.derive.context import Context
from site_builder.derive.layout import Layout
from site_builder.derive.page import Page
from site_builder.derive.tool_rows import Paging, ToolRow, chunks, paging, tool_rows
from site_builder.derive.urls import API_ATTACKS, ATTACKS, Link, Place, attack_path, numbered_path
from site_builder.derive.wording import (
    CATEGORY_WORDS,
    POSTURE_WORDS,
    TRANSPORT_WORDS,
    counted,
    listed,
    sentence,
)
from site_builder.model.catalogue import Catalogue
from site_builder.model.identifiers import KnownIdentifier
from site_builder.model.records import AppliesWhen, Identifiers, Incident

_ATTRIBUTE_WORDS = {
    "open_world": "reaches beyond its server",
    "egress": "sends out what it is given",
    "untrusted_content": "returns text that others wrote",
    "bulk": "acts on many things at once",
    "drives_terminal": "drives a terminal",
    "irreversible": "cannot be undone",
}


@dataclass(frozen=True, slots=True)
class AttackSummary:
    """An attack in the list."""

    link: Link
    summary: str
    tools: str


@dataclass(frozen=True, slots=True)
class AttacksPage:
    """What `pages/attacks.html` shows."""

    layout: Layout
    rows: tuple[AttackSummary, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, and who says so."""

    what: str
    source: Link


@dataclass(frozen=True, slots=True)
class IncidentRow:
    """What happened on one date."""

    date: str
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class SourceRow:
    """Where a statement can be checked, and when it last was."""

    link: Link
    checked: str


@dataclass(frozen=True, slots=True)
class Identifier:
    """An entry of a public list: its number as a link to its page there, and its title."""

    link: Link
    title: str


@dataclass(frozen=True, slots=True)
class IdentifierRow:
    """The entries of one public list, under its name and version."""

    taxonomy: str
    entries: tuple[Identifier, ...]


@dataclass(frozen=True, slots=True)
class AttackPage:
    """What `pages/attack.html` shows; `general` where the attack is on any tool."""

    layout: Layout
    title: str
    summary: str
    mechanism: str
    steps: tuple[str, ...]
    incidents: tuple[IncidentRow, ...]
    identifiers: tuple[IdentifierRow, ...]
    attached: str
    general: bool
    stopped_by: tuple[str, ...]
    sources: tuple[SourceRow, ...]
    count: str
    rows: tuple[ToolRow, ...]
    paging: Paging


def attacks_page(context: Context) -> Page:
    """All attacks in order of title."""
    place = context.urls.place(ATTACKS)
    ordered = sorted(context.catalogue.attacks.items(), key=lambda item: item[1].title.casefold())
    rows = tuple(
        AttackSummary(
            link=Link(attack.title, place.to(attack_path(slug))),
            summary=sentence(attack.summary),
            tools="Any tool"
            if attack.applies_when.every_tool
            else counted(len(context.by_attack[slug]), "tool"),
        )
        for slug, attack in ordered
    )
    layout = context.frame.layout(
        place,
        f"Attacks · {context.catalogue.site.title}",
        f"{counted(len(rows), 'attack')} on the access that MCP tools give, and what stops each.",
        here="Attacks",
        json_path=API_ATTACKS,
    )
    return Page(ATTACKS, "pages/attacks.html", AttacksPage(layout, rows))


def attack_pages(context: Context) -> Iterator[Page]:
    """The pages of each attack, in parts of 200 affected tools."""
    for slug in context.catalogue.attacks:
        first, shown = attack_path(slug), chunks(context.by_attack[slug])
        for number in range(1, len(shown) + 1):
            path = numbered_path(first, number)
            place = context.urls.place(path)
            rows = tool_rows(shown[number - 1], place)
            page = _page(slug, context, place, rows, paging(first, number, len(shown), place))
            yield Page(path, "pages/attack.html", page)


def _page(
    slug: str,
    context: Context,
    place: Place,
    rows: tuple[ToolRow, ...],
    pages: Paging,
) -> AttackPage:
    attack = context.catalogue.attacks[slug]
    page_of = f", page {pages.number}" if pages.number > 1 else ""
    return AttackPage(
        layout=context.frame.layout(
            place,
            f"{attack.title}{page_of} · {context.catalogue.site.title}",
            sentence(attack.summary),
            crumbs=(("Attacks", ATTACKS),),
            here=f"{attack.title}{page_of}",
            json_path=API_ATTACKS,
            record=context.urls.record(f"attacks/{slug}.yaml", attack.title),
        ),
        title=attack.title,
        summary=sentence(attack.summary),
        mechanism=attack.mechanism,
        steps=tuple(sentence(step) for step in attack.steps),
        incidents=_incidents(attack.incidents),
        identifiers=_identifiers(attack.identifiers, context.catalogue),
        attached=attached_words(attack.applies_when),
        general=attack.applies_when.every_tool,
        stopped_by=tuple(sentence(one) for one in attack.stopped_by),
        sources=tuple(SourceRow(Link(one.title, one.url), one.checked) for one in attack.sources),
        count=counted(len(context.by_attack[slug]), "tool"),
        rows=rows,
        paging=pages,
    )


def attached_words(predicate: AppliesWhen) -> str:
    """What attaches an attack, as a sentence about tools."""
    if not predicate.every_tool:
        return f"A tool that {predicate_words(predicate)}."
    server = _server_words(predicate)
    return f"Any tool that {listed(server)}." if server else "Any tool, whatever it can do."


def predicate_words(predicate: AppliesWhen) -> str:
    """What attaches an attack, as a clause about "a tool that"."""
    parts = []
    if predicate.capabilities:
        names = listed([CATEGORY_WORDS[one] for one in predicate.capabilities], "or")
        parts.append(f"can do {names} things")
    if predicate.parameters:
        kinds = listed([one.value for one in predicate.parameters], "or")
        parts.append(f"takes a parameter of the kind {kinds}")
    parts.extend(_ATTRIBUTE_WORDS[one] for one in predicate.attributes)
    if predicate.any_of:
        choices = listed([predicate_words(one) for one in predicate.any_of], "or")
        parts.append(choices if not parts else f"also {choices}")
    return listed([*parts, *_server_words(predicate)])


def _server_words(predicate: AppliesWhen) -> list[str]:
    parts = []
    if predicate.transports:
        names = listed([TRANSPORT_WORDS[one] for one in predicate.transports], "or")
        parts.append(f"is reached over {names}")
    if predicate.authentication:
        names = listed([POSTURE_WORDS[one] for one in predicate.authentication], "or")
        parts.append(f"belongs to a server whose authentication is recorded as: {names}")
    return parts


def _incidents(incidents: tuple[Incident, ...]) -> tuple[IncidentRow, ...]:
    """The newest first; what shares a date stands together."""
    rows: dict[str, list[Event]] = {}
    for one in sorted(incidents, key=lambda one: one.date, reverse=True):
        rows.setdefault(one.date, []).append(Event(sentence(one.what), _source(one.source)))
    return tuple(IncidentRow(date, tuple(events)) for date, events in rows.items())


def _source(url: str) -> Link:
    return Link(url.split("://", 1)[1].split("/", 1)[0], url)


def _identifiers(found: Identifiers, catalogue: Catalogue) -> tuple[IdentifierRow, ...]:
    """The mapped entries by list, each linked to its page there."""
    rows: dict[str, list[Identifier]] = {}
    for name in (*found.atlas, *found.owasp, *found.cwe, *found.cve):
        known: KnownIdentifier = catalogue.identifiers[name]
        entry = Identifier(Link(name, known.page), known.title)
        rows.setdefault(known.listed_in, []).append(entry)
    return tuple(IdentifierRow(name, tuple(entries)) for name, entries in rows.items())
