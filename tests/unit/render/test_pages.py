"""Tests of `site_builder.render.pages`: golden pages, hostile records, and known faults."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import html5lib
import pytest

from site_builder.derive.context import survey
from site_builder.derive.page import Document, TextFile
from site_builder.derive.site import derive
from site_builder.render.environment import environment
from site_builder.render.pages import render_documents, render_files, render_pages
from tests.builders import ASSETS, make_assessed, make_catalogue, make_server, make_tool
from tests.sample_catalogue import hostile_catalogue, sample_catalogue

ROOT = Path(__file__).parents[3]
GOLDEN = ROOT / "tests" / "golden" / "html"
KINDS = (
    "index.html",
    "servers/index.html",
    "servers/acme-tmux/index.html",
    "servers/acme-tmux/policy.html",
    "servers/acme-tmux/tools/kill_session.html",
    "servers/acme-tmux/tools/create_session.html",
    "categories/destructive.html",
    "severity/high.html",
    "attacks/over-reach.html",
    "changes.html",
    "404.html",
)


def rendered(catalogue, assessed, base_url="https://example.org/repo/"):
    """All pages of a catalogue as text, by output path."""
    context = survey(catalogue, assessed, ASSETS, base_url)
    made = render_pages(derive(context), environment(ROOT / "templates"))
    return {path: content.decode("utf-8") for path, content in made}


@pytest.fixture(scope="module")
def sample():
    """The pages of the sample catalogue."""
    return rendered(*sample_catalogue())


@pytest.fixture(scope="module")
def hostile():
    """The pages of a catalogue in which every text of a server attacks its reader."""
    return rendered(*hostile_catalogue())


def normalised(html):
    """Our markup without the white space that means nothing."""
    kept = re.split(r"(<pre.*?</pre>|<script type.*?</script>)", html, flags=re.DOTALL)
    lines = [
        part if number % 2 else re.sub(r"\s*\n\s*", "\n", part) for number, part in enumerate(kept)
    ]
    return "".join(lines).strip() + "\n"


@pytest.mark.parametrize("path", KINDS)
def test_page_is_as_it_was_agreed(path, sample, request):
    """A page of each kind has the markup that stands in tests/golden/html."""
    golden = GOLDEN / path
    found = normalised(sample[path])
    if request.config.getoption("--update-golden"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(found, "utf-8")
    assert golden.read_text("utf-8") == found


def test_same_records_give_the_same_bytes(sample):
    """A second rendering differs in nothing."""
    assert sample == rendered(*sample_catalogue())


def test_base_url_changes_addresses_alone(sample):
    """Without a base URL the visible text of every page is the same."""
    bare = rendered(*sample_catalogue(), base_url=None)
    assert {path: text_of(html) for path, html in sample.items()} == {
        path: text_of(html) for path, html in bare.items()
    }


class Text(HTMLParser):
    """The visible text of a page, elements and attributes it has."""

    def __init__(self):
        super().__init__()
        self.parts, self.elements, self.attributes, self.skipped = [], set(), [], 0

    def handle_starttag(self, tag, attrs):
        self.elements.add(tag)
        self.attributes.extend((tag, *attribute) for attribute in attrs)
        self.skipped += tag == "script"

    def handle_endtag(self, tag):
        self.skipped -= tag == "script"

    def handle_data(self, data):
        if not self.skipped:
            self.parts.append(data)


def parsed(html):
    """The page as `Text`."""
    parser = Text()
    parser.feed(html)
    return parser


def text_of(html):
    """The visible text of a page, white space folded."""
    return re.sub(r"\s+", " ", " ".join(parsed(html).parts))


def test_hostile_text_makes_no_element(sample, hostile):
    """Pages of a hostile catalogue have the elements of an ordinary one and no more."""
    ordinary = set().union(*(parsed(html).elements for html in sample.values()))
    for html in hostile.values():
        assert parsed(html).elements <= ordinary


def test_hostile_text_runs_nothing(hostile):
    """No handler, no style, no address but those of our own schemes."""
    for html in hostile.values():
        for _, name, value in parsed(html).attributes:
            assert not name.startswith("on")
            assert name != "style"
            if name in ("href", "src", "action"):
                assert re.match(r"(?:https?:|[^:]*$)", value or ""), value


def test_hostile_text_stays_out_of_data_blocks(hostile):
    """Every JSON-LD block is JSON, and its text ends no element."""
    for html in hostile.values():
        for block in re.findall(
            r'<script type="application/ld\+json">(.*?)</script>', html, re.DOTALL
        ):
            json.loads(block)


def test_hostile_characters_are_visible(hostile):
    """No control, override, zero-width character or tag reaches a page."""
    hidden = re.compile(
        "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]"
    )
    for path, html in hostile.items():
        assert hidden.search(html) is None, path
    assert "⟦U+202E⟧" in hostile["servers/acme-tmux/index.html"]


def test_hostile_template_is_not_evaluated(hostile):
    """Template syntax in a record is text."""
    shown = "".join(text_of(html) for html in hostile.values())
    assert "{{7*7}}" in shown
    assert not re.search(r"\b49\b", shown)


def test_hostile_name_gets_no_block(hostile):
    """A name that no policy can hold has a page with its reason, and nothing to copy."""
    odd = [html for path, html in hostile.items() if "/tools/" in path and "~" in path]
    assert odd
    for html in odd:
        assert 'class="code"' not in html
        assert "No block for " in html


def test_page_parses_without_an_error(sample, hostile):
    """html5lib, in its strict mode, accepts every page."""
    parser = html5lib.HTMLParser(strict=True)
    for html in (*sample.values(), *hostile.values()):
        parser.parse(html)


FAULTS = {
    "doubled server": re.compile(r"(?:mcp )?server (?:mcp )?server\b", re.IGNORECASE),
    "wrong article": re.compile(r"\ba (?:Execute|Allow|allowed)\b"),
    "doubled stop": re.compile(r"(?<!\.)\.\.(?!\.|/)"),
    "stray comma": re.compile(r",\.|,\s*,"),
    "count without a noun": re.compile(r"\d+ required\b(?! tool)"),
    "key of another product": re.compile(r"\brate_limit\b|action: deny"),
    "leaked value": re.compile(r"\bNone\.|Undefined|<[a-z_]+\.[A-Z]"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_known_fault_does_not_occur(fault, sample):
    """None of the faults that pages of this kind are known for is in the text of a page."""
    for path, html in sample.items():
        match = FAULTS[fault].search(text_of(re.sub(r"<pre.*?</pre>", "", html, flags=re.DOTALL)))
        assert match is None, f"{path}: {match.group()}"


def test_list_of_many_tools_is_cut_into_pages():
    """201 tools make a second page, which the first leads to."""
    tools = [make_tool(f"tool_{number:03}") for number in range(201)]
    catalogue = make_catalogue(make_server(tools=tools))
    made = rendered(catalogue, make_assessed(catalogue))
    for first, second in (
        ("tools/index.html", "tools/page-2.html"),
        ("servers/acme-tmux/index.html", "servers/acme-tmux/page-2.html"),
        ("severity/high.html", "severity/high-page-2.html"),
        ("categories/destructive.html", "categories/destructive-page-2.html"),
    ):
        assert 200 == len(set(re.findall(r"tool_\d{3}\.html", made[first])))
        assert 1 == len(set(re.findall(r"tool_\d{3}\.html", made[second])))
        assert f'href="{second.rpartition("/")[2]}" rel="next"' in made[first]


def test_documents_and_files_are_bytes():
    """A document is JSON with a line end; a file is its text."""
    assert [("a.json", b'{\n  "b": 1\n}\n')] == list(
        render_documents([Document("a.json", {"b": 1})])
    )
    assert [("p.yaml", b"x: 1\n")] == list(render_files([TextFile("p.yaml", "x: 1\n")]))
