"""An MCP client that lists the tools of a gateway and calls them, over a pipe or over HTTP."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from subprocess import Popen

from tests.prove.session import ARGUMENTS

_HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "prove", "version": "1"},
}

Ask = Callable[[dict], dict | None]
"""Sends one message; gives the reply to a request and None for a notification."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The tools that a gateway lists, and what it said to each call in order."""

    listed: frozenset[str]
    results: tuple[str, ...]


def call_each(ask: Ask, tools: Iterable[str]) -> Answers:
    """Greets a gateway, asks for its list and calls `tools` one after the other."""
    ask(_request(0, "initialize", _HELLO))
    ask({"jsonrpc": "2.0", "method": "notifications/initialized"})
    listed = ask(_request(1, "tools/list", {}))["result"]["tools"]
    results = tuple(
        json.dumps(ask(_request(number, "tools/call", {"name": tool, "arguments": ARGUMENTS})))
        for number, tool in enumerate(tools, start=2)
    )
    return Answers(frozenset(tool["name"] for tool in listed), results)


def over_pipe(process: Popen) -> Ask:
    """Asks a gateway that speaks on its standard input and output; whoever started it ends it."""

    def ask(message: dict) -> dict | None:
        process.stdin.write(json.dumps(message) + "\n")
        process.stdin.flush()
        if "id" not in message:
            return None
        for line in process.stdout:
            reply = json.loads(line)
            if reply.get("id") == message["id"]:
                return reply
        raise EOFError("the gateway ended before it had answered")

    return ask


def over_http(url: str, headers: dict[str, str]) -> Ask:
    """Asks a gateway that speaks streamable HTTP at `url`."""
    session: dict[str, str] = {}

    def ask(message: dict) -> dict | None:
        request = urllib.request.Request(  # noqa: S310 - always http, on loopback
            url,
            json.dumps(message).encode(),
            {
                "Content-Type": "application/json",
                "Accept": "application/json, text/event-stream",
                **headers,
                **session,
            },
        )
        with _DIRECT.open(request, timeout=60) as response:
            if identity := response.headers.get("Mcp-Session-Id"):
                session["Mcp-Session-Id"] = identity
            lines = response.read().decode().splitlines()
        if "id" not in message:
            return None
        replies = [json.loads(line.removeprefix("data: ")) for line in lines if "{" in line]
        return next(reply for reply in replies if reply.get("id") == message["id"])

    return ask


def wait_for(url: str, process: Popen, seconds: float) -> None:
    """Waits until `url` answers.

    Raises:
        TimeoutError: it does not within `seconds`, or the process ended.
    """
    until = time.monotonic() + seconds
    while time.monotonic() < until and process.poll() is None:
        try:
            _DIRECT.open(url, timeout=5).close()
        except (urllib.error.URLError, OSError):
            time.sleep(0.5)
        else:
            return
    raise TimeoutError(f"{url} did not answer within {seconds} s")


_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def _request(number: int, method: str, params: dict) -> dict:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
