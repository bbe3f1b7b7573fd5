"""All pages of a site, made one server at a time."""

from __future__ import annotations

from collections.abc import Iterator

from site_builder.derive.attack_page import attack_pages, attacks_page
from site_builder.derive.category_page import category_pages
from site_builder.derive.context import Context
from site_builder.derive.front_pages import home_page, not_found_page, search_page
from site_builder.derive.moved_page import moved_pages
from site_builder.derive.page import Page
from site_builder.derive.policy_page import policy_page
from site_builder.derive.reference_pages import about_page, changes_pages, data_page, glossary_page
from site_builder.derive.server_list import servers_page
from site_builder.derive.server_page import server_pages
from site_builder.derive.tool_list import severity_pages, tools_pages
from site_builder.derive.tool_page import tool_page


def derive(context: Context) -> Iterator[Page]:
    """Every page of the site that `context` surveys; nothing of a page is made before its turn."""
    yield home_page(context)
    yield search_page(context)
    yield servers_page(context)
    for entry in context.servers:
        yield from server_pages(entry, context)
        yield policy_page(entry, context)
        for tool in entry.tools:
            yield tool_page(tool, entry, context)
    yield from tools_pages(context)
    yield from category_pages(context)
    yield from severity_pages(context)
    yield attacks_page(context)
    yield from attack_pages(context)
    yield glossary_page(context)
    yield about_page(context)
    yield data_page(context)
    yield from changes_pages(context)
    yield from moved_pages(context)
    yield not_found_page(context)
