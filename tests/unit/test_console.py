"""How findings look in each format, and what a stranger's text can do there: nothing."""

import json

from site_builder.console import as_github, as_json, as_text, safe, summary
from site_builder.diagnostics import Diagnostic, Level, Location

FOUND = Diagnostic(Location("r.yaml", 2, 4), "unknown-key", "unknown key 'x'", "remove it")


def test_a_finding_shows_its_place_line_and_fix(tmp_path, monkeypatch) -> None:
    """Path, line, column, code and words, then the source with a caret, then the hint."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.yaml").write_text("a: 1\nb: x\n")
    assert (
        "r.yaml:2:4: error[unknown-key]: unknown key 'x'\n  b: x\n     ^\n  hint: remove it\n"
    ) == as_text([FOUND])


def test_the_caret_stands_under_escapes_too(tmp_path, monkeypatch) -> None:
    """A hidden character before the place is shown as an escape, and the caret moves with it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.yaml").write_text("\n\u200b: x\n")
    _, source, caret, _ = as_text([FOUND]).splitlines()
    assert ("  ⟦U+200B⟧: x", source.index("x")) == (source, caret.index("^"))


def test_colours_are_used_only_when_asked_for() -> None:
    """Without a terminal no escape sequence is written."""
    assert "\x1b" not in as_text([FOUND])
    assert "\x1b[31m\x1b[1merror[unknown-key]\x1b[0m" in as_text([FOUND], colour=True)


def test_terminal_escapes_in_data_are_inert() -> None:
    """A name with an escape sequence, a line break or a direction override stays on its line."""
    hostile = "\x1b]0;owned\x07\x9b31m\n\r\u202e"
    shown = safe(hostile)
    assert "⟦U+001B⟧]0;owned⟦U+0007⟧⟦U+009B⟧31m\\n⟦U+000D⟧⟦U+202E⟧" == shown


def test_json_carries_every_field() -> None:
    """A script finds the same facts under stable names."""
    assert {
        "version": 1,
        "diagnostics": [
            {
                "path": "r.yaml",
                "line": 2,
                "column": 4,
                "level": "error",
                "code": "unknown-key",
                "message": "unknown key 'x'",
                "hint": "remove it",
            }
        ],
    } == json.loads(as_json([FOUND]))


def test_a_workflow_command_cannot_be_broken_out_of() -> None:
    """Line breaks, percent signs, colons and commas are escaped where each would end something."""
    hostile = Diagnostic(
        Location("a,b:c%.yaml", 1, 1), "unknown-key", "x\n::error::owned", "", Level.WARNING
    )
    assert (
        "::warning file=a%2Cb%3Ac%25.yaml,line=1,col=1,title=unknown-key::x%0A::error::owned\n"
    ) == as_github([hostile])


def test_the_summary_counts() -> None:
    """One line says how many records were read and what was wrong with them."""
    warning = Diagnostic(Location("r.yaml"), "text-cut", "x", level=Level.WARNING)
    assert "1 record: no mistakes" == summary([], 1)
    assert "2,000 records: 2 errors, 1 warning" == summary([FOUND, FOUND, warning], 2000)
