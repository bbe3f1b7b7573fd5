"""The proxy, read and run: in memory in front of a real server, and once as its user starts it."""

from __future__ import annotations

import ast
import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from fastmcp import Client, FastMCP
from fastmcp.client.transports import StdioTransport
from hypothesis import given

from site_builder.policy.evaluate import decide
from site_builder.policy.targets.fastmcp import emit
from tests.engine_evaluators import FastMCPProxy
from tests.policies import arguments, limited, make_block, make_policy, policies

ALLOW, DENY = make_policy("allow"), make_policy("deny", message="Not this one.")
WHEN = [{"path": "args.text", "op": "regex", "value": "dev-[0-9]+"}]
TOOLS = ("echo", "new", "open", "kill", "unlisted")

SERVER = """\
import sys
from fastmcp import FastMCP

server = FastMCP("upstream")
calls = []


@server.tool
def echo(text: str = "") -> int:
    calls.append(text)
    return len(calls)


server.tool(lambda: "gone", name="kill")
server.run(show_banner=False)
"""


def _finished(session):
    """What `session` returns, from a loop in a thread of its own.

    The browser of other tests keeps a loop in this one, and a thread runs one loop at a time.
    """
    with ThreadPoolExecutor(max_workers=1) as apart:
        return apart.submit(asyncio.run, session).result()


def _rules(**rules):
    return emit(make_block(rules))


def _upstream(reached: list[str]) -> FastMCP:
    """A server that writes down every call that reaches it."""
    server = FastMCP("upstream")
    for name in TOOLS:
        server.tool(_tool(name, reached), name=name)
    return server


def _tool(name: str, reached: list[str]):
    def tool(text: str = "") -> str:
        reached.append(name)
        return text

    return tool


def _run(emitted, calls: list[tuple[str, dict]]) -> tuple[list[str], list[str], list[str]]:
    """The tools that the proxy lists, the calls that reach the server, and what was refused."""
    reached: list[str] = []
    proxy = FastMCPProxy(emitted.text).program["guarded"](_upstream(reached))

    async def session() -> tuple[list[str], list[str]]:
        async with Client(proxy) as client:
            listed = [tool.name for tool in await client.list_tools()]
            results = [
                await client.call_tool(name, sent, raise_on_error=False) for name, sent in calls
            ]
        refused = [result.content[0].text for result in results if result.is_error]
        return listed, refused

    listed, refused = _finished(session())
    return listed, reached, refused


def test_only_what_is_allowed_is_listed_and_reaches_the_server():
    """A denied and an unlisted tool are neither seen nor called."""
    emitted = _rules(echo=ALLOW, kill=DENY)
    listed, reached, refused = _run(emitted, [(name, {}) for name in ("echo", "kill", "unlisted")])
    assert ["echo"] == listed
    assert ["echo"] == reached
    assert ["Not this one.", "The policy of this server does not allow this tool."] == refused


def test_without_a_policy_the_same_calls_reach_the_server():
    """The control: it is the policy that stops them."""
    reached: list[str] = []

    async def session() -> None:
        async with Client(_upstream(reached)) as client:
            for name in ("echo", "kill", "unlisted"):
                await client.call_tool(name, {})

    _finished(session())
    assert ["echo", "kill", "unlisted"] == reached


def test_the_eleventh_call_in_a_minute_does_not_reach_the_server():
    """Ten do, and the agent reads how long to wait."""
    _, reached, refused = _run(_rules(new=limited(10)), [("new", {})] * 11)
    assert ["new"] * 10 == reached
    assert ["The policy of this server stops this tool for 60 seconds."] == refused


def test_a_tool_without_a_limit_is_not_counted():
    """Another tool's limit is not its own."""
    calls = [("new", {}), ("echo", {}), ("new", {}), ("echo", {})]
    _, reached, refused = _run(_rules(echo=ALLOW, new=limited(1)), calls)
    assert ["new", "echo", "echo"] == reached
    assert 1 == len(refused)


def test_a_call_has_to_meet_the_conditions():
    """An argument that is missing or wrong is refused, and does not count as a call."""
    policy = make_policy(
        "rate-limit", conditions=WHEN, message="No.", limits=[{"max": 1, "window": "minute"}]
    )
    calls = [("open", {}), ("open", {"text": "prod"}), ("open", {"text": "dev-1"})]
    _, reached, refused = _run(_rules(open=policy), calls)
    assert ["open"] == reached
    assert ["No.", "No."] == refused


