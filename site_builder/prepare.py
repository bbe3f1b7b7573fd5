"""The first half of a build, shared with `check`: records in, an assessed catalogue out."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from site_builder.derive.context import survey
from site_builder.derive.findings import findings
from site_builder.diagnostics import Diagnostic, has_errors
from site_builder.model.assessment import Assessed
from site_builder.model.catalogue import Catalogue
from site_builder.model.identifiers import Taxonomies
from site_builder.model.rules import Rules
from site_builder.risk.assess import assess
from site_builder.validate.catalogue import check_records, place
from site_builder.validate.identifiers import read_taxonomies
from site_builder.validate.rules import read_rules


@dataclass(frozen=True, slots=True)
class Prepared:
    """The records, checked and assessed; None in place of either where there are mistakes."""

    diagnostics: tuple[Diagnostic, ...]
    files: int
    catalogue: Catalogue | None
    assessed: Assessed | None


def prepare(records: Path) -> Prepared:
    """Checks and assesses the records folder `records`."""
    checked = check_records(records, own_taxonomies())
    if checked.catalogue is None:
        return Prepared(checked.diagnostics, checked.files, None, None)
    assessed = assess(checked.catalogue, own_rules())
    context = survey(checked.catalogue, assessed, {}, None)
    late = [place(records, path, finding) for path, finding in findings(context)]
    diagnostics = tuple(sorted({*checked.diagnostics, *late}))
    if has_errors(late):
        return Prepared(diagnostics, checked.files, None, None)
    return Prepared(diagnostics, checked.files, checked.catalogue, assessed)


def own_taxonomies() -> Taxonomies:
    """The lists of public identifiers that ship with the builder."""
    return read_taxonomies((files("site_builder.risk") / "taxonomies.yaml").read_bytes())


def own_rules() -> Rules:
    """The rule file that ships with the builder."""
    return read_rules((files("site_builder.risk") / "rules.yaml").read_bytes())
