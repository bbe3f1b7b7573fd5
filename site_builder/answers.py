"""What the commands answer, for people and for scripts: sentences, lines and JSON documents."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from site_builder.console import as_values, safe
from site_builder.derive.search_index import ServerRow

if TYPE_CHECKING:  # a command loads only what it needs
    from site_builder.build import BuildReport
    from site_builder.consult.search import Found, Hit
    from site_builder.policy.block import Emitted

_VERSION = 1


def build_line(report: BuildReport, output: Path, seconds: float) -> str:
    """What a build did, in one line."""
    written = report.written
    if written is None:
        return f"nothing written to {output}: mend the records first ({seconds:.1f} s)"
    kept = f", {len(written.kept)} changed by hand and left alone" if written.kept else ""
    return (
        f"built {report.pages:,} pages from {report.files:,} records into {output}: "
        f"{written.written:,} files written, {written.unchanged:,} unchanged, "
        f"{written.removed:,} removed{kept} in {seconds:.1f} s"
    )


def build_json(report: BuildReport) -> str:
    """What a build found and did."""
    written = report.written
    return document(
        {
            "built": written is not None,
            "records": report.files,
            "pages": report.pages,
            "written": written.written if written else 0,
            "unchanged": written.unchanged if written else 0,
            "removed": written.removed if written else 0,
            "kept": list(written.kept) if written else [],
            "diagnostics": as_values(report.diagnostics),
        }
    )


def search_text(found: Found) -> str:
    """One line a hit: name, category, severity, whose it is and where its page stands."""
    return "".join(f"{safe(_line(hit))}\n" for hit in found.hits)


def search_json(found: Found) -> str:
    """The hits, best first, and how many there are in all."""
    return document({"total": found.total, "hits": [_hit(hit) for hit in found.hits]})


def policy_json(emitted: Emitted) -> str:
    """A block with what it cannot say, and the verdict that each tool really gets."""
    return document(
        {
            "text": emitted.text,
            "refused": emitted.refused,
            "losses": [{"code": loss.code, "text": loss.text} for loss in emitted.losses],
            "effective": {name: verdict.value for name, verdict in emitted.effective.items()},
        }
    )


def _line(hit: Hit) -> str:
    row = hit.row
    if isinstance(row, ServerRow):
        return f"{row.name}  (server of {row.publisher})  {row.path}"
    return f"{row.name}  {row.category}, {row.severity}  ({row.server.name})  {row.path}"


def _hit(hit: Hit) -> dict[str, object]:
    row = hit.row
    is_server = isinstance(row, ServerRow)
    return {
        "kind": "server" if is_server else "tool",
        "name": row.name,
        "server": row.slug if isinstance(row, ServerRow) else row.server.slug,
        "category": row.category.value if row.category else None,
        "severity": row.severity.value if row.severity else None,
        "path": row.path,
        "match": hit.rank.name.lower().replace("_", "-"),
    }


def document(value: dict[str, object]) -> str:
    """`value` as a JSON document of this version of the answers."""
    return json.dumps({"version": _VERSION, **value}, indent=2) + "\n"
