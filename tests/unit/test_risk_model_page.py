"""`docs/risk-model.md` shows what the command really prints, and names what there is."""

import re
import subprocess
import sys
from pathlib import Path

from site_builder.consult.definition_change import DriftClass
from site_builder.prepare import own_rules

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docs" / "risk-model.md"
PAGE = FILE.read_text("utf-8")
RULES = own_rules()


def test_the_example_is_what_the_command_prints(update_golden):
    """The session at the top of the page, typed again; `--update-golden` writes it anew."""
    typed, printed = re.search(
        r"\$ echo '([^']+)' \| risk-records classify\n(.+?)```", PAGE, re.DOTALL
    ).groups()
    result = subprocess.run(
        [sys.executable, "-m", "site_builder", "classify"],
        cwd=ROOT, input=f"{typed}\n", capture_output=True, encoding="utf-8", check=True,
    )  # fmt: skip
    if update_golden:
        FILE.write_text(PAGE.replace(printed, result.stdout), "utf-8")
        printed = result.stdout
    assert result.stdout == printed


def test_points_and_caps_are_those_of_the_rules():
    """Base points, the number of caps with their letters, and every class of drift."""
    base = ", ".join(f"{c.title()} {points}" for c, points in RULES.severity.base.items())
    assert f"| category | {base} |" in PAGE
    caps = re.findall(r"^\| (C\d) \| ([A-F]) \|", PAGE, re.MULTILINE)
    assert [(cap.id, cap.grade) for cap in RULES.assurance.caps] == caps
    assert all(f"`{kind}`" in PAGE for kind in DriftClass)


def test_figures_are_of_the_rules_that_ship():
    """Rules of another version need other figures."""
    assert f"Figures of rules version {RULES.version}," in PAGE
