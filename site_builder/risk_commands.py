"""The commands about the risk model: `classify` and `diff`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from site_builder.command_parts import FINDINGS, json_option, records_option, show, whole

if TYPE_CHECKING:
    from site_builder.consult.labels import LabelledTool
    from site_builder.derive.context import Context

_labels_option = click.option(
    "--evaluate",
    "labels",
    type=click.File("rb"),
    metavar="FILE.jsonl",
    help="Tools with labels: a line each, an object with server, tool, label and alt_label.",
)


@click.command()
@click.argument("file", type=click.File("rb"), required=False)
@_labels_option
@json_option
def classify(file: BinaryIO | None, labels: BinaryIO | None, as_json: bool) -> None:
    """Shows what the risk model makes of the tools in FILE, signal by signal.

    FILE, or standard input, is the answer to tools/list, a capture that holds `initialize` and
    `tools`, one definition, a tool's record, or lines of `name: description`. A tool that stands
    alone is read without its server. With --evaluate the model is measured instead.
    """
    from site_builder import risk_answers
    from site_builder.consult.classify import classify as classify_tools
    from site_builder.consult.measure import measure
    from site_builder.load.json_text import MAX_BYTES
    from site_builder.prepare import own_rules
    from site_builder.risk.compiled import compile_rules
    from site_builder.validate.tool_list import ToolList, read_tools

    if labels is not None and file is not None:
        raise click.UsageError("--evaluate measures the labelled tools alone: leave FILE out")
    rules = compile_rules(own_rules())
    if labels is not None:
        measured = measure(_labelled(labels), rules)
        if as_json:
            click.echo(risk_answers.measured_json(measured), nl=False)
        else:
            click.echo(risk_answers.measured_text(measured), nl=False)
        return
    stream = file or sys.stdin.buffer
    tools = read_tools(stream.read(MAX_BYTES + 1), _shown(stream))
    if not isinstance(tools, ToolList):
        show(tools, to_stderr=True)
        raise click.exceptions.Exit(FINDINGS)
    show(tools.warnings, to_stderr=True)
    classified = classify_tools(tools, rules)
    if as_json:
        text = risk_answers.classified_json(classified, rules.rules.version)
    else:
        text = risk_answers.classified_text(classified)
    click.echo(text, nl=False)


@click.command()
@click.argument(
    "old", required=False, type=click.Path(path_type=Path, exists=True, file_okay=False)
)
@records_option
@click.option("--rules", type=click.File("rb"), metavar="FILE", help="Another rule file.")
@_labels_option
@json_option
def diff(
    old: Path | None,
    records: Path,
    rules: BinaryIO | None,
    labels: BinaryIO | None,
    as_json: bool,
) -> None:
    """Shows which definitions drifted, or what other rules would change.

    Alone it lists the records whose review looked at another definition; there being any is exit
    code 1. With OLD, an earlier records folder, it lists what changed since, each tool with the
    class of its change. With --rules it compares the assessments under the builder's own rules
    with those under FILE, and with --evaluate the metrics too; exit code 1 where fewer Execute,
    Destructive or Financial tools are recognised than before.
    """
    from site_builder import risk_answers
    from site_builder.consult.drift import drift, stale_reviews

    if rules is not None and old is not None:
        raise click.UsageError("compare with OLD or under --rules, not both at once")
    if labels is not None and rules is None:
        raise click.UsageError("--evaluate measures a change of the rules: add --rules FILE")
    if rules is not None:
        _diff_rules(records, rules, () if labels is None else _labelled(labels), as_json=as_json)
    elif old is not None:
        drifts = drift(_context(old), _context(records))
        answer = risk_answers.drift_json if as_json else risk_answers.drift_text
        click.echo(answer(drifts), nl=False)
        click.echo(risk_answers.drift_line(drifts), err=True)
    else:
        stale = stale_reviews(_context(records))
        text = risk_answers.stale_json(stale) if as_json else risk_answers.stale_text(stale)
        click.echo(text, nl=False)
        if stale:
            raise click.exceptions.Exit(FINDINGS)
        click.echo("every reviewed definition is the one that was reviewed", err=True)


def _diff_rules(
    records: Path, rules: BinaryIO, labelled: tuple[LabelledTool, ...], *, as_json: bool
) -> None:
    from site_builder import risk_answers
    from site_builder.consult.rule_change import compare_rules
    from site_builder.load.yaml_text import MAX_BYTES
    from site_builder.prepare import own_rules
    from site_builder.risk.compiled import compile_rules
    from site_builder.validate.rules import check_rules

    candidate, found = check_rules(rules.read(MAX_BYTES + 1), _shown(rules))
    show(found, to_stderr=True)
    if candidate is None:
        raise click.exceptions.Exit(FINDINGS)
    catalogue, _ = whole(records)
    change = compare_rules(
        catalogue, compile_rules(own_rules()), compile_rules(candidate), labelled
    )
    answer = risk_answers.rule_change_json if as_json else risk_answers.rule_change_text
    click.echo(answer(change), nl=False)
    click.echo(risk_answers.rule_change_line(change), err=True)
    if change.fallen:
        raise click.exceptions.Exit(FINDINGS)


def _context(records: Path) -> Context:
    from site_builder.derive.context import survey

    catalogue, assessed = whole(records)
    return survey(catalogue, assessed, {}, None)


def _labelled(stream: BinaryIO) -> tuple[LabelledTool, ...]:
    """The labelled tools in `stream`; ends the command where it cannot be read."""
    from site_builder.consult.labels import read_labels
    from site_builder.load.json_text import MAX_BYTES

    labelled, wrong = read_labels(stream.read(MAX_BYTES + 1), _shown(stream))
    if wrong is not None:
        show((wrong,), to_stderr=True)
        raise click.exceptions.Exit(FINDINGS)
    return labelled


def _shown(stream: BinaryIO) -> str:
    """How diagnostics call what is read."""
    from site_builder.load.files import shown_path

    return shown_path(Path(stream.name))
