"""Turns captures of real servers into a catalogue, checks it and builds it, with counts and times.

`python -m tests.corpora.to_records DIR` reads the captures `DIR/toolslist/*.json`: one server a
file, with the raw answers to `initialize` and `tools/list`. Everything happens in a temporary
folder; the records are drafts that claim nothing but what the capture holds.
"""

from __future__ import annotations

import argparse
import datetime
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import yaml

from site_builder.model.ids import MAX_SLUG, tool_stem

ROOT = Path(__file__).parents[2]
NO_WRAP = 2**31 - 1
INITIALIZE_KEYS = ("serverInfo", "instructions", "protocolVersion")


class _Verbatim(yaml.CSafeDumper):
    """Quotes every text, so that none is read back as something else, and repeats by value."""

    def ignore_aliases(self, data: object) -> bool:
        return True


_Verbatim.add_representer(
    str, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"')
)


def write_records(captures: list[Path], records: Path) -> int:
    """Writes a server folder a capture under `records`; how many tools they have together."""
    shutil.copytree(ROOT / "records", records, ignore=shutil.ignore_patterns("servers"))
    tools = 0
    for path in captures:
        capture = json.loads(path.read_text("utf-8"))
        folder = records / "servers" / slug(capture)
        (folder / "tools").mkdir(parents=True)
        _dump(folder / "server.yaml", _server(capture, path))
        for definition in capture["tools"]:
            stem = tool_stem(definition["name"])
            _dump(folder / "tools" / f"{stem}.yaml", {"tool": definition})
            tools += 1
    return tools


def slug(capture: dict[str, Any]) -> str:
    """The name of the folder of a captured server."""
    text = f"{capture['registry']}-{capture['package']}".lower()
    return re.sub(r"[^a-z0-9]+", "-", text)[:MAX_SLUG].strip("-")


def _server(capture: dict[str, Any], path: Path) -> dict[str, Any]:
    scope, _, name = capture["package"].rpartition("/")
    purl_name = capture["package"].replace("@", "%40")
    return {
        "server": {
            key: capture["initialize"][key]
            for key in INITIALIZE_KEYS
            if key in capture["initialize"]
        },
        "name": name,
        "publisher": scope.removeprefix("@") or "not recorded",
        "packages": [
            {"purl": f"pkg:{capture['registry']}/{purl_name}", "version": capture["version"]}
        ],
        "transports": ["stdio"],
        "authentication": {"posture": "unknown", "why": "A capture does not show it."},
        "licence": capture["license"],
        "capture": {
            "method": "introspected",
            "version": capture["version"],
            "date": datetime.datetime.fromtimestamp(path.stat().st_mtime, datetime.UTC)
            .date()
            .isoformat(),
            "complete": True,
            "note": "The date is that of the capture's file.",
        },
    }


def _dump(path: Path, record: dict[str, Any]) -> None:
    text = yaml.dump(record, Dumper=_Verbatim, allow_unicode=True, sort_keys=False, width=NO_WRAP)
    path.write_text(text, "utf-8")


def _run(*arguments: str) -> bool:
    """Runs the command line, prints how long it took, and says whether it succeeded."""
    started = time.perf_counter()
    result = subprocess.run([sys.executable, "-m", "site_builder", *arguments], check=False)
    print(f"{arguments[0]}: {time.perf_counter() - started:.1f} s, exit {result.returncode}")
    return result.returncode == 0


def main() -> int:
    """The exit code: 0 where the catalogue passes `check` and `build`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="holds toolslist/*.json")
    captures = sorted((parser.parse_args().folder / "toolslist").glob("*.json"))
    if not captures:
        parser.error("no toolslist/*.json in that folder")
    with tempfile.TemporaryDirectory() as scratch:
        records, output = Path(scratch, "records"), Path(scratch, "output")
        tools = write_records(captures, records)
        print(f"{len(captures)} servers, {tools} tools")
        done = _run("check", "--records", str(records)) and _run(
            "build", "--records", str(records), "--output", str(output)
        )
        if done:
            files = [path for path in output.rglob("*") if path.is_file()]
            size = sum(path.stat().st_size for path in files)
            print(f"{len(files):,} files, {size / 1e6:,.1f} MB")
    return 0 if done else 1


if __name__ == "__main__":
    sys.exit(main())
