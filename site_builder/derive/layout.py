"""What every page has around its content: head, header, breadcrumbs, footer, structured data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from site_builder.derive import urls
from site_builder.derive.search_box import SearchBox
from site_builder.derive.urls import Link, Place, RecordLinks, Urls
from site_builder.model.records import SiteRecord

_NAVIGATION = (
    ("Servers", urls.SERVERS),
    ("Tools", urls.TOOLS),
    ("Attacks", urls.ATTACKS),
    ("Method", urls.ABOUT),
    ("Data", urls.DATA),
)
_ASSETS = ("site.css", "theme.js", "site.js", "search.js", "favicon.svg")


@dataclass(frozen=True, slots=True)
class NavItem:
    """An entry of the main navigation; `current` marks the part of the site that is shown."""

    text: str
    href: str
    current: bool


@dataclass(frozen=True, slots=True)
class Assets:
    """Links to the files that every page loads."""

    css: str
    theme: str
    script: str
    search: str
    icon: str


@dataclass(frozen=True, slots=True)
class Layout:
    """The frame of a page.

    `title` and `description` are plain visible text. `json` is the API document with the page's
    facts, `record` the links of its record. `structured` holds JSON-LD values for data blocks.
    `listed` is False where search engines should stay away.
    """

    title: str
    site_title: str
    tagline: str
    description: str
    canonical: str | None
    home: str
    tools_page: str
    search: SearchBox
    nav: tuple[NavItem, ...]
    crumbs: tuple[Link, ...]
    here: str
    footer: tuple[Link, ...]
    licence: Link
    assets: Assets
    structured: tuple[JsonValue, ...]
    json: str | None
    record: RecordLinks | None
    listed: bool


@dataclass(frozen=True, slots=True)
class Frame:
    """Makes the layout of each page of a site; `example` is a name worth typing in the search."""

    site: SiteRecord
    urls: Urls
    assets: Mapping[str, str]
    example: str

    def layout(  # noqa: PLR0913 - each argument is one part of the frame
        self,
        place: Place,
        title: str,
        description: str,
        *,
        crumbs: tuple[tuple[str, str], ...] = (),
        here: str = "",
        structured: tuple[JsonValue, ...] = (),
        json_path: str | None = None,
        record: RecordLinks | None = None,
        canonical_path: str | None = None,
        listed: bool = True,
    ) -> Layout:
        """The layout of the page at `place`; `crumbs` are (text, output path) from the top down.

        `canonical_path` is the output path that search engines should know instead of this one.
        """
        canonical = self.urls.canonical(canonical_path or place.path)
        trail = self._trail(place.path, crumbs, here)
        return Layout(
            title=title,
            site_title=self.site.title,
            tagline=self.site.tagline,
            description=description,
            canonical=canonical,
            home=place.to(urls.HOME),
            tools_page=place.to(urls.TOOLS),
            search=SearchBox(
                action=place.to(urls.SEARCH),
                root=place.top(),
                rank=place.to(self.assets["search-rank.js"]),
                index=place.to(self.assets["search-index.js"]),
                example=self.example,
            ),
            nav=tuple(
                NavItem(text, place.to(path), _is_within(place.path, path))
                for text, path in _NAVIGATION
            ),
            crumbs=tuple(Link(text, place.to(path)) for text, path in crumbs),
            here=here,
            footer=(
                Link("Search", place.to(urls.SEARCH)),
                Link("Glossary", place.to(urls.GLOSSARY)),
                Link("Changes", place.to(urls.CHANGES)),
                Link("Correct a record", place.to(urls.ABOUT, "corrections")),
                Link("JSON API", place.to(urls.API_INDEX)),
            ),
            licence=Link(self.site.licence.texts, place.to(urls.DATA, "licence")),
            assets=Assets(*(place.to(self.assets[name]) for name in _ASSETS)),
            structured=(*structured, *trail),
            json=place.to(json_path) if json_path else None,
            record=record,
            listed=listed,
        )

    def _trail(
        self, path: str, crumbs: tuple[tuple[str, str], ...], here: str
    ) -> tuple[JsonValue, ...]:
        """A BreadcrumbList, which needs absolute addresses; () where the site has none."""
        if self.urls.base_url is None or not here:
            return ()
        steps = [(self.site.title, urls.HOME), *crumbs, (here, path)]
        return (
            {
                "@context": "https://schema.org",
                "@type": "BreadcrumbList",
                "itemListElement": [
                    {
                        "@type": "ListItem",
                        "position": n,
                        "name": text,
                        "item": self.urls.canonical(target),
                    }
                    for n, (text, target) in enumerate(steps, start=1)
                ],
            },
        )


def _is_within(path: str, section: str) -> bool:
    if path == section:
        return True
    folder = section.removesuffix("index.html")
    return folder != section and path.startswith(folder)
