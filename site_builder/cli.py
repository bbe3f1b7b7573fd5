"""The commands: flags, printing and exit codes, nothing else.

Data goes to stdout, words to stderr. What a command needs is imported when it runs, so that
`--help` and a failed option answer at once.
"""

from __future__ import annotations

import platform
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit

import click

from site_builder import __version__, config
from site_builder.command_parts import FINDINGS, json_option, records_option, show, whole
from site_builder.diagnostics import BuildError, has_errors
from site_builder.model.shape import is_http_url
from site_builder.risk_commands import classify, diff

if TYPE_CHECKING:
    from site_builder.build import Sources

_templates_option = click.option(
    "--templates",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=config.default_templates,
    help="The folder with the templates.  [default: the builder's own]",
)
_output_option = click.option(
    "--output",
    type=click.Path(path_type=Path),
    default=config.OUTPUT,
    show_default=True,
    help="The folder of the site.",
)


def _http_address(
    _context: click.Context, _option: click.Parameter, value: str | None
) -> str | None:
    if value is None:
        return None
    if not is_http_url(value) or "?" in value or "#" in value:
        raise click.BadParameter(
            "an absolute http or https address, such as https://example.com/risk/"
        )
    return value


_base_url_option = click.option(
    "--base-url",
    callback=_http_address,
    help="Where the site will stand; replaces that of site.yaml.",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(
    __version__, message=f"%(prog)s %(version)s (Python {platform.python_version()})"
)
@click.option("--debug", is_flag=True, help="Show the traceback of a failure.")
def commands(debug: bool) -> None:
    """Turns YAML records of MCP servers and tools into a static risk-record website."""


commands.add_command(classify)
commands.add_command(diff)


@commands.command()
@records_option
@_templates_option
@_output_option
@_base_url_option
@click.option("--strict", is_flag=True, help="Warnings fail the build too.")
@json_option
def build(
    records: Path, templates: Path, output: Path, base_url: str | None, strict: bool, as_json: bool
) -> None:
    """Builds the site.

    Files in the output that are not the builder's stay. A build with a mistake in any record, or
    one that fails, leaves the last good site as it was.
    """
    from site_builder import answers
    from site_builder.build import Sources
    from site_builder.build import build as build_site

    started = time.monotonic()
    with _Progress("files made") as progress:
        report = build_site(
            Sources(records, templates, config.risk_model(), base_url),
            output,
            strict=strict,
            progress=progress.at,
        )
    seconds = time.monotonic() - started
    if as_json:
        click.echo(answers.build_json(report), nl=False)
    else:
        show(report.diagnostics, to_stderr=True)
        click.echo(answers.build_line(report, output, seconds), err=True)
    if report.written is None:
        raise click.exceptions.Exit(FINDINGS)


@commands.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path, exists=True))
@records_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github"]),
    default="text",
    show_default=True,
    help="How findings are printed.",
)
@json_option
@click.option("--strict", is_flag=True, help="Warnings fail the check too.")
def check(paths: tuple[Path, ...], records: Path, form: str, as_json: bool, strict: bool) -> None:
    """Reports every mistake of every record, in one run.

    With PATHS, all records are read, and the findings in those files and folders are shown.
    """
    from site_builder import console
    from site_builder.prepare import prepare

    prepared = prepare(records)
    found = [
        item for item in prepared.diagnostics if not paths or _is_in(item.location.path, paths)
    ]
    if as_json or form == "json":
        click.echo(console.as_json(found), nl=False)
    elif form == "github":
        click.echo(console.as_github(found), nl=False)
    else:
        show(found, to_stderr=False)
        click.echo(console.summary(found, prepared.files), err=True)
    if has_errors(found) or (strict and found):
        raise click.exceptions.Exit(FINDINGS)


@commands.command()
@records_option
@_templates_option
@_output_option
@_base_url_option
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(1, 65535), help="The port.  [default: the first free from 5500]"
)
@click.option("--no-watch", is_flag=True, help="Do not rebuild on changes.")
@click.option(
    "--poll", is_flag=True, help="Look for changes instead of waiting for notifications."
)
def serve(
    records: Path,
    templates: Path,
    output: Path,
    base_url: str | None,
    host: str,
    port: int | None,
    no_watch: bool,
    poll: bool,
) -> None:
    """Builds the site, serves it, and rebuilds and reloads on every change."""
    from site_builder.build import Sources
    from site_builder.serve import Preview
    from site_builder.serve import serve as serve_site

    if host not in ("127.0.0.1", "localhost", "::1"):
        click.echo(
            f"warning: {host} may be reached from other machines; this is no server for them",
            err=True,
        )
    rebuild = _rebuilder(Sources(records, templates, config.risk_model(), base_url), output)
    failure, address = rebuild()
    path = urlsplit(address or "").path.strip("/")
    preview = Preview(
        output=output,
        watched=(records, templates),
        rebuild=lambda: rebuild()[0],
        say=lambda words: click.echo(words, err=True),
        base_path=f"/{path}/" if path else "/",
        watch=not no_watch,
        poll=poll,
        failure=failure,
    )
    serve_site(preview, host, port)


