"""The page of a tool: what it does, why it needs a policy, which one, and what people ask."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from site_builder.derive.context import Context, ServerEntry, ToolEntry
from site_builder.derive.faq import Answer, answers, plain_answers
from site_builder.derive.layout import Layout
from site_builder.derive.marks import Mark, category_mark, severity_mark, verdict_mark
from site_builder.derive.page import Page
from site_builder.derive.policy_view import BlockView, Outcome, block_views, outcomes
from site_builder.derive.server_text import ServerText, server_text
from site_builder.derive.tool_facts import (
    Banner,
    Fact,
    declared_parameters,
    tool_banners,
    tool_facts,
)
from site_builder.derive.tool_reasons import Reasons, reasons
from site_builder.derive.tool_rows import ToolRow, tool_rows
from site_builder.derive.urls import (
    SERVERS,
    Link,
    Place,
    api_server_path,
    attack_path,
    category_path,
    policy_path,
    server_path,
    tool_path,
)
from site_builder.derive.wording import CATEGORY_WORDS, SEVERITY_WORDS, byline, counted, sentence
from site_builder.model.visible import visible
from site_builder.policy import words
from site_builder.policy.merge import server_block
from site_builder.policy.targets import target

_RELATED = 12
_ELSEWHERE = 6


@dataclass(frozen=True, slots=True)
class ParameterRow:
    """A parameter in the server's words. `risks` are ours: what it lets a caller choose."""

    name: str
    type: str
    required: bool
    description: ServerText | None
    choices: tuple[str, ...]
    more_choices: int
    default: str | None
    risks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CaseRow:
    """A value of a deciding argument, and what a call that carries it is."""

    parameter: str
    value: str
    category: Mark


@dataclass(frozen=True, slots=True)
class AttackRow:
    """An attack that exploits such access, and why it applies to this tool."""

    title: str
    href: str
    reason: str


@dataclass(frozen=True, slots=True)
class ToolPage:
    """What `pages/tool.html` shows, in the order it shows it.

    `parameters` is None where the schema was not captured. `general_attacks` concern any tool.
    `own` are tools of the same server,
    `elsewhere` tools of the same category on others.
    """

    layout: Layout
    banners: tuple[Banner, ...]
    name: str
    title: str
    server: str
    server_href: str
    byline: str
    verdict: Mark
    severity: Mark
    category: Mark
    points: str
    answer: str
    reaction: str
    facts: tuple[Fact, ...]
    summary: str
    description: ServerText | None
    capabilities: tuple[Mark, ...]
    traits: tuple[str, ...]
    parameters: tuple[ParameterRow, ...] | None
    cases: tuple[CaseRow, ...]
    reasons: Reasons
    attacks: tuple[AttackRow, ...]
    general_attacks: tuple[Link, ...]
    sentence: str
    policy_why: str
    outcomes: tuple[Outcome, ...]
    blocks: tuple[BlockView, ...]
    merged_href: str
    merged_count: str
    server_name: str
    answers: tuple[Answer, ...]
    own: tuple[ToolRow, ...]
    own_total: int
    elsewhere: tuple[ToolRow, ...]
    category_word: str
    category_href: str


def tool_page(entry: ToolEntry, server: ServerEntry, context: Context) -> Page:
    """The page of `entry`, a tool of `server`."""
    path = tool_path(entry.server.slug, entry.tool.stem)
    place = context.urls.place(path)
    policy = entry.recommendation.policy
    targets = tuple(target(name) for name in context.catalogue.site.targets)
    found = answers(entry, server, targets)
    block = server_block(entry.server, {entry.name: policy}, only=(entry.name,))
    annotated = (entry.tool.record.tool.annotations or {}).get("title")
    title = entry.tool.record.tool.title or (annotated if isinstance(annotated, str) else "")
    description = entry.tool.record.tool.description
    page = ToolPage(
        layout=_layout(entry, context, place, found),
        banners=tool_banners(entry),
        name=entry.name,
        title=title if title != entry.name else "",
        server=entry.server.record.name,
        server_href=place.to(server_path(entry.server.slug)),
        byline=byline(entry.server.record.name, entry.server.record.publisher),
        verdict=verdict_mark(policy.verdict),
        severity=severity_mark(entry.level, place),
        category=category_mark(entry.category, place),
        points=counted(entry.assessed.assessment.severity.total, "point"),
        answer=words.verdict_sentence(policy),
        reaction=words.on_call(policy),
        facts=tool_facts(entry, place),
        summary=_summary(entry),
        description=server_text(description) if description else None,
        capabilities=tuple(
            category_mark(c, place) for c in entry.assessed.assessment.capabilities
        ),
        traits=_traits(entry),
        parameters=_parameter_rows(entry),
        cases=tuple(
            CaseRow(case.parameter, case.value, category_mark(case.category))
            for case in entry.assessed.assessment.cases
        ),
        reasons=reasons(entry, place),
        attacks=tuple(
            AttackRow(
                context.catalogue.attacks[match.attack].title,
                place.to(attack_path(match.attack)),
                sentence(visible(match.reason)),
            )
            for match in entry.assessed.attacks
            if not match.general
        ),
        general_attacks=tuple(
            Link(
                context.catalogue.attacks[match.attack].title,
                place.to(attack_path(match.attack)),
            )
            for match in entry.assessed.attacks
            if match.general
        ),
        sentence=words.verdict_sentence(policy),
        policy_why=sentence(entry.recommendation.why),
        outcomes=outcomes(policy, block),
        blocks=block_views(block, targets, visible(entry.name), wanted=policy),
        merged_href=place.to(policy_path(entry.server.slug)),
        merged_count=counted(len(server.listed_tools), "tool"),
        server_name=entry.server.record.name,
        answers=found,
        own=_own(entry, server, place),
        own_total=len(server.listed_tools),
        elsewhere=_elsewhere(entry, context, place),
        category_word=CATEGORY_WORDS[entry.category],
        category_href=place.to(category_path(entry.category)),
    )
    return Page(path, "pages/tool.html", page)


