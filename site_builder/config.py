"""Where things stand when a command does not say: the one place that looks around itself."""

from __future__ import annotations

from pathlib import Path

RECORDS = Path("records")
OUTPUT = Path("output")


def default_templates() -> Path:
    """The templates of this builder: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parent
    inside = package / "templates"
    return inside if inside.is_dir() else package.parent / "templates"
