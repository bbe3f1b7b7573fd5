"""Identifiers of public lists: which are known, and the ones in records that are not."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping

from site_builder.load.yaml_text import parse
from site_builder.model.identifiers import (
    IdentifierKind,
    IdentifiersRecord,
    KnownIdentifier,
    Taxonomies,
    Taxonomy,
)
from site_builder.model.records import Identifiers, ServerRecord
from site_builder.validate.meaning import FieldPath, Finding
from site_builder.validate.shape import shape

_KINDS: Mapping[IdentifierKind, str] = {
    "atlas": "a technique of MITRE ATLAS",
    "owasp": "an entry of an OWASP list",
    "cwe": "a weakness of CWE",
    "cve": "a vulnerability",
}
_SHOWN = "taxonomies.yaml"


def read_taxonomies(data: bytes) -> Taxonomies:
    """The public lists that `data` spells.

    Raises:
        ValueError: The file has mistakes; every one is named. It is ours, so this is a bug.
    """
    root, found = parse(data, _SHOWN)
    taxonomies, wrong = shape(root, Taxonomies, _SHOWN) if root else (None, ())
    if taxonomies is None:
        listed = "; ".join(
            f"line {d.location.line}: {d.message} {d.hint}" for d in (*found, *wrong)
        )
        raise ValueError(f"the file of lists is broken: {listed}")
    return taxonomies


def known_identifiers(
    taxonomies: Taxonomies, record: IdentifiersRecord | None
) -> Mapping[str, KnownIdentifier]:
    """Every identifier that a record may name: those of the lists and of `identifiers.yaml`."""
    known: dict[str, KnownIdentifier] = {}
    lists: dict[IdentifierKind, tuple[Taxonomy, ...]] = {
        "atlas": taxonomies.atlas,
        "owasp": taxonomies.owasp,
        "cwe": taxonomies.cwe,
    }
    for kind, of_kind in lists.items():
        for taxonomy in of_kind:
            known.update(_entries(kind, taxonomy))
    for identifier, entry in (record.vulnerabilities if record else {}).items():
        for name in (identifier, *entry.also):
            listed_in = name.split("-", 1)[0]
            known[name] = KnownIdentifier("cve", listed_in, entry.subject, entry.source)
    return known


def check_identifiers(
    identifiers: Identifiers, known: Mapping[str, KnownIdentifier], *, vulnerabilities: bool
) -> Iterator[Finding]:
    """Finds identifiers of an attack that are not in the list their field names.

    Without `vulnerabilities` those are passed over: where `identifiers.yaml` is broken, a name
    that it may hold is no second mistake.
    """
    for kind in _KINDS:
        if kind == "cve" and not vulnerabilities:
            continue
        for index, name in enumerate(getattr(identifiers, kind)):
            yield from _check(name, kind, ("identifiers", kind, index), known)


def check_vulnerabilities(
    record: ServerRecord, known: Mapping[str, KnownIdentifier]
) -> Iterator[Finding]:
    """Finds vulnerabilities of a server that `identifiers.yaml` does not hold."""
    for index, one in enumerate(record.vulnerabilities):
        yield from _check(one.id, "cve", ("vulnerabilities", index, "id"), known)


def _check(
    name: str, kind: IdentifierKind, field: FieldPath, known: Mapping[str, KnownIdentifier]
) -> Iterator[Finding]:
    found = known.get(name)
    if found is not None and found.kind == kind:
        return
    names = [other for other, entry in known.items() if entry.kind == kind]
    close = difflib.get_close_matches(name.upper(), names, n=1, cutoff=0.75)
    where = "identifiers.yaml" if kind == "cve" else "site_builder/risk/taxonomies.yaml"
    yield Finding(
        field,
        "unknown-identifier",
        f"{name!r} is not known as {_KINDS[kind]}",
        f"did you mean {close[0]!r}?" if close else f"look it up, and add it to {where}",
    )


def _entries(kind: IdentifierKind, taxonomy: Taxonomy) -> Iterator[tuple[str, KnownIdentifier]]:
    listed_in = f"{taxonomy.name} {taxonomy.version}"
    for identifier, title in taxonomy.entries.items():
        number = identifier.rpartition("-")[2]
        page = taxonomy.page.replace("{id}", identifier).replace("{number}", number)
        yield (
            identifier,
            KnownIdentifier(kind, listed_in, title, taxonomy.pages.get(identifier, page)),
        )
