"""A records folder in, a catalogue without a mistake out - or every mistake of every file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from site_builder.diagnostics import Diagnostic, Location, has_errors
from site_builder.load.files import Kind, RecordFile, read, shown_path, walk
from site_builder.load.nodes import Mapping, descend
from site_builder.load.yaml_text import parse
from site_builder.model.catalogue import Catalogue, CataloguedServer, CataloguedTool
from site_builder.model.identifiers import IdentifiersRecord, Taxonomies
from site_builder.model.records import (
    AttackRecord,
    CategoryRecord,
    GlossaryRecord,
    ServerRecord,
    SiteRecord,
    ToolRecord,
)
from site_builder.model.shape import Shape
from site_builder.model.vocabulary import Category
from site_builder.validate.identifiers import known_identifiers
from site_builder.validate.meaning import (
    Finding,
    check_attack,
    check_own_text,
    check_server,
    check_slug,
    check_tool,
)
from site_builder.validate.references import check_references
from site_builder.validate.shape import shape

_TYPES: dict[Kind, type[Shape]] = {
    Kind.SITE: SiteRecord,
    Kind.IDENTIFIERS: IdentifiersRecord,
    Kind.SERVER: ServerRecord,
    Kind.TOOL: ToolRecord,
    Kind.ATTACK: AttackRecord,
    Kind.CATEGORY: CategoryRecord,
    Kind.TERM: GlossaryRecord,
}
_NAMES = {Kind.SERVER: "a server", Kind.ATTACK: "an attack", Kind.TERM: "a term"}


@dataclass(frozen=True, slots=True)
class Checked:
    """What a records folder holds: the catalogue (None where it has errors) and the findings."""

    catalogue: Catalogue | None
    diagnostics: tuple[Diagnostic, ...]
    files: int


@dataclass(slots=True)
class _Parts:
    """The records of a catalogue while they are read."""

    site: SiteRecord | None = None
    identifiers: IdentifiersRecord | None = None
    servers: dict[str, tuple[ServerRecord, str]] = field(default_factory=dict)
    tools: dict[str, list[CataloguedTool]] = field(default_factory=dict)
    attacks: dict[str, AttackRecord] = field(default_factory=dict)
    categories: dict[Category, CategoryRecord] = field(default_factory=dict)
    glossary: dict[str, GlossaryRecord] = field(default_factory=dict)


def check_records(records: Path, taxonomies: Taxonomies) -> Checked:
    """Reads and checks every record under `records`; the findings come sorted by place.

    `taxonomies` are the public lists whose entries records may name.
    """
    files, found = walk(records)
    diagnostics = list(found)
    parts = _Parts()
    for file in files:
        diagnostics += _take(file, parts)
    diagnostics += _missing(parts, records)
    catalogue = _assembled(parts, taxonomies)
    if catalogue is not None:
        stems = {kind: {file.stem for file in files if file.kind is kind} for kind in Kind}
        findings = check_references(
            catalogue,
            attacks=stems[Kind.ATTACK],
            terms=stems[Kind.TERM],
            vulnerabilities=not stems[Kind.IDENTIFIERS] or parts.identifiers is not None,
            whole=not has_errors(diagnostics),
        )
        diagnostics += [place(records, relative, finding) for relative, finding in findings]
    if has_errors(diagnostics):
        catalogue = None
    return Checked(catalogue, tuple(sorted(set(diagnostics))), len(files))


def place(records: Path, relative: str, finding: Finding) -> Diagnostic:
    """`finding` at its place in the record file at the path `relative` to the records folder.

    The file is read again: such findings are rare, and keeping every tree would not be cheap.
    """
    path = records / relative
    data, _ = read(path)
    root, _ = parse(data, shown_path(path)) if data is not None else (None, ())
    return _placed(shown_path(path), root, finding)


def _take(file: RecordFile, parts: _Parts) -> Iterable[Diagnostic]:
    """Adds the record in `file` to `parts`; returns what is wrong with it."""
    data, diagnostics = read(file.path)
    if data is None:
        return diagnostics
    root, found = parse(data, file.shown)
    if root is None:
        return found
    record, wrong = shape(root, _TYPES[file.kind], file.shown)
    diagnostics = (*found, *wrong)
    if record is None:
        return diagnostics
    findings = tuple(_meaning(file, record))
    _keep(file, record, parts)
    return (*diagnostics, *(_placed(file.shown, root, finding) for finding in findings))


def _meaning(file: RecordFile, record: Shape) -> Iterator[Finding]:
    if file.kind in _NAMES:
        yield from check_slug(file.stem, _NAMES[file.kind])
    yield from check_own_text(record)
    if isinstance(record, ToolRecord):
        yield from check_tool(record, file.stem)
    elif isinstance(record, ServerRecord):
        yield from check_server(record)
    elif isinstance(record, AttackRecord):
        yield from check_attack(record)
    elif isinstance(record, CategoryRecord) and file.stem not in set(Category):
        yield Finding(
            (),
            "bad-name",
            f"there is no category {file.stem!r}",
            f"it is one of: {', '.join(Category)}",
        )


def _keep(file: RecordFile, record: Shape, parts: _Parts) -> None:
    if isinstance(record, SiteRecord):
        parts.site = record
    elif isinstance(record, IdentifiersRecord):
        parts.identifiers = record
    elif isinstance(record, ServerRecord):
        parts.servers[file.stem] = (record, file.relative)
    elif isinstance(record, ToolRecord):
        tool = CataloguedTool(file.stem, record, file.relative)
        parts.tools.setdefault(file.owner, []).append(tool)
    elif isinstance(record, AttackRecord):
        parts.attacks[file.stem] = record
    elif isinstance(record, CategoryRecord) and file.stem in set(Category):
        parts.categories[Category(file.stem)] = record
    elif isinstance(record, GlossaryRecord):
        parts.glossary[file.stem] = record


def _missing(parts: _Parts, records: Path) -> Iterator[Diagnostic]:
    shown = records.as_posix()
    if parts.site is None and not (records / "site.yaml").exists():
        yield Diagnostic(
            Location(f"{shown}/site.yaml"),
            "missing-record",
            "the catalogue has no site.yaml",
            "add it: title, tagline, licence and targets are needed",
        )
    for category in Category:
        path = f"categories/{category}.yaml"
        if category not in parts.categories and not (records / path).exists():
            yield Diagnostic(
                Location(f"{shown}/{path}"),
                "missing-record",
                f"the catalogue does not say what {category} means",
                "add the record",
            )


def _assembled(parts: _Parts, taxonomies: Taxonomies) -> Catalogue | None:
    """The catalogue of what could be read; None where not even its frame could be."""
    if parts.site is None or len(parts.categories) < len(Category):
        return None
    servers = []
    for slug, (record, path) in sorted(parts.servers.items()):
        tools = sorted(parts.tools.get(slug, ()), key=lambda tool: (tool.name, tool.stem))
        servers.append(CataloguedServer(slug, record, tuple(tools), path))
    return Catalogue(
        site=parts.site,
        servers=tuple(servers),
        attacks=dict(sorted(parts.attacks.items())),
        categories={category: parts.categories[category] for category in Category},
        glossary=dict(sorted(parts.glossary.items())),
        identifiers=known_identifiers(taxonomies, parts.identifiers),
    )


def _placed(shown: str, root: Mapping | None, finding: Finding) -> Diagnostic:
    line = column = 1
    if root is not None:
        *_, node = descend(root, finding.field)
        line, column = node.line, node.column
    return Diagnostic(
        Location(shown, line, column),
        finding.code,
        finding.message,
        finding.hint,
        finding.level,
    )
