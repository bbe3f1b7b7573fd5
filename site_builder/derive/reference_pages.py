"""The pages about the catalogue itself: method, data, glossary and changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from site_builder.derive import urls
from site_builder.derive.context import Context
from site_builder.derive.layout import Layout
from site_builder.derive.marks import Mark, category_mark, severity_mark, verdict_mark
from site_builder.derive.page import Page
from site_builder.derive.proof_table import ProofTable, proof_table
from site_builder.derive.tool_reasons import bands
from site_builder.derive.tool_rows import PAGE_SIZE, Paging, paging
from site_builder.derive.urls import Link, Place, numbered_path, server_path, tool_path
from site_builder.derive.wording import counted, sentence
from site_builder.model.vocabulary import Verdict
from site_builder.policy.proofs import proof_sentence, recorded
from site_builder.policy.targets import TARGETS


@dataclass(frozen=True, slots=True)
class Meaning:
    """A mark and what it means."""

    mark: Mark
    text: str


@dataclass(frozen=True, slots=True)
class TargetRow:
    """An enforcement point and how far its blocks were proved."""

    title: str
    goes_into: str
    proof: str


@dataclass(frozen=True, slots=True)
class AboutPage:
    """What `pages/about.html` shows."""

    layout: Layout
    rules_version: int
    categories: tuple[Meaning, ...]
    levels: tuple[Meaning, ...]
    verdicts: tuple[Meaning, ...]
    targets: tuple[TargetRow, ...]
    proofs: ProofTable
    repository: str | None
    explanation: str
    """Where the repository explains the risk model at length."""
    contact: str | None


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """A document of the API and what it holds."""

    link: Link
    holds: str


@dataclass(frozen=True, slots=True)
class DataPage:
    """What `pages/data.html` shows."""

    layout: Layout
    documents: tuple[DocumentRow, ...]
    servers: tuple[Link, ...]
    licence: Link
    definitions: str


@dataclass(frozen=True, slots=True)
class Term:
    """An entry of the glossary. `long` is Markdown, "" where there is none."""

    id: str
    term: str
    short: str
    long: str
    see: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class GlossaryPage:
    """What `pages/glossary.html` shows."""

    layout: Layout
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """Something that changed in a record."""

    date: str
    subject: Link
    server: str
    what: str


@dataclass(frozen=True, slots=True)
class ChangesPage:
    """What `pages/changes.html` shows."""

    layout: Layout
    rows: tuple[ChangeRow, ...]
    paging: Paging


def about_page(context: Context) -> Page:
    """The method in words."""
    place, catalogue = context.urls.place(urls.ABOUT), context.catalogue
    page = AboutPage(
        layout=context.frame.layout(
            place,
            f"Method · {catalogue.site.title}",
            "How a definition becomes a category, a severity, a policy and a grade.",
            here="Method",
        ),
        rules_version=context.rules_version,
        categories=tuple(
            Meaning(category_mark(category, place), sentence(record.summary))
            for category, record in catalogue.categories.items()
        ),
        levels=tuple(Meaning(severity_mark(level, place), band) for level, band in bands()),
        verdicts=tuple(Meaning(verdict_mark(verdict), _VERDICTS[verdict]) for verdict in Verdict),
        targets=tuple(TargetRow(one.title, one.goes_into, proof_sentence(one)) for one in TARGETS),
        proofs=proof_table(recorded()),
        repository=catalogue.site.repository,
        explanation=place.to(urls.RISK_MODEL),
        contact=catalogue.site.contact,
    )
    return Page(urls.ABOUT, "pages/about.html", page)


def data_page(context: Context) -> Page:
    """The API, and the licence in plain words."""
    place, site = context.urls.place(urls.DATA), context.catalogue.site
    documents = (
        (urls.API_INDEX, "Where everything is, with counts."),
        (urls.API_SERVERS, "All servers, with grade, exposure and counts."),
        (urls.API_ATTACKS, "All attacks, with steps, sources and identifiers."),
        (urls.API_CATEGORIES, "The categories with their default policies."),
    )
    page = DataPage(
        layout=context.frame.layout(
            place,
            f"Data · {site.title}",
            "The whole catalogue as JSON, and what its licence covers.",
            here="Data",
            json_path=urls.API_INDEX,
        ),
        documents=tuple(
            DocumentRow(Link(path.removeprefix(urls.API), place.to(path)), holds)
            for path, holds in documents
        ),
        servers=tuple(
            Link(entry.server.slug, place.to(urls.api_server_path(entry.server.slug)))
            for entry in context.servers
        ),
        licence=Link(site.licence.texts, site.licence.texts_url),
        definitions=sentence(site.licence.definitions),
    )
    return Page(urls.DATA, "pages/data.html", page)


def glossary_page(context: Context) -> Page:
    """All terms in order."""
    place, glossary = context.urls.place(urls.GLOSSARY), context.catalogue.glossary
    ordered = sorted(glossary.items(), key=lambda item: item[1].term.casefold())
    page = GlossaryPage(
        layout=context.frame.layout(
            place,
            f"Glossary · {context.catalogue.site.title}",
            f"{counted(len(ordered), 'term')} of these pages in plain words.",
            here="Glossary",
        ),
        terms=tuple(
            Term(
                f"term-{slug}",
                one.term,
                sentence(one.short),
                one.long or "",
                tuple(
                    Link(glossary[other].term, place.to(urls.GLOSSARY, f"term-{other}"))
                    for other in one.see
                    if other in glossary
                ),
            )
            for slug, one in ordered
        ),
    )
    return Page(urls.GLOSSARY, "pages/glossary.html", page)


def changes_pages(context: Context) -> Iterator[Page]:
    """What changed in all records, newest first, 200 a page."""
    found = sorted(_changes(context), key=lambda change: change[1:])
    found.sort(key=lambda change: change[0], reverse=True)
    pages = max(-(-len(found) // PAGE_SIZE), 1)
    for number in range(1, pages + 1):
        path = numbered_path(urls.CHANGES, number)
        place = context.urls.place(path)
        page_of = f", page {number}" if number > 1 else ""
        part = found[(number - 1) * PAGE_SIZE : number * PAGE_SIZE]
        page = ChangesPage(
            layout=context.frame.layout(
                place,
                f"Changes{page_of} · {context.catalogue.site.title}",
                "What changed in the records, newest first.",
                here=f"Changes{page_of}",
            ),
            rows=tuple(_change_row(change, place) for change in part),
            paging=paging(urls.CHANGES, number, pages, place),
        )
        yield Page(path, "pages/changes.html", page)


_VERDICTS = {
    Verdict.DENY: "Every call is refused and never reaches the server.",
    Verdict.REQUIRE_APPROVAL: "Every call waits until a person lets it through.",
    Verdict.RATE_LIMIT: "Calls go through up to a number in a period.",
    Verdict.ALLOW: "Calls go through.",
}


def _changes(context: Context) -> Iterator[tuple[str, str, str, str, str]]:
    """Each change as (date, path of the page, subject, server, what)."""
    for server in context.servers:
        slug, name = server.server.slug, server.server.record.name
        for change in server.server.record.changes:
            yield change.date, server_path(slug), name, "", sentence(change.what)
        for entry in server.tools:
            for change in entry.tool.record.changes:
                path = tool_path(slug, entry.tool.stem)
                yield change.date, path, entry.name, name, sentence(change.what)


def _change_row(change: tuple[str, str, str, str, str], place: Place) -> ChangeRow:
    date, path, subject, server, what = change
    return ChangeRow(date, Link(subject, place.to(path)), server, what)
