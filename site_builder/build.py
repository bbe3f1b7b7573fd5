"""A build from records to output: the whole flow in the order it runs.

    records/ -> check -> assess -> survey -> pages, documents -> bytes -> output/

Nothing here reads a clock, the network or the environment. A build with a mistake in any record
writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from site_builder.derive.api import api_documents
from site_builder.derive.context import Context, survey
from site_builder.derive.search_index import search_index
from site_builder.derive.site import derive
from site_builder.diagnostics import Diagnostic
from site_builder.prepare import prepare
from site_builder.publish.host_files import host_files
from site_builder.render.assets import read_assets
from site_builder.render.pages import render_documents, render_pages
from site_builder.render.search_script import search_script
from site_builder.write.output import WriteReport, refuse_unsafe, write_site


@dataclass(frozen=True, slots=True)
class Sources:
    """What a site is made from; `base_url` replaces that of `site.yaml` where it is given."""

    records: Path
    templates: Path
    base_url: str | None = None


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build found and did; `written` is None where it wrote nothing because of mistakes."""

    diagnostics: tuple[Diagnostic, ...]
    files: int
    pages: int
    written: WriteReport | None


def build(
    sources: Sources,
    output: Path,
    *,
    strict: bool = False,
    progress: Callable[[int], object] = int,
) -> BuildReport:
    """Builds the site of `sources` into `output`.

    Args:
        sources: Records, templates and base URL.
        output: The folder of the site; foreign files in it stay.
        strict: Write nothing where there are warnings, either.
        progress: Called with the number of files made so far.

    Raises:
        BuildError: The output may not be written to; see `write_site`.
        OSError: The disk refuses.
    """
    refuse_unsafe(output, (sources.records, sources.templates))
    prepared = prepare(sources.records)
    catalogue, assessed = prepared.catalogue, prepared.assessed
    if catalogue is None or assessed is None or (strict and prepared.diagnostics):
        return BuildReport(prepared.diagnostics, prepared.files, 0, None)
    script = search_script(search_index(catalogue, assessed))
    assets = read_assets(sources.templates / "assets", {"search-index.js": script})
    context = survey(catalogue, assessed, assets.paths, sources.base_url)
    listed: list[str] = []
    site = chain(
        assets.files,
        _pages(context, sources.templates, listed),
        render_documents(api_documents(context)),
        # Last, because the sitemap names the pages that have been made.
        _host_files(listed, context),
    )
    report = write_site(_counted(site, progress), output)
    return BuildReport(prepared.diagnostics, prepared.files, len(listed), report)


def _pages(context: Context, templates: Path, listed: list[str]) -> Iterator[tuple[str, bytes]]:
    raise NotImplementedError(derive, render_pages, templates, listed, context)


def _host_files(listed: list[str], context: Context) -> Iterator[tuple[str, bytes]]:
    yield from host_files(listed, context.urls)


def _counted(
    site: Iterator[tuple[str, bytes]], progress: Callable[[int], object]
) -> Iterator[tuple[str, bytes]]:
    for number, file in enumerate(site, start=1):
        yield file
        progress(number)
