"""A build from records to output: the whole flow in the order it runs.

    records/ -> check -> assess -> survey -> pages, documents -> bytes -> output/

Nothing here reads a clock, the network or the environment. A build with a mistake in any record
writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from site_builder.derive.api import api_documents
from site_builder.derive.context import survey
from site_builder.derive.moved_page import moves
from site_builder.derive.page import Page
from site_builder.derive.policy_page import policy_files
from site_builder.derive.search_index import search_index
from site_builder.derive.site import derive
from site_builder.derive.urls import RISK_MODEL
from site_builder.diagnostics import Diagnostic
from site_builder.prepare import prepare
from site_builder.publish.host_files import host_files
from site_builder.render.assets import read_assets
from site_builder.render.environment import environment
from site_builder.render.pages import render_documents, render_files, render_pages
from site_builder.render.search_script import search_script
from site_builder.write.output import WriteReport, refuse_unsafe, write_site


@dataclass(frozen=True, slots=True)
class Sources:
    """What a site is made from.

    `explanation` is the text that explains the risk model to readers. `base_url` replaces that of
    `site.yaml` where it is given.
    """

    records: Path
    templates: Path
    explanation: Path
    base_url: str | None = None


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build found and did.

    `written` is None where it wrote nothing because of mistakes; `base_url` is where the site will
    stand, None where nobody said or the records could not be read.
    """

    diagnostics: tuple[Diagnostic, ...]
    files: int
    pages: int
    written: WriteReport | None
    base_url: str | None


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
        return BuildReport(prepared.diagnostics, prepared.files, 0, None, sources.base_url)
    script = search_script(search_index(catalogue, assessed))
    assets = read_assets(sources.templates / "assets", {"search-index.js": script})
    context = survey(catalogue, assessed, assets.paths, sources.base_url)
    made = _Made()
    site = chain(
        assets.files,
        render_pages(made.noted(derive(context)), environment(sources.templates)),
        render_documents(api_documents(context)),
        render_files(policy_files(context)),
        [(RISK_MODEL, sources.explanation.read_bytes())],
        # Last: a generator reads the list when its turn comes, and by then it is whole.
        host_files(made.listed, tuple(moves(context)), context.urls),
    )
    written = write_site(_counted(site, progress), output)
    return BuildReport(
        prepared.diagnostics, prepared.files, made.count, written, context.urls.base_url
    )


class _Made:
    """The pages that have been made: how many, and the paths of those that a sitemap names."""

    def __init__(self) -> None:
        self.count = 0
        self.listed: list[str] = []

    def noted(self, site_pages: Iterable[Page]) -> Iterator[Page]:
        for page in site_pages:
            self.count += 1
            if page.page.layout.listed:
                self.listed.append(page.path)
            yield page


def _counted(
    site: Iterable[tuple[str, bytes]], progress: Callable[[int], object]
) -> Iterator[tuple[str, bytes]]:
    for number, file in enumerate(site, start=1):
        yield file
        progress(number)
