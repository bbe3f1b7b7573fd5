"""One address of each kind of page, so that a test can say "every kind" and mean it."""

from __future__ import annotations

from pathlib import Path

# What to look for under the output, and what the kind is called. An order: the first that fits.
PATTERNS = {
    "home": "index.html",
    "search": "search.html",
    "about": "about.html",
    "changes": "changes.html",
    "data": "data.html",
    "glossary": "glossary.html",
    "not-found": "404.html",
    "servers": "servers/index.html",
    "server": "servers/*/index.html",
    "policy": "servers/*/policy.html",
    "tool": "servers/*/tools/*.html",
    "tools": "tools/*.html",
    "category": "categories/*.html",
    "severity": "severity/*.html",
    "attacks": "attacks/index.html",
    "attack": "attacks/*.html",
}
TOOL = "servers/mediocretriumph-tmux-mcp/tools/tmux_kill_session.html"
# Where a kind has a fuller page than the first, that one is the sample.
_SAMPLES = {
    "server": "servers/mediocretriumph-tmux-mcp/index.html",
    "policy": "servers/mediocretriumph-tmux-mcp/policy.html",
    "tool": TOOL,
    "category": "categories/destructive.html",
    "severity": "severity/critical.html",
}
KINDS = tuple(PATTERNS)


def kind_of(path: str) -> str:
    """The kind of the page at the output path `path`."""
    return next(kind for kind, pattern in PATTERNS.items() if _fits(path, pattern))


def sample(kind: str, folder: Path) -> str:
    """The output path of one page of `kind` in the built site `folder`."""
    if kind in _SAMPLES:
        return _SAMPLES[kind]
    found = sorted(path.relative_to(folder).as_posix() for path in folder.glob(PATTERNS[kind]))
    return next(path for path in found if kind_of(path) == kind)


def pages(folder: Path) -> list[str]:
    """The output paths of all pages of the built site `folder`, in order."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.html"))


def _fits(path: str, pattern: str) -> bool:
    return len(path.split("/")) == len(pattern.split("/")) and Path(path).match(pattern)