def test_a_window_slides(monkeypatch):
    """A call makes room for another one window after it, not at the turn of the minute."""
    proxy = FastMCPProxy(_rules(new=limited(2)).text)
    clock = [100.0]
    monkeypatch.setattr(proxy.program["time"], "monotonic", lambda: clock[0])
    policy = proxy.program["Policy"]()
    outcomes = []
    for clock[0] in (100.0, 130.0, 159.9, 160.0, 189.9, 190.0):
        outcomes.append(policy.refusal("new", {}))
    assert [True, True, False, True, False, True] == [not outcome for outcome in outcomes]


def test_two_windows_are_counted_side_by_side(monkeypatch):
    """A call that one window refuses is not counted in the other."""
    limits = [{"max": 1, "window": "minute"}, {"max": 2, "window": "hour"}]
    proxy = FastMCPProxy(_rules(new=make_policy("rate-limit", limits=limits)).text)
    clock = [0.0]
    monkeypatch.setattr(proxy.program["time"], "monotonic", lambda: clock[0])
    policy = proxy.program["Policy"]()
    outcomes = []
    for clock[0] in (0.0, 1.0, 60.0, 120.0, 3600.0):
        outcomes.append(policy.refusal("new", {}))
    assert [True, False, True, False, True] == [not outcome for outcome in outcomes]


@given(policy=policies(), call=arguments())
def test_the_proxy_compares_like_our_own_evaluator(policy, call):
    """Where it takes a rule as it is, a call goes through exactly where the policy says so."""
    emitted = _rules(t=policy)
    if {loss.code for loss in emitted.losses} & {"L-CASES", "L-ARGS-DENY", "L-APPR-DENY"}:
        return
    passes = not FastMCPProxy(emitted.text).program["Policy"]().refusal("t", call)
    assert (decide(policy, call).value != "deny") == passes


def test_names_and_messages_are_literals():
    """Whatever a message holds, it stays a string of the program."""
    message = 'a"b\\\n\'\'\'"""\u2028\U0001f600{0}%s'
    text = _rules(kill=make_policy("deny", message=message)).text
    assert text.isascii()
    denied = next(
        statement.value
        for statement in ast.parse(text).body
        if isinstance(statement, ast.Assign) and statement.targets[0].id == "DENIED"
    )
    assert {"kill": message} == ast.literal_eval(denied)


def test_what_is_lost_is_said():
    """Counts end with the process, and prompts and resources are not the proxy's business."""
    assert ["L-TOOLS-ONLY"] == [loss.code for loss in _rules(echo=ALLOW).losses]
    codes = [loss.code for loss in _rules(new=limited(10)).losses]
    assert ["L-RATE-PROCESS", "L-TOOLS-ONLY"] == codes


def test_the_file_runs_as_it_is_started(tmp_path):
    """In front of a command, over stdio, with one server for all the calls of a client."""
    (tmp_path / "server.py").write_text(SERVER)
    proxy = tmp_path / "policy_proxy.py"
    proxy.write_text(_rules(echo=limited(2), kill=DENY).text)
    transport = StdioTransport(
        sys.executable, [str(proxy), sys.executable, str(tmp_path / "server.py")]
    )

    async def session() -> list[str]:
        async with Client(transport) as client:
            results = [
                await client.call_tool(name, {}, raise_on_error=False)
                for name in ("echo", "kill", "echo", "echo")
            ]
        return [result.content[0].text for result in results]

    first, denied, second, third = _finished(session())
    assert ["1", "2"] == [first, second]
    assert "Not this one." == denied
    assert "stops this tool" in third


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [(["https://mcp.example.org/mcp"], "str"), (["npx", "-y", "x"], "StdioTransport")],
)
def test_a_server_is_a_command_or_an_address(arguments, expected):
    """One argument that is an address is one; everything else is started."""
    upstream = FastMCPProxy(_rules(echo=ALLOW).text).program["upstream"]
    assert expected == type(upstream(arguments)).__name__


def test_a_pattern_that_is_not_read_alike_is_denied():
    """Such a pattern meets nothing anywhere, so the proxy does not try it either."""
    policy = make_policy(
        "allow", conditions=[{"path": "args.a", "op": "regex", "value": "a(?=b)b"}]
    )
    emitted = _rules(t=policy)
    assert "deny" == FastMCPProxy(emitted.text).verdict("t", {"a": "ab"})
    assert "L-ARGS-DENY" in [loss.code for loss in emitted.losses]
