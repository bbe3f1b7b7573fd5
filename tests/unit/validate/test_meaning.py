"""What the records of a folder mean together: small mistakes on top of the sample records."""

import shutil
from pathlib import Path

import pytest

from site_builder.model.ids import tool_stem
from site_builder.prepare import prepare

SAMPLE = Path(__file__).parents[2] / "sample_records"
TOOL = "servers/widget-shop/tools/paint_widget.yaml"


def _codes(folder: Path, text: str, path: str = TOOL) -> list[str]:
    """The codes that the sample records give once the file at `path` holds `text`."""
    shutil.copytree(SAMPLE, folder / "records")
    (folder / "records" / path).write_text(text)
    return [found.code for found in prepare(folder / "records").diagnostics]


@pytest.mark.parametrize("key", ["Description", "descripton", "input_schema", "outputschema"])
def test_a_mistyped_key_of_a_definition_is_pointed_out(tmp_path, key) -> None:
    """A server may have keys of its own, but not one that is nearly MCP's, in silence."""
    assert ["unknown-key"] == _codes(tmp_path, f"tool: {{name: paint_widget, {key}: x}}\n")


def test_a_key_of_a_servers_own_is_no_mistake(tmp_path) -> None:
    """What is not near any key of MCP is kept as it is."""
    assert [] == _codes(tmp_path, "tool: {name: paint_widget, vendor: {a: 1}, category: x}\n")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (TOOL, "tool: {name: paint_widget}\naliases: [old, old]\n"),
        (
            "servers/widget-shop/server.yaml",
            (SAMPLE / "servers/widget-shop/server.yaml").read_text() + "aliases: [old, old]\n",
        ),
    ],
    ids=["tool", "server"],
)
def test_an_alias_stands_once(tmp_path, path, text) -> None:
    """Two stubs at one address would be one page written twice."""
    assert ["page-clash"] == _codes(tmp_path, text, path)


@pytest.mark.parametrize(
    ("why", "codes"),
    [
        ("a" * 16_384, []),
        ("a" * 16_385, ["too-large"]),
        ("[" * 200, []),
        ("[" * 201, ["too-large"]),
        ("<![" * 101, ["too-large"]),
    ],
    ids=["at the limit", "above it", "brackets at the limit", "brackets above it", "declarations"],
)
def test_prose_is_bounded(tmp_path, why, codes) -> None:
    """A text that is too long, or that would keep a Markdown reader busy, is refused."""
    assert codes == _codes(
        tmp_path, f"tool: {{name: paint_widget}}\nassessment: {{why: '{why}'}}\n"
    )


def test_a_name_is_bounded(tmp_path) -> None:
    """A name beyond the limit would stand on a page a hundred times."""
    for length, wanted in ((1024, ["no-policy-name"]), (1025, ["no-policy-name", "too-large"])):
        name = "n" * length
        path = f"servers/widget-shop/tools/{tool_stem(name)}.yaml"
        assert wanted == _codes(tmp_path / str(length), f"tool: {{name: {name}}}\n", path)


@pytest.mark.parametrize("key", ["base_url", "repository"])
@pytest.mark.parametrize("end", ["?a=b", "#c"])
def test_an_address_that_is_added_to_has_no_query(tmp_path, key, end) -> None:
    """Paths are put behind it, so nothing may stand there already."""
    lines = (SAMPLE / "site.yaml").read_text().splitlines()
    kept = [line for line in lines if not line.startswith(f"{key}:")]
    text = "\n".join([*kept, f"{key}: 'https://x.example/{end}'", ""])
    assert ["invalid-url"] == _codes(tmp_path, text, "site.yaml")


@pytest.mark.parametrize(
    "rest",
    [
        'assessment: {summary: "Paints\\u202E it."}',
        'changes: [{date: 2026-11-30, what: "\\u200BAdded."}]',
        'faq: [{question: "Why\\u2066?", answer: x}]',
    ],
)
def test_our_own_text_hides_nothing(tmp_path, rest) -> None:
    """An override or a zero-width character in our words is a mistake, whoever put it there."""
    assert ["hidden-character"] == _codes(tmp_path, f"tool: {{name: paint_widget}}\n{rest}\n")
