"""The page of a category: what it means, its rule, the attacks on it, its tools."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from site_builder.derive.context import Context
from site_builder.derive.layout import Layout
from site_builder.derive.marks import Mark, category_mark, verdict_mark
from site_builder.derive.page import Page
from site_builder.derive.tool_rows import Paging, ToolRow, chunks, paging, tool_rows
from site_builder.derive.urls import (
    API_CATEGORIES,
    TOOLS,
    Link,
    Place,
    attack_path,
    category_path,
    numbered_path,
)
from site_builder.derive.wording import counted, sentence
from site_builder.model.policy import Policy
from site_builder.model.records import AppliesWhen, DefaultPolicy
from site_builder.model.vocabulary import Category
from site_builder.policy import words


@dataclass(frozen=True, slots=True)
class DefaultRule:
    """The rule of a category: when it holds, its verdict, and what happens on a call."""

    when: str
    verdict: Mark
    sentence: str
    on_call: str


@dataclass(frozen=True, slots=True)
class CategoryPage:
    """What `pages/category.html` shows."""

    layout: Layout
    title: str
    mark: Mark
    summary: str
    meaning: str
    examples: tuple[str, ...]
    rules: tuple[DefaultRule, ...]
    attacks: tuple[Link, ...]
    siblings: tuple[Mark, ...]
    count: str
    rows: tuple[ToolRow, ...]
    paging: Paging


def category_pages(context: Context) -> Iterator[Page]:
    """The pages of all categories, each in parts of 200 tools."""
    for category in context.catalogue.categories:
        first, shown = category_path(category), chunks(context.by_category[category])
        for number in range(1, len(shown) + 1):
            path = numbered_path(first, number)
            place = context.urls.place(path)
            rows = tool_rows(shown[number - 1], place)
            page = _page(category, context, place, rows, paging(first, number, len(shown), place))
            yield Page(path, "pages/category.html", page)


def _page(
    category: Category,
    context: Context,
    place: Place,
    rows: tuple[ToolRow, ...],
    pages: Paging,
) -> CategoryPage:
    record = context.catalogue.categories[category]
    page_of = f", page {pages.number}" if pages.number > 1 else ""
    count = counted(len(context.by_category[category]), "tool")
    return CategoryPage(
        layout=context.frame.layout(
            place,
            f"{record.title} tools{page_of} · {context.catalogue.site.title}",
            sentence(record.summary),
            crumbs=(("Tools", TOOLS),),
            here=f"{record.title}{page_of}",
            json_path=API_CATEGORIES,
            record=context.urls.record(f"categories/{category}.yaml", record.title),
        ),
        title=record.title,
        mark=category_mark(category),
        summary=sentence(record.summary),
        meaning=record.meaning,
        examples=record.examples,
        rules=_rules(category, context),
        attacks=tuple(
            Link(attack.title, place.to(attack_path(slug)))
            for slug, attack in context.catalogue.attacks.items()
            if _concerns(attack.applies_when, category)
        ),
        siblings=tuple(
            category_mark(other, place)
            for other in context.catalogue.categories
            if other != category
        ),
        count=count,
        rows=rows,
        paging=pages,
    )


def _rules(category: Category, context: Context) -> tuple[DefaultRule, ...]:
    record = context.catalogue.categories[category]
    house = context.catalogue.site.house_policy.get(category)
    if house is not None:
        return (_rule("The house rule of this catalogue", house),)
    rules = [_rule("By default", record.default_policy)]
    if record.critical_policy is not None:
        rules.append(_rule("At critical severity", record.critical_policy))
    return tuple(rules)


def _rule(when: str, default: DefaultPolicy) -> DefaultRule:
    policy = Policy(verdict=default.verdict, message=default.message, limits=default.limits)
    after = words.after_limit(policy)
    return DefaultRule(
        when=when,
        verdict=verdict_mark(policy.verdict),
        sentence=words.verdict_sentence(policy),
        on_call=f"{words.on_call(policy)} {after}".rstrip(),
    )


def _concerns(predicate: AppliesWhen, category: Category) -> bool:
    return category in predicate.capabilities or any(
        _concerns(part, category) for part in predicate.any_of
    )