@commands.command()
@click.argument("query", nargs=-1, required=True)
@records_option
@click.option(
    "--limit",
    type=click.IntRange(1, 1000),
    default=20,
    show_default=True,
    help="How many to show.",
)
@json_option
def search(query: tuple[str, ...], records: Path, limit: int, as_json: bool) -> None:
    """Finds servers and tools by name, as the search page does."""
    from site_builder import answers
    from site_builder.consult.search import Searcher
    from site_builder.derive.search_index import search_index

    catalogue, assessed = whole(records)
    found = Searcher(search_index(catalogue, assessed)).search(" ".join(query), limit)
    if as_json:
        click.echo(answers.search_json(found), nl=False)
    else:
        click.echo(answers.search_text(found), nl=False)
        click.echo(f"{found.total:,} found" if found.total else "nothing found", err=True)
    if not found.total:
        raise click.exceptions.Exit(FINDINGS)


@commands.command()
@click.argument("server")
@click.argument("tools", nargs=-1)
@records_option
@click.option("--target", required=True, help="The enforcement point the block is for.")
@click.option("--server-name", help="What your client's configuration calls the server.")
@json_option
def policy(
    server: str,
    tools: tuple[str, ...],
    records: Path,
    target: str,
    server_name: str | None,
    as_json: bool,
) -> None:
    """Prints the recommended policy block of SERVER, for all its tools or for TOOLS."""
    from site_builder import answers
    from site_builder.consult.policy import UnknownNameError, policy_block
    from site_builder.derive.context import survey

    catalogue, assessed = whole(records)
    try:
        emitted = policy_block(
            survey(catalogue, assessed, {}, None), server, tools, target, server_name
        )
    except UnknownNameError as error:
        raise click.UsageError(str(error)) from None
    if as_json:
        click.echo(answers.policy_json(emitted), nl=False)
    else:
        click.echo(emitted.text, nl=False)
        for loss in emitted.losses:
            click.echo(f"note[{loss.code}]: {loss.text}", err=True)
        if emitted.refused:
            click.echo(f"no block: {emitted.refused}", err=True)
    if emitted.refused:
        raise click.exceptions.Exit(FINDINGS)


def _rebuilder(sources: Sources, output: Path) -> Callable[[], tuple[str, str | None]]:
    """A function that builds again; it returns "" or why it could not, and the site's address."""
    from site_builder import answers, console
    from site_builder.build import build as build_site

    def rebuild() -> tuple[str, str | None]:
        started = time.monotonic()
        try:
            report = build_site(sources, output)
        except (BuildError, OSError) as error:
            click.echo(f"error: {error}", err=True)
            return str(error), sources.base_url
        show(report.diagnostics, to_stderr=True)
        click.echo(answers.build_line(report, output, time.monotonic() - started), err=True)
        failure = console.as_text(report.diagnostics) if report.written is None else ""
        return failure, report.base_url

    return rebuild


def _is_in(path: str, wanted: Sequence[Path]) -> bool:
    place = Path(path).absolute()
    return any(place == item.absolute() or item.absolute() in place.parents for item in wanted)


class _Progress:
    """A count on the terminal for anything that takes more than a second; silent elsewhere."""

    _SHOW_AFTER = 1.0
    _EVERY = 0.1

    def __init__(self, words: str) -> None:
        self._words = words
        self._next = time.monotonic() + self._SHOW_AFTER
        self._shown = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown:
            click.echo("\r\x1b[K", nl=False, err=True)

    def at(self, number: int) -> None:
        """Shows that `number` are done, if it is time to."""
        if sys.stderr.isatty() and time.monotonic() >= self._next:
            self._next = time.monotonic() + self._EVERY
            self._shown = True
            click.echo(f"\r{number:,} {self._words}", nl=False, err=True)
