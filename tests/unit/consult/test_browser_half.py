"""The ranking of the browser gives what the ranking of the terminal gives, query by query."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from site_builder.consult.name_match import Rank
from site_builder.consult.search import Searcher
from site_builder.model.vocabulary import SeverityLevel
from site_builder.render.search_script import search_script
from tests.search_samples import index_of, server_row, tool_row

pytestmark = pytest.mark.node

LIMIT = 30
RUNNER = Path(__file__).with_name("rank_in_node.js")
DEFINITIONS = sorted(Path(__file__).parents[2].glob("corpora/toolslist/*.json"))
REASONS = {
    Rank.EXACT: "exact",
    Rank.PREFIX: "prefix",
    Rank.PART: "part",
    Rank.PART_PREFIX: "part",
    Rank.CONTAINS: "contains",
    Rank.SERVER: "server",
    Rank.TYPO: "one typo",
}
STRANGE = [
    *("getUser", "getuser", "get_user", "FirstExampleHeader", "parseHTMLPage", "calendar.read"),
    *("__proto__", "constructor", "hasOwnProperty", "...", "杀死", "杀死进程", "🧨"),
    *("Größe", "GRÖSSE", "ﬁle_list", "e\u0301tat", "état", "İstanbul", "ΣΊΣΥΦΟΣ"),
    *("skill_kill_list", "C-8", "c8", "$&", "{tool}", "a_b_c", "</script>", "\u2028"),
]
TYPED = [
    *("", " ", "_", ".", "kill", "KILL", "killsess", "tmux ki", "user", "getUser", "GETUSER"),
    *("get user", "example", "firstexample", ".read", "calendar.", "read cal", "死", "🧨"),
    *("grösse", "größe", "GRÖẞE", "file", "état", "e\u0301tat", "istanbul", "σίσυφος"),
    *(
        "c-8",
        "C8",
        "$&",
        "$1",
        "{server}",
        "__proto__",
        "constructor",
        "a b c",
        "a_b",
        "</script>",
    ),
    *("https://github.com/cloudflare/mcp-server", "servre", "browser snap", "list cloudflare"),
    "x" * 300,
]


def server_names(file):
    """Slug, name and publisher of the server whose tools `file` lists."""
    registry, *names = file.stem.split("__")
    return "-".join(names).replace("_", "-").lower(), names[-1], registry


@pytest.fixture(scope="module")
def index():
    """Real names of several servers, some on two of them, and names that are hard to compare."""
    rows = []
    levels = list(SeverityLevel)
    for file in DEFINITIONS:
        slug, name, publisher = server_names(file)
        server = server_row(slug, name, publisher, f"{publisher}/{name}")
        tools = json.loads(file.read_text("utf-8"))["tools"]
        rows += [
            tool_row(tool["name"], server, levels[number % 4], *filter(None, [tool.get("title")]))
            for number, tool in enumerate(tools)
        ]
    again = server_row("again", "Again", "Someone Else", "someone-else/again")
    rows += [tool_row(row.name, again, SeverityLevel.LOW) for row in rows[::3]]
    return index_of(*rows, *(tool_row(name, again) for name in STRANGE))


def mistyped(name):
    """The name with a letter missing, doubled, replaced and exchanged, near its middle."""
    half = len(name) // 2
    return [
        name[:half] + name[half + 1 :],
        name[:half] + name[half] + name[half:],
        name[:half] + "z" + name[half + 1 :],
        name[: half - 1] + name[half] + name[half - 1] + name[half + 1 :],
    ]


def queries(index):
    """Hundreds of queries: whole names, their beginnings and ends, errors, and pairs of words."""
    names = list(dict.fromkeys(row.name for row in (*index.servers, *index.tools)))
    made = [*TYPED, *names[::2]]
    for name in names[::5]:
        made += [name[:4], name[3:], name[2:9], name.replace("_", " "), *mistyped(name)]
    pairs = zip(names[::7], names[1::7], strict=False)
    return made + [f"{one[:5]} {other[-4:]}" for one, other in pairs]


def told(hit):
    """A hit as `rank_in_node.js` tells it."""
    marked = [hit.row.name[begin:end] for begin, end in hit.spans]
    return [hit.row.name, hit.row.path, REASONS[hit.rank], marked]


def in_python(index, asked):
    """The answers of the terminal's half."""
    searcher = Searcher(index)
    answers = [searcher.search(query, LIMIT) for query in asked]
    return [[found.total, [told(hit) for hit in found.hits]] for found in answers]


def in_node(index, asked):
    """The answers of the browser's half, run by Node."""
    node = Path(sys.executable).with_name("node")
    result = subprocess.run(
        [str(node), str(RUNNER)],
        input=json.dumps([search_script(index).decode("ascii"), asked, LIMIT]),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert "" == result.stderr
    return json.loads(result.stdout)


def test_browser_ranks_as_the_terminal_does(index):
    """Both halves give the same rows in the same order, with the same reasons and marks."""
    asked = queries(index)
    assert len(asked) > 300
    expected = in_python(index, asked)
    actual = in_node(index, asked)
    different = [
        (query, one, other)
        for query, one, other in zip(asked, expected, actual, strict=True)
        if one != other
    ]
    assert [] == different
