"""The questions of a tool page, answered from the policy object that its block is made from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from site_builder.derive.context import ServerEntry, ToolEntry
from site_builder.derive.policy_view import BlockView, block_views
from site_builder.derive.tool_facts import declared_parameters
from site_builder.derive.wording import (
    CATEGORY_WORDS,
    SEVERITY_WORDS,
    byline,
    counted,
    listed,
    sentence,
    server_phrase,
    with_article,
)
from site_builder.model.policy import Limit, Policy
from site_builder.model.visible import visible
from site_builder.model.vocabulary import Category, Verdict, Window
from site_builder.policy import words
from site_builder.policy.block import Target
from site_builder.policy.merge import server_block

_ACTS = {
    Category.READ: "it returns something and changes nothing that lasts",
    Category.WRITE: "it creates or changes something, in a way that can be undone or added to",
    Category.EXECUTE: "it runs, starts or drives something",
    Category.DESTRUCTIVE: "it removes or ends something that cannot be brought back",
    Category.FINANCIAL: "it moves or commits money",
}
_DENIED = Policy(verdict=Verdict.DENY)
_TEN_A_MINUTE = (Limit(max=10, window=Window.MINUTE),)
_MAX_NAMED = 12
_UNCOUNTED = "An enforcement point that cannot count asks before every call, or refuses."


@dataclass(frozen=True, slots=True)
class Answer:
    """A question and its answer: plain paragraphs, then a list or blocks, or our own Markdown.

    `blocks` are one a target that the site names inline.
    """

    id: str
    question: str
    paragraphs: tuple[str, ...] = ()
    items: tuple[tuple[str, str], ...] = ()
    blocks: tuple[BlockView, ...] = ()
    points_to_policy: bool = False
    prose: str = ""


def answers(
    entry: ToolEntry, server: ServerEntry, targets: tuple[Target, ...]
) -> tuple[Answer, ...]:
    """The generated questions of `entry` in a fixed order, then those of its record."""
    own = entry.tool.record.faq
    return (
        _does(entry),
        _parameters(entry),
        _enforce(entry, targets),
        _level(entry),
        _rate_limit(entry, server, targets),
        _block(entry, server, targets),
        _provider(entry),
        *(
            Answer(f"faq-{number}", one.question, prose=one.answer)
            for number, one in enumerate(own, start=1)
        ),
    )


def plain_answers(found: tuple[Answer, ...]) -> Iterator[tuple[str, str]]:
    """The generated questions with their answers as plain text, for structured data."""
    for answer in found:
        text = " ".join((*answer.paragraphs, *(f"{term}: {said}" for term, said in answer.items)))
        if text:
            yield answer.question, text


def _does(entry: ToolEntry) -> Answer:
    name = visible(entry.name)
    category = with_article(f"{CATEGORY_WORDS[entry.category]} tool")
    summary = entry.tool.record.assessment.summary
    server = visible(server_phrase(entry.server.record.name))
    kind = f"It is {category} of the {server}: {_ACTS[entry.category]}."
    ours = (sentence(summary),) if summary else ()
    return Answer("faq-what", f"What does {name} do?", (*ours, kind))


def _parameters(entry: ToolEntry) -> Answer:
    question = f"What parameters does {visible(entry.name)} accept?"
    declared = declared_parameters(entry)
    if declared is None:
        text = (
            "They are not known: the list of tools was captured without their schemas. "
            "Treat every argument as possible."
        )
    elif not declared:
        text = "None are declared."
    else:
        required = [visible(one.name) for one in declared if one.required]
        optional = [visible(one.name) for one in declared if not one.required]
        parts = (
            f"It declares {counted(len(declared), 'parameter')}.",
            _named("Required", required),
            _named("Optional", optional),
        )
        text = " ".join(part for part in parts if part)
    return Answer("faq-parameters", question, (text,))


def _named(kind: str, names: list[str]) -> str:
    if not names:
        return ""
    shown = names[:_MAX_NAMED]
    rest = len(names) - len(shown)
    return f"{kind}: {listed([*shown, f'{rest} more'] if rest else shown)}."


def _enforce(entry: ToolEntry, targets: tuple[Target, ...]) -> Answer:
    name = visible(entry.name)
    return Answer(
        "faq-enforce",
        f"How do I enforce a policy on {name}?",
        ("Put the block of your enforcement point where it reads its rules:",),
        tuple((target.title, target.goes_into) for target in targets),
        points_to_policy=True,
    )


def _level(entry: ToolEntry) -> Answer:
    severity = entry.assessed.assessment.severity
    counting = [f for f in severity.factors if f.points > 0]
    heaviest = sorted(counting, key=lambda f: -f.points)[:3]
    summed = listed([f"{f.label.lower()} ({f.points})" for f in heaviest])
    moved = " ".join(sentence(bound.reason) for bound in severity.bounds)
    return Answer(
        "faq-risk",
        f"What risk level is {visible(entry.name)}, and why?",
        (
            f"{SEVERITY_WORDS[severity.level]}, with {counted(severity.total, 'point')}. "
            f"{'Most of them come from ' + summed + '.' if summed else ''} {moved}".strip(),
        ),
    )


def _rate_limit(entry: ToolEntry, server: ServerEntry, targets: tuple[Target, ...]) -> Answer:
    name, policy = visible(entry.name), entry.recommendation.policy
    question = f"Can I rate-limit {name}?"
    if policy.limits:
        text = (
            f"Yes, and the recommendation does: at most {words.counted(policy.limits)}. "
            f"{words.after_limit(policy)} {_UNCOUNTED}"
        )
        return Answer("faq-rate-limit", question, (text,), points_to_policy=True)
    limited = Policy(
        verdict=Verdict.RATE_LIMIT,
        limits=_TEN_A_MINUTE,
        conditions=policy.conditions,
        cases=policy.cases,
    )
    allows = f"With the blocks below {name} runs with at most {words.counted(limited.limits)}"
    text = (
        f"Yes. {allows}, which is stricter than what is recommended."
        if policy.verdict is Verdict.ALLOW
        else f"Yes, where you accept the risk. {allows}, which is weaker than what is recommended."
    )
    blocks = _alternatives(entry, server, targets, limited, "rate-limit")
    after = f"{words.after_limit(limited)} {_UNCOUNTED}"
    return Answer("faq-rate-limit", question, (text, after), blocks=blocks)


def _block(entry: ToolEntry, server: ServerEntry, targets: tuple[Target, ...]) -> Answer:
    name, policy = visible(entry.name), entry.recommendation.policy
    question = f"How do I block {name} completely?"
    if policy.verdict is Verdict.DENY and not policy.cases:
        text = f"The recommended block already does. {words.on_call(policy)}"
        return Answer("faq-block", question, (text,), points_to_policy=True)
    text = "With the blocks below, which are stricter than what is recommended."
    blocks = _alternatives(entry, server, targets, _DENIED, "block")
    return Answer("faq-block", question, (text, words.on_call(_DENIED)), blocks=blocks)


def _alternatives(
    entry: ToolEntry,
    server: ServerEntry,
    targets: tuple[Target, ...],
    policy: Policy,
    purpose: str,
) -> tuple[BlockView, ...]:
    block = server_block(server.server, {entry.name: policy}, only=(entry.name,))
    subject = f"{visible(entry.name)}, {purpose}"
    return block_views(block, targets, subject, wanted=policy)


def _provider(entry: ToolEntry) -> Answer:
    server = entry.server.record
    name, publisher = visible(server_phrase(server.name)), byline(server.name, server.publisher)
    by = f", published by {visible(publisher)}" if publisher else ""
    where = f", from {server.repository}" if server.repository else ""
    return Answer(
        "faq-server",
        f"Which server provides {visible(entry.name)}?",
        (f"The {name}{by}{where}.",),
    )
