"""The facts strip of a tool page and the banners above it: what is known of the record itself."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.derive.context import ToolEntry
from site_builder.derive.urls import Place, server_path
from site_builder.derive.wording import STATUS_WORDS, counted, sentence
from site_builder.model.parameters import Parameter, parameters
from site_builder.model.records import Review
from site_builder.model.vocabulary import Status


@dataclass(frozen=True, slots=True)
class Fact:
    """A labelled value. `code` shows it as an exact name, `date` as a time, `note` adds to it."""

    label: str
    text: str
    href: str | None = None
    note: str = ""
    code: bool = False
    date: bool = False


@dataclass(frozen=True, slots=True)
class Banner:
    """Something that must be read before the rest; `kind` chooses how it looks."""

    kind: str
    title: str
    text: str


def declared_parameters(entry: ToolEntry) -> tuple[Parameter, ...] | None:
    """The parameters of a tool, None where the capture does not hold its schema."""
    definition = entry.tool.record.tool
    return parameters(definition.input_schema) if definition.has_schema else None


def parameter_count(entry: ToolEntry) -> str:
    """How many parameters a tool takes: "3, 1 of them required", "None", "Not known"."""
    declared = declared_parameters(entry)
    if declared is None:
        return "Not known"
    if not declared:
        return "None"
    required = sum(parameter.required for parameter in declared)
    if len(declared) == 1:
        return "1, required" if required else "1, optional"
    if required in (0, len(declared)):
        return f"{len(declared)}, all {'required' if required else 'optional'}"
    return f"{len(declared)}, {required} of them required"


def tool_facts(entry: ToolEntry, place: Place) -> tuple[Fact, ...]:
    """The facts strip of `entry`, linked from `place`."""
    server, review = entry.server.record, entry.tool.record.review
    facts = [
        Fact("Exact name", entry.name, code=True),
        Fact("Server", server.name, place.to(server_path(entry.server.slug))),
        Fact("Publisher", server.publisher, server.repository),
        Fact("Parameters", parameter_count(entry)),
        Fact("Record", STATUS_WORDS[review.status], note=status_note(review)),
        Fact("Definition", *_pin_state(entry)),
        Fact("Context cost", f"about {counted(entry.assessed.tokens, 'token')}"),
    ]
    if review.date:
        facts.insert(5, Fact("Reviewed on", review.date, date=True))
    return tuple(facts)


def tool_banners(entry: ToolEntry) -> tuple[Banner, ...]:
    """What stands above everything else on the page of `entry`, gravest first."""
    review, assessment = entry.tool.record.review, entry.assessed.assessment
    banners = []
    if not entry.listed:
        banners.append(_withdrawn(entry))
    if review.status is Status.DISPUTED:
        banners.append(
            Banner(
                "disputed", "Disputed", "Somebody has contested this record; the dispute is open."
            )
        )
    if entry.drifted:
        banners.append(
            Banner(
                "drifted",
                "Definition has drifted",
                "The server now declares something else than what was reviewed"
                f"{f' on {review.date}' if review.date else ''}. Everything below is computed "
                "from the new definition; what the reviewer wrote is about the old one.",
            )
        )
    if assessment.needs_review and review.status is Status.DRAFT:
        banners.append(
            Banner(
                "review",
                "Needs review",
                "The rules found too little, or things that do not fit together, to be sure of "
                "the category. Read the reasons before you rely on it.",
            )
        )
    return tuple(banners)


def _withdrawn(entry: ToolEntry) -> Banner:
    whose = "record" if entry.tool.record.review.status is Status.WITHDRAWN else "server's record"
    last = entry.tool.record.changes[-1] if entry.tool.record.changes else None
    reason = f" {sentence(last.what)}" if last else ""
    return Banner(
        "withdrawn",
        "Withdrawn",
        f"This {whose} has been withdrawn. The page stays so that links to it keep working; lists "
        f"and search no longer name it.{reason}",
    )


def status_note(review: Review) -> str:
    """Who stands behind the status of a record."""
    if review.status is Status.DRAFT:
        return "drawn up by the rules, not yet checked"
    return f"by {review.by}" if review.by else ""


def _pin_state(entry: ToolEntry) -> tuple[str, None, str]:
    if entry.tool.record.review.definition is None:
        return "Not pinned", None, "no review has looked at it"
    if entry.drifted:
        return "Drifted", None, "differs from the reviewed one"
    return "Current", None, "is the reviewed one"
