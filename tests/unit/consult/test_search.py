from __future__ import annotations

import pytest

from site_builder.consult.name_match import Rank
from site_builder.consult.search import Searcher, search
from site_builder.model.vocabulary import SeverityLevel
from tests.search_samples import index_of, named, server_row, tool_row

LOW, HIGH, CRITICAL = SeverityLevel.LOW, SeverityLevel.HIGH, SeverityLevel.CRITICAL

FIRST = server_row(
    "mediocretriumph-tmux-mcp",
    "tmux-mcp",
    "MediocreTriumph",
    "MediocreTriumph/tmux-mcp",
    "@mt/tmux",
)
SECOND = server_row(
    "wenlixiao-cs-tmux-mcp", "tmux-mcp-server", "WENLIXIAO-CS", "WENLIXIAO-CS/tmux-mcp"
)
SAMPLE = index_of(
    tool_row("tmux_kill_session", FIRST, CRITICAL, "End a session"),
    tool_row("tmux_create_session", FIRST),
    tool_row("kill_pane", SECOND, HIGH),
    tool_row("kill_window", SECOND, CRITICAL),
    tool_row("tmux_kill_session", SECOND, HIGH),
    tool_row("calendar.read", SECOND, LOW),
)


def found(query, index=SAMPLE, limit=20):
    """The hits of a query as (slug of the server, name of the row)."""
    return [
        (getattr(hit.row, "slug", None) or hit.row.server.slug, hit.row.name)
        for hit in search(index, query, limit).hits
    ]


def names(query, index):
    """The names of the hits of a query."""
    return [name for _, name in found(query, index)]


@pytest.mark.parametrize(
    "query", ["tmux_kill_session", "tmuxKillSession", "tmux kill session", "TMUX-KILL-SESSION"]
)
def test_equal_names_come_by_severity(query):
    """One name on two servers: however it is typed, the more severe tool stands first."""
    assert [
        ("mediocretriumph-tmux-mcp", "tmux_kill_session"),
        ("wenlixiao-cs-tmux-mcp", "tmux_kill_session"),
    ] == found(query)[:2]


@pytest.mark.parametrize(
    "query",
    [
        "mediocretriumph/tmux-mcp",
        "https://github.com/MediocreTriumph/tmux-mcp",
        "https://github.com/MediocreTriumph/tmux-mcp.git",
        "http://example.org/MediocreTriumph/tmux-mcp/",
        "mediocretriumph-tmux-mcp",
        "@mt/tmux",
        "tmux-mcp",
    ],
)
def test_server_is_first_by_each_of_its_names(query):
    """Repository, its address, slug, package and name all land on the server."""
    assert ("mediocretriumph-tmux-mcp", "tmux-mcp") == found(query)[0]


def test_ranks_in_order():
    """Exact before prefix, whole part, part prefix, substring and typing error."""
    ranked = ["kills", "kills_all", "to_kills", "do_killsome", "unkills", "kilsl"]
    assert ranked == names("kills", named(*reversed(ranked), "other"))


def test_unfinished_word_is_no_typing_error():
    """A typing error in the beginning of a part counts only where nothing else is found."""
    index = named("list_kills", "list_fils", "skill_list")
    assert ["list_kills"] == names("list_kil", index)
    assert ["list_kills"] == names("lits_kil", index)
    assert ["get_user", "set_user"] == names(
        "get_user", named("set_user", "get_user", "set_users")
    )


def test_every_word_must_fit():
    """A word for the tool and one for its publisher narrow to that server's tools."""
    assert [
        ("wenlixiao-cs-tmux-mcp", "kill_pane"),
        ("wenlixiao-cs-tmux-mcp", "kill_window"),
        ("wenlixiao-cs-tmux-mcp", "tmux_kill_session"),
    ] == found("kill wenlixiao")
    assert [] == found("kill wenlixiao zzzz")


def test_server_lends_its_names_to_its_tools():
    """A tool found by its server alone says so and stands behind the server."""
    hits = search(SAMPLE, "wenlixiao", 20).hits
    assert [Rank.PREFIX] + [Rank.SERVER] * 4 == [hit.rank for hit in hits]


def test_title_finds_a_tool():
    """A tool is found by the title that its server gives it."""
    assert [("mediocretriumph-tmux-mcp", "tmux_kill_session")] == found("end a session")


def test_server_comes_before_a_tool_of_its_name():
    """Of a server and a tool with one name, the server stands first."""
    home = server_row("fetch", "fetch")
    assert [("fetch", "fetch"), ("fetch", "fetch")] == found(
        "fetch", index_of(tool_row("fetch", home, CRITICAL))
    )
    assert [home] == [search(index_of(tool_row("fetch", home)), "fetch", 1).hits[0].row]


def test_shorter_name_comes_first():
    """Names that fit alike come by length, then by severity, then alphabetically."""
    home = server_row("home", "0", "0")
    index = index_of(
        tool_row("run_long_job", home, CRITICAL),
        tool_row("run_c", home, LOW),
        tool_row("run_b", home, LOW),
        tool_row("run_d", home, HIGH),
    )
    assert ["run_d", "run_b", "run_c", "run_long_job"] == names("run", index)


def test_spelling_as_typed_comes_first():
    """`getUser` and `getuser` are told apart by the one who spells them."""
    index = named("getUser", "getuser", "get_user")
    assert "getUser" == names("getUser", index)[0]
    assert "getuser" == names("getuser", index)[0]
    assert "get_user" == names("get_user", index)[0]


@pytest.mark.parametrize("name", ["__proto__", "constructor", "toString", "...", "杀死", "🧨"])
def test_strange_names_are_plain_names(name):
    """Names that mean something to a language, or nothing to most, are found like others."""
    assert [name] == names(
        name, named("__proto__", "constructor", "toString", "...", "杀死", "🧨")
    )


@pytest.mark.parametrize("query", ["", "   ", "\t", "zzzz", "\u3000"])
def test_nothing_found(query):
    """Blank queries and unknown names give no hits."""
    assert (0, ()) == (search(SAMPLE, query, 20).total, search(SAMPLE, query, 20).hits)


def test_limit_leaves_the_total():
    """A limit shortens the hits and still says how many there are."""
    found = search(SAMPLE, "kill", 2)
    assert (4, 2) == (found.total, len(found.hits))


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("killsess", ["kill_sess"]),
        ("kill session", ["kill", "session"]),
        ("sess ession", ["session"]),
        ("tmux-kill", ["tmux_kill"]),
        ("kil_session", ["kill_session"]),
    ],
)
def test_spans_mark_what_matched(query, expected):
    """The marked places are the ones that were found, joined where they meet."""
    hit = search(named("tmux_kill_session"), query, 1).hits[0]
    assert expected == [hit.row.name[begin:end] for begin, end in hit.spans]


def test_long_query_is_cut():
    """A query longer than any name costs no more than one that is as long as is read."""
    assert [] == found("x" * 100_000)


def test_searcher_answers_again():
    """One searcher gives the same answer to the same query, whatever was asked between."""
    searcher = Searcher(SAMPLE)
    first = searcher.search("kill", 20)
    searcher.search("tmux", 20)
    assert first == searcher.search("kill", 20)
