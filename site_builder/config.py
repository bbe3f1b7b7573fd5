"""Where things stand when a command does not say: the one place that looks around itself."""

from __future__ import annotations

from pathlib import Path

RECORDS = Path("records")
OUTPUT = Path("output")


def default_templates() -> Path:
    """The folder with the templates of this builder."""
    return _ours("templates")


def risk_model() -> Path:
    """The explanation of the risk model, which every site carries."""
    return _ours("docs") / "risk-model.md"


def _ours(folder: str) -> Path:
    """A folder of this builder: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parent
    inside = package / folder
    return inside if inside.is_dir() else package.parent / folder
