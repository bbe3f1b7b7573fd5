"""The front page, the search page and the page for addresses that do not exist."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.derive.context import Context
from site_builder.derive.layout import Layout
from site_builder.derive.marks import Mark, category_mark, severity_mark
from site_builder.derive.page import Page
from site_builder.derive.server_list import ServerRow, server_rows
from site_builder.derive.tool_rows import ToolRow, tool_rows
from site_builder.derive.urls import ATTACKS, HOME, NOT_FOUND, SEARCH, SERVERS
from site_builder.derive.wording import counted
from site_builder.model.vocabulary import SeverityLevel

_RISKIEST = 12
_SERVERS = 24


@dataclass(frozen=True, slots=True)
class Count:
    """A mark and how many tools carry it."""

    mark: Mark
    number: int


@dataclass(frozen=True, slots=True)
class HomePage:
    """What `pages/home.html` shows."""

    layout: Layout
    title: str
    tagline: str
    totals: str
    by_severity: tuple[Count, ...]
    by_category: tuple[Count, ...]
    servers: tuple[ServerRow, ...]
    server_total: int
    riskiest: tuple[ToolRow, ...]
    servers_page: str
    attacks_page: str
    attack_total: int


@dataclass(frozen=True, slots=True)
class SearchPage:
    """What `pages/search.html` shows; its script fills in the results."""

    layout: Layout


@dataclass(frozen=True, slots=True)
class NotFoundPage:
    """What `pages/not_found.html` shows; every link in it starts from the root."""

    layout: Layout
    servers_page: str


def home_page(context: Context) -> Page:
    """The front page."""
    place, site = context.urls.place(HOME), context.catalogue.site
    servers = server_rows(context, place)
    totals = f"{counted(len(servers), 'server')}, {counted(len(context.tools), 'tool')}"
    website = {
        "@context": "https://schema.org",
        "@type": "WebSite",
        "name": site.title,
        "description": site.tagline,
    }
    if address := context.urls.canonical(HOME):
        website["url"] = address
    riskiest = sorted(context.tools, key=lambda entry: entry.by_risk())[:_RISKIEST]
    page = HomePage(
        layout=context.frame.layout(
            place, site.title, f"{site.tagline} {totals}.", structured=(dict(website),)
        ),
        title=site.title,
        tagline=site.tagline,
        totals=totals,
        by_severity=tuple(
            Count(severity_mark(level, place), len(context.by_severity[level]))
            for level in reversed(SeverityLevel)
        ),
        by_category=tuple(
            Count(category_mark(category, place), len(context.by_category[category]))
            for category in sorted(context.catalogue.categories, key=lambda c: -c.rank)
        ),
        servers=servers[:_SERVERS],
        server_total=len(servers),
        riskiest=tool_rows(riskiest, place),
        servers_page=place.to(SERVERS),
        attacks_page=place.to(ATTACKS),
        attack_total=len(context.catalogue.attacks),
    )
    return Page(HOME, "pages/home.html", page)


def search_page(context: Context) -> Page:
    """The search page."""
    layout = context.frame.layout(
        context.urls.place(SEARCH),
        f"Search · {context.catalogue.site.title}",
        "Type the name of a tool, a server, a package or a repository.",
        here="Search",
    )
    return Page(SEARCH, "pages/search.html", SearchPage(layout))


def not_found_page(context: Context) -> Page:
    """The page that a host serves at any address it does not have."""
    place = context.urls.place(NOT_FOUND)
    layout = context.frame.layout(
        place,
        f"Not found · {context.catalogue.site.title}",
        "There is no page at this address.",
        listed=False,
    )
    return Page(NOT_FOUND, "pages/not_found.html", NotFoundPage(layout, place.to(SERVERS)))