def _layout(entry: ToolEntry, context: Context, place: Place, found: tuple[Answer, ...]) -> Layout:
    name, server = visible(entry.name), visible(entry.server.record.name)
    policy = entry.recommendation.policy
    description = (
        f"{name} on {server}: {SEVERITY_WORDS[entry.level].lower()} severity, "
        f"{CATEGORY_WORDS[entry.category]}. {words.verdict_sentence(policy)}"
    )
    return context.frame.layout(
        place,
        f"{name} · {server}: risk & policy",
        description,
        crumbs=(("Servers", SERVERS), (server, server_path(entry.server.slug))),
        here=name,
        structured=_structured(
            entry, context, description, context.urls.canonical(place.path), found
        ),
        json_path=api_server_path(entry.server.slug),
        record=context.urls.record(entry.tool.path, f"{entry.server.slug}/{name}"),
        listed=entry.listed,
    )


def _structured(
    entry: ToolEntry,
    context: Context,
    description: str,
    canonical: str | None,
    found: tuple[Answer, ...],
) -> tuple[JsonValue, ...]:
    article: dict[str, JsonValue] = {
        "@context": "https://schema.org",
        "@type": "TechArticle",
        "headline": f"{visible(entry.name)}: risk and policy",
        "description": description,
        "license": context.catalogue.site.licence.texts_url,
    }
    if canonical:
        article["url"] = canonical
    if entry.tool.record.review.date:
        article["dateModified"] = entry.tool.record.review.date
    questions: list[JsonValue] = [
        {
            "@type": "Question",
            "name": question,
            "acceptedAnswer": {"@type": "Answer", "text": text},
        }
        for question, text in plain_answers(found)
    ]
    return article, {
        "@context": "https://schema.org",
        "@type": "FAQPage",
        "mainEntity": questions,
    }


def _summary(entry: ToolEntry) -> str:
    ours = entry.tool.record.assessment.summary
    return sentence(ours) if ours else ""


def _traits(entry: ToolEntry) -> tuple[str, ...]:
    """What else is known of the tool, as chips; nothing is said of what is not known."""
    known = entry.assessed.assessment.attributes
    chips: Mapping[str, bool] = {
        "Reaches beyond the server": known.open_world is True,
        "Stays inside the server": known.open_world is False,
        "Sends out what it is given": known.egress,
        "Returns text others wrote": known.untrusted_content,
        "Drives a terminal": known.drives_terminal,
        "Acts on many things at once": known.bulk,
        "Has a dry run": known.dry_run,
        "Cannot be undone": known.irreversible is True,
        "Can be undone": known.irreversible is False,
        f"Touches {known.data} data": known.data not in (None, "credentials"),
        "Touches credentials": known.data == "credentials",
    }
    return tuple(chip for chip, holds in chips.items() if holds)


_MAX_CHOICES = 24


def _parameter_rows(entry: ToolEntry) -> tuple[ParameterRow, ...] | None:
    declared = declared_parameters(entry)
    if declared is None:
        return None
    risks: dict[str, list[str]] = {}
    for risk in entry.assessed.assessment.parameters:
        risks.setdefault(risk.parameter, []).append(sentence(visible(risk.reason)))
    return tuple(
        ParameterRow(
            name=one.name,
            type=one.type,
            required=one.required,
            description=server_text(one.description) if one.description else None,
            choices=one.choices[:_MAX_CHOICES],
            more_choices=max(len(one.choices) - _MAX_CHOICES, 0),
            default=one.default,
            risks=tuple(risks.get(one.name, ())),
        )
        for one in declared
    )


def _own(entry: ToolEntry, server: ServerEntry, place: Place) -> tuple[ToolRow, ...]:
    others = [other for other in server.riskiest[: _RELATED + 1] if other is not entry]
    return tool_rows(others[:_RELATED], place, with_server=False)


def _elsewhere(entry: ToolEntry, context: Context, place: Place) -> tuple[ToolRow, ...]:
    """The riskiest tools of the same category on other servers, one a server first."""
    found: list[ToolEntry] = []
    seen = {entry.server.slug}
    for other in context.by_category[entry.category]:
        if other.server.slug not in seen:
            seen.add(other.server.slug)
            found.append(other)
            if len(found) == _ELSEWHERE:
                break
    return tool_rows(found, place)
