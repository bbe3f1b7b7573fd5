"""Identifiers of public lists: the lists as they are written, and what is known of one entry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from site_builder.model.shape import Date, HttpUrl, Shape, Text

VULNERABILITY = r"(?:CVE-\d{4}-\d{4,}|GHSA(?:-[23456789cfghjmpqrvwx]{4}){3})"
"""The form of a CVE or GHSA identifier, as a pattern without anchors."""

VulnerabilityId = Annotated[
    str, Field(pattern=rf"\A{VULNERABILITY}\z", examples=["CVE-2025-53109"])
]

IdentifierKind: TypeAlias = Literal["atlas", "owasp", "cwe", "cve"]
"""The fields of `Identifiers`; advisories of GitHub (GHSA) count as `cve`."""


class Taxonomy(Shape):
    """A public list: the entries that the catalogue uses, by identifier, with their titles.

    `page` is where an entry is explained, with {id} or {number} in the place of the entry's own;
    `pages` holds the addresses of entries that do not follow from it.
    """

    name: Text
    version: Text
    licence: Text
    source: HttpUrl
    read: Date
    page: Text
    entries: dict[Text, Text]
    pages: dict[Text, HttpUrl] = Field(default_factory=dict)


class Taxonomies(Shape):
    """The whole file of lists (`risk/taxonomies.yaml`), by the field of `Identifiers`."""

    atlas: tuple[Taxonomy, ...]
    owasp: tuple[Taxonomy, ...]
    cwe: tuple[Taxonomy, ...]


class PublishedVulnerability(Shape):
    """A vulnerability in one line of our own words, and where its record was read.

    `also` are its identifiers in other lists. `fixed_in` is left out where no fixed version is
    known.
    """

    subject: Text
    also: tuple[VulnerabilityId, ...] = ()
    fixed_in: Text | None = None
    source: HttpUrl
    checked: Date


class IdentifiersRecord(Shape):
    """`identifiers.yaml`: the vulnerabilities that records name."""

    vulnerabilities: dict[VulnerabilityId, PublishedVulnerability]


@dataclass(frozen=True, slots=True)
class KnownIdentifier:
    """An entry of a list: what it is called there, and the public page that explains it."""

    kind: IdentifierKind
    listed_in: str
    title: str
    page: str
