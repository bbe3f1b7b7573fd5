"""What several commands share: their options, how findings are shown, the catalogue they ask."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from site_builder import config
from site_builder.diagnostics import Diagnostic

if TYPE_CHECKING:
    from site_builder.model.assessment import Assessed
    from site_builder.model.catalogue import Catalogue

FINDINGS = 1
"""The exit code of a command that found something, or nothing where something was wanted."""

records_option = click.option(
    "--records",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=config.RECORDS,
    show_default=True,
    help="The folder with the records.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def show(diagnostics: Sequence[Diagnostic], *, to_stderr: bool) -> None:
    """Prints findings for people, in colour on a terminal."""
    from site_builder import console

    stream = sys.stderr if to_stderr else sys.stdout
    click.echo(
        console.as_text(diagnostics, colour=stream is not None and stream.isatty()),
        nl=False,
        err=to_stderr,
    )


def whole(records: Path) -> tuple[Catalogue, Assessed]:
    """The catalogue in `records`, assessed; ends the command where there are mistakes."""
    from site_builder.prepare import prepare

    prepared = prepare(records)
    if prepared.catalogue is None or prepared.assessed is None:
        show(prepared.diagnostics, to_stderr=True)
        raise click.exceptions.Exit(FINDINGS)
    return prepared.catalogue, prepared.assessed
