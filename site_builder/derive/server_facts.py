"""What a server's record says of it: identity, access, packages, vulnerabilities and changes."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.derive.context import ServerEntry
from site_builder.derive.tool_facts import Banner, Fact, status_note
from site_builder.derive.urls import Link
from site_builder.derive.wording import (
    POSTURE_WORDS,
    SEVERITY_WORDS,
    STATUS_WORDS,
    TRANSPORT_WORDS,
    listed,
    sentence,
)
from site_builder.model.records import (
    Authentication,
    Change,
    IdentityClaim,
    Package,
    Vulnerability,
)
from site_builder.model.shape import is_http_url
from site_builder.model.vocabulary import Status
from site_builder.policy.merge import server_key


@dataclass(frozen=True, slots=True)
class ClaimRow:
    """A dated observation about who publishes a server; evidence that is an address is a link."""

    claim: str
    evidence: str
    href: str | None
    date: str


@dataclass(frozen=True, slots=True)
class AccessView:
    """What the server asks of its caller, and how that is known."""

    posture: str
    why: str
    quotes: tuple[ClaimRow, ...]


@dataclass(frozen=True, slots=True)
class PackageRow:
    """A package that carries the server."""

    purl: str
    version: str


@dataclass(frozen=True, slots=True)
class VulnerabilityRow:
    """A published vulnerability."""

    link: Link
    severity: str
    fixed_in: str


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """Something that changed, and when."""

    date: str
    what: str


def server_facts(entry: ServerEntry) -> tuple[Fact, ...]:
    """The facts strip of a server page."""
    record, review = entry.server.record, entry.server.record.review
    declared = record.server.server_info or {}
    facts = [
        Fact("Publisher", record.publisher),
        Fact("Repository", _host_and_path(record.repository), record.repository)
        if record.repository
        else Fact("Repository", "None known"),
        Fact("Licence", record.licence or "Not stated"),
        Fact(
            "Transports",
            listed([TRANSPORT_WORDS[one] for one in record.transports]) or "Not known",
        ),
        Fact("Authentication", POSTURE_WORDS[record.authentication.posture]),
        Fact("Name in clients", server_key(entry.server), code=True),
        Fact("Official registry", record.registry_name or "Not listed under a known name"),
        Fact("Last release", *_last_release(entry)),
        Fact("Record", STATUS_WORDS[review.status], note=status_note(review)),
    ]
    if isinstance(declared.get("name"), str):
        facts.append(Fact("Calls itself", str(declared["name"]), code=True))
    return tuple(facts)


def server_banners(entry: ServerEntry) -> tuple[Banner, ...]:
    """What stands above everything else on a server page."""
    record = entry.server.record
    banners = []
    if record.review.status is Status.WITHDRAWN:
        last = f" {sentence(record.changes[-1].what)}" if record.changes else ""
        banners.append(
            Banner(
                "withdrawn",
                "Withdrawn",
                "This record has been withdrawn. Its pages stay so that links to them keep "
                f"working; lists and search no longer name it.{last}",
            )
        )
    if record.review.status is Status.DISPUTED:
        banners.append(
            Banner(
                "disputed", "Disputed", "Somebody has contested this record; the dispute is open."
            )
        )
    if record.maintenance.archived:
        banners.append(
            Banner(
                "archived", "Archived", "The repository is archived: nobody fixes what is found."
            )
        )
    if not record.capture.complete:
        banners.append(
            Banner(
                "incomplete",
                "Incomplete",
                "The server has, or may have, tools that this catalogue does not know. "
                f"{sentence(record.capture.note or '')}".rstrip(),
            )
        )
    return tuple(banners)


def claims(found: tuple[IdentityClaim, ...]) -> tuple[ClaimRow, ...]:
    """The identity claims of a server."""
    return tuple(ClaimRow(sentence(c.claim), *_linked(c.evidence), c.date) for c in found)


def access(authentication: Authentication) -> AccessView:
    """The auth posture with its reason and its quotes."""
    quotes = (ClaimRow(one.quote, *_linked(one.source), "") for one in authentication.evidence)
    return AccessView(
        POSTURE_WORDS[authentication.posture], sentence(authentication.why), tuple(quotes)
    )


def packages(found: tuple[Package, ...]) -> tuple[PackageRow, ...]:
    """The packages of a server."""
    return tuple(PackageRow(one.purl, one.version or "not stated") for one in found)


def vulnerabilities(found: tuple[Vulnerability, ...]) -> tuple[VulnerabilityRow, ...]:
    """The published vulnerabilities of a server."""
    return tuple(
        VulnerabilityRow(
            Link(one.id, one.source),
            SEVERITY_WORDS[one.severity] if one.severity else "Not rated",
            f"Fixed in {one.fixed_in}" if one.fixed_in else "No fix known",
        )
        for one in found
    )


def changes(found: tuple[Change, ...]) -> tuple[ChangeRow, ...]:
    """The changes of a record, newest first."""
    ordered = sorted(found, key=lambda one: one.date, reverse=True)
    return tuple(ChangeRow(one.date, sentence(one.what)) for one in ordered)


def _linked(text: str) -> tuple[str, str | None]:
    """`text` with the address it is, if it is one that may be linked."""
    if is_http_url(text):
        return _host_and_path(text), text
    return text, None


def _host_and_path(url: str) -> str:
    return url.split("://", 1)[1].rstrip("/")


def _last_release(entry: ServerEntry) -> tuple[str, None, str]:
    maintenance = entry.server.record.maintenance
    contact = (
        f"security contact: {maintenance.security_contact}"
        if maintenance.security_contact
        else "no security contact observed"
    )
    return maintenance.last_release or "Not observed", None, contact
