"""The catalogue as pages need it: each tool with its assessment and policy, in its lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from site_builder.derive.layout import Frame
from site_builder.derive.urls import Urls
from site_builder.model.assessment import Assessed, ServerAssessment, ToolAssessment
from site_builder.model.catalogue import Catalogue, CataloguedServer, CataloguedTool
from site_builder.model.policy import Policy
from site_builder.model.visible import visible
from site_builder.model.vocabulary import Category, SeverityLevel, Status
from site_builder.policy.recommend import Recommendation, recommend


@dataclass(frozen=True, slots=True)
class ToolEntry:
    """A tool with all that is derived of it."""

    server: CataloguedServer
    tool: CataloguedTool
    assessed: ToolAssessment
    recommendation: Recommendation

    @property
    def name(self) -> str:
        """The exact name, as the server spells it."""
        return self.tool.name

    @property
    def category(self) -> Category:
        """The headline category."""
        return self.assessed.assessment.category

    @property
    def level(self) -> SeverityLevel:
        """The severity level."""
        return self.assessed.assessment.severity.level

    @property
    def listed(self) -> bool:
        """Whether lists and search name the tool: neither it nor its server is withdrawn."""
        return Status.WITHDRAWN not in (
            self.tool.record.review.status,
            self.server.record.review.status,
        )

    @property
    def drifted(self) -> bool:
        """Whether the definition is no longer the one that the review looked at."""
        reviewed = self.tool.record.review.definition
        return reviewed is not None and reviewed != self.assessed.pin

    def by_risk(self) -> tuple[int, int, int, str, str]:
        """A sort key that puts the riskiest tool first."""
        severity = self.assessed.assessment.severity
        return (
            -severity.level.rank,
            -severity.total,
            -self.category.rank,
            self.name,
            self.server.slug,
        )


@dataclass(frozen=True, slots=True)
class ServerEntry:
    """A server with its assessment and its tools in order of name.

    `listed_tools` are those that count, all but the withdrawn; `riskiest` are the same, riskiest
    first. `policies` holds the policy of each by its exact name: a withdrawn tool has none, so a
    block denies it.
    """

    server: CataloguedServer
    assessed: ServerAssessment
    tools: tuple[ToolEntry, ...]
    listed_tools: tuple[ToolEntry, ...]
    riskiest: tuple[ToolEntry, ...]
    policies: Mapping[str, Policy]

    @property
    def listed(self) -> bool:
        """Whether lists and search name the server."""
        return self.server.record.review.status is not Status.WITHDRAWN


@dataclass(frozen=True, slots=True)
class Context:
    """Everything that the pages of one site are derived from, under one version of the rules.

    `tools` are the listed tools in order of name; `by_category`, `by_severity` and `by_attack`
    hold the same tools, riskiest first; an attack on any tool, whatever it can do, has none there.
    """

    catalogue: Catalogue
    rules_version: int
    frame: Frame
    servers: tuple[ServerEntry, ...]
    tools: tuple[ToolEntry, ...]
    by_category: Mapping[Category, tuple[ToolEntry, ...]]
    by_severity: Mapping[SeverityLevel, tuple[ToolEntry, ...]]
    by_attack: Mapping[str, tuple[ToolEntry, ...]]

    @property
    def urls(self) -> Urls:
        """What addresses outside the site's folder are made from."""
        return self.frame.urls


def survey(
    catalogue: Catalogue, assessed: Assessed, assets: Mapping[str, str], base_url: str | None
) -> Context:
    """Brings records, assessments and recommendations together, once for all pages.

    `assets` maps logical names (`site.css`) to output paths; `base_url` replaces that of
    `site.yaml` where it is given.
    """
    site = catalogue.site
    urls = Urls(base_url or site.base_url, site.repository, site.branch, site.records_path)
    servers = tuple(_server_entry(server, catalogue, assessed) for server in catalogue.servers)
    listed = [entry for server in servers for entry in server.tools if entry.listed]
    risky = sorted(listed, key=ToolEntry.by_risk)
    return Context(
        catalogue=catalogue,
        rules_version=assessed.rules_version,
        frame=Frame(site, urls, assets, _example(listed)),
        servers=servers,
        tools=tuple(sorted(listed, key=lambda e: (e.name.casefold(), e.name, e.server.slug))),
        by_category={c: tuple(e for e in risky if e.category is c) for c in Category},
        by_severity={v: tuple(e for e in risky if e.level is v) for v in SeverityLevel},
        by_attack=_by_attack(catalogue, risky),
    )


def _example(listed: list[ToolEntry]) -> str:
    """A name worth typing: the shortest among those of the gravest tools; "" without tools."""
    gravest = min(listed, key=lambda e: (-e.level.rank, len(e.name), e.name), default=None)
    return visible(gravest.name) if gravest else ""


def _server_entry(
    server: CataloguedServer, catalogue: Catalogue, assessed: Assessed
) -> ServerEntry:
    tools = tuple(_tool_entries(server, catalogue, assessed))
    listed = tuple(entry for entry in tools if entry.listed)
    return ServerEntry(
        server=server,
        assessed=assessed.servers[server.slug],
        tools=tools,
        listed_tools=listed,
        riskiest=tuple(sorted(listed, key=ToolEntry.by_risk)),
        policies={entry.name: entry.recommendation.policy for entry in listed},
    )


def _tool_entries(
    server: CataloguedServer, catalogue: Catalogue, assessed: Assessed
) -> Iterator[ToolEntry]:
    for tool in server.tools:
        found = assessed.tools[server.slug, tool.stem]
        recommendation = recommend(
            tool.record.policy,
            found.assessment,
            catalogue.categories,
            catalogue.site.house_policy,
        )
        yield ToolEntry(server, tool, found, recommendation)


def _by_attack(
    catalogue: Catalogue, risky: list[ToolEntry]
) -> Mapping[str, tuple[ToolEntry, ...]]:
    found: dict[str, list[ToolEntry]] = {attack: [] for attack in catalogue.attacks}
    for entry in risky:
        for match in entry.assessed.attacks:
            if not match.general:
                found[match.attack].append(entry)
    return {attack: tuple(entries) for attack, entries in found.items()}
