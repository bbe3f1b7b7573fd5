"""What only the whole catalogue shows: references that lead nowhere, pages that collide."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Iterator

from site_builder.model.catalogue import Catalogue, CataloguedServer
from site_builder.model.ids import tool_stem
from site_builder.model.records import AttackNote
from site_builder.validate.identifiers import check_identifiers, check_vulnerabilities
from site_builder.validate.meaning import MAX_TOOLS, FieldPath, Finding, check_slug
from site_builder.validate.mentions import check_mentions


def check_references(
    catalogue: Catalogue,
    *,
    attacks: Collection[str],
    terms: Collection[str],
    vulnerabilities: bool,
    whole: bool,
) -> Iterator[tuple[str, Finding]]:
    """Finds what is wrong between records; each finding comes with its record's relative path.

    Args:
        catalogue: The records that could be read.
        attacks: The names of all attacks with a file, a broken one included: a reference to it is
            no second mistake.
        terms: Likewise of all glossary terms.
        vulnerabilities: Whether the list of vulnerabilities, if there is one, could be read.
        whole: Whether every record could be read; what prose mentions is looked up only then.
    """
    yield from _server_aliases(catalogue)
    yield from _named_identifiers(catalogue, vulnerabilities=vulnerabilities)
    for server in catalogue.servers:
        yield from _too_many_tools(server)
        yield from _tool_pages(server)
        for tool in server.tools:
            for finding in _attack_notes(attacks, tool.record.assessment.attacks):
                yield tool.path, finding
            if whole:
                for finding in check_mentions(tool.record, server, catalogue.identifiers.keys()):
                    yield tool.path, finding
    for term, entry in catalogue.glossary.items():
        for index, other in enumerate(entry.see):
            if other not in terms:
                yield (
                    f"glossary/{term}.yaml",
                    _unknown(("see", index), "unknown-term", "term", other, terms),
                )


def _named_identifiers(
    catalogue: Catalogue, *, vulnerabilities: bool
) -> Iterator[tuple[str, Finding]]:
    known = catalogue.identifiers
    for slug, attack in catalogue.attacks.items():
        for finding in check_identifiers(
            attack.identifiers, known, vulnerabilities=vulnerabilities
        ):
            yield f"attacks/{slug}.yaml", finding
    for server in catalogue.servers if vulnerabilities else ():
        for finding in check_vulnerabilities(server.record, known):
            yield server.path, finding


def _too_many_tools(server: CataloguedServer) -> Iterator[tuple[str, Finding]]:
    if len(server.tools) > MAX_TOOLS:
        yield (
            server.path,
            Finding(
                (),
                "too-many-tools",
                f"the server has {len(server.tools):,} tools, the limit is {MAX_TOOLS:,}",
            ),
        )


def _attack_notes(known: Collection[str], notes: Iterable[AttackNote]) -> Iterator[Finding]:
    for index, note in enumerate(notes):
        if note.attack not in known:
            yield _unknown(
                ("assessment", "attacks", index, "attack"),
                "unknown-attack",
                "attack",
                note.attack,
                known,
            )


def _server_aliases(catalogue: Catalogue) -> Iterator[tuple[str, Finding]]:
    taken = {server.slug: server.slug for server in catalogue.servers}
    for server in catalogue.servers:
        for index, alias in enumerate(server.record.aliases):
            field: FieldPath = ("aliases", index)
            for finding in check_slug(alias, "a server"):
                yield server.path, Finding(field, finding.code, finding.message, finding.hint)
            yield from _claimed(taken, alias, server.slug, server.path, field)


def _tool_pages(server: CataloguedServer) -> Iterator[tuple[str, Finding]]:
    taken: dict[str, str] = {}
    for tool in server.tools:
        yield from _claimed(taken, tool_stem(tool.name), tool.name, tool.path, ("tool", "name"))
    for tool in server.tools:
        for index, alias in enumerate(tool.record.aliases):
            field: FieldPath = ("aliases", index)
            yield from _claimed(taken, tool_stem(alias), tool.name, tool.path, field)


def _claimed(
    taken: dict[str, str], page: str, owner: str, path: str, field: FieldPath
) -> Iterator[tuple[str, Finding]]:
    """Finds a page that two records would write; else notes that `owner` writes it."""
    claimed = page in taken
    other = taken.setdefault(page, owner)
    if claimed and (other != owner or field[0] == "aliases"):
        yield (
            path,
            Finding(
                field,
                "page-clash",
                f"the page {page}.html is also that of {other!r}",
                "remove the alias, or rename one of the two",
            ),
        )


def _unknown(field: FieldPath, code: str, what: str, name: str, known: Iterable[str]) -> Finding:
    close = difflib.get_close_matches(name, list(known), n=1)
    hint = (
        f"did you mean {close[0]!r}?" if close else f"add the {what}'s record, or remove the name"
    )
    return Finding(field, code, f"there is no {what} {name!r}", hint)
