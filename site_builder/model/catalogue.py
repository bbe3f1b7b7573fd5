"""A whole, checked set of records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from site_builder.model.identifiers import KnownIdentifier
from site_builder.model.records import (
    AttackRecord,
    CategoryRecord,
    GlossaryRecord,
    ServerRecord,
    SiteRecord,
    ToolRecord,
)
from site_builder.model.vocabulary import Category


@dataclass(frozen=True, slots=True)
class CataloguedTool:
    """A tool's record and the path it came from, relative to the records folder."""

    stem: str
    record: ToolRecord
    path: str

    @property
    def name(self) -> str:
        """The exact name of the tool."""
        return self.record.tool.name


@dataclass(frozen=True, slots=True)
class CataloguedServer:
    """A server's record with its tools in order of name."""

    slug: str
    record: ServerRecord
    tools: tuple[CataloguedTool, ...]
    path: str


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Everything `records/` says, without a mistake in it; mappings in order of their keys.

    `identifiers` are those of public lists that records may name.
    """

    site: SiteRecord
    servers: tuple[CataloguedServer, ...]
    attacks: Mapping[str, AttackRecord]
    categories: Mapping[Category, CategoryRecord]
    glossary: Mapping[str, GlossaryRecord]
    identifiers: Mapping[str, KnownIdentifier] = field(default_factory=dict)
