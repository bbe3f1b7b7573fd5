"""The habits of this codebase that no linter knows: its layers, its names, its sizes."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "site_builder"
MODULES = sorted(PACKAGE.rglob("*.py"))
TEST_MODULES = sorted((ROOT / "tests").rglob("test_*.py"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SCRIPTS = sorted((ROOT / "templates").rglob("*.js"))

MAX_LINES = 350
VAGUE_NAMES = {"base", "common", "core", "data", "helpers", "info", "manager", "misc", "utils"}
# What writes markup past the browser's own escaping, or runs text.
UNSAFE_SCRIPT = re.compile(
    r"\b(?:innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval|new Function)\b"
)


def _named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_records_flow_one_way():
    """Every import-linter contract of pyproject.toml holds."""
    command = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert 0 == result.returncode, result.stdout + result.stderr


@pytest.mark.parametrize("module", MODULES, ids=_named)
def test_module_name_says_what_it_does(module):
    """No module or package has a name that would fit any other."""
    assert not VAGUE_NAMES & set(module.relative_to(PACKAGE).with_suffix("").parts)


@pytest.mark.parametrize("module", MODULES, ids=_named)
def test_module_fits_in_one_reading(module):
    """No module is longer than the size at which it holds two things."""
    assert len(module.read_text("utf-8").splitlines()) <= MAX_LINES


@pytest.mark.parametrize("module", TEST_MODULES, ids=_named)
def test_every_test_states_its_fact(module):
    """Every test function has a docstring."""
    tree = ast.parse(module.read_text("utf-8"))
    silent = [
        node.name
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
        and not ast.get_docstring(node)
    ]
    assert [] == silent


@pytest.mark.parametrize("template", TEMPLATES, ids=_named)
def test_template_never_trusts_text(template):
    """No template marks text as safe or switches escaping off."""
    source = template.read_text("utf-8")
    assert not re.search(r"\|\s*safe\b|\bautoescape\b", source)


@pytest.mark.parametrize("template", TEMPLATES, ids=_named)
def test_template_holds_no_inline_script_or_style(template):
    """Nothing in a template needs more than the Content-Security-Policy gives."""
    source = template.read_text("utf-8")
    assert not re.search(r"\son[a-z]+\s*=|\sstyle\s*=|<style\b|javascript:", source, re.IGNORECASE)


@pytest.mark.parametrize("script", SCRIPTS, ids=_named)
def test_script_builds_no_markup_from_text(script):
    """No script of the site parses text as markup or as code."""
    assert not UNSAFE_SCRIPT.search(script.read_text("utf-8"))
