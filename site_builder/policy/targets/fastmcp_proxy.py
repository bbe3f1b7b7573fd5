"""The parts of the FastMCP proxy that are the same for every policy.

They are a program of its own for whoever runs the proxy, and so stand here as text: nothing of
them runs in this one, and FastMCP is not needed to write them.
"""

from __future__ import annotations

HEAD = '''\
"""A proxy in front of one MCP server: it lists and calls only what the policy below allows.

Write it before the server's command in your client's configuration,

    python policy_proxy.py COMMAND ARGUMENT ...

or give it the address of a server: python policy_proxy.py https://mcp.example.org/mcp
It needs FastMCP 4: pip install "fastmcp>=4,<5"
"""

import math
import os
import re
import sys
import time
from collections import defaultdict, deque

from fastmcp.client.transports import StdioTransport
from fastmcp.exceptions import ToolError
from fastmcp.server import create_proxy
from fastmcp.server.middleware import Middleware

'''

TAIL = '''

UNLISTED = "The policy of this server does not allow this tool."


class Policy(Middleware):
    """Hides and refuses every tool that is not allowed, and counts the calls of those that are."""

    def __init__(self):
        self.calls = defaultdict(deque)

    async def on_list_tools(self, context, call_next):
        return [tool for tool in await call_next(context) if tool.name in ALLOWED]

    async def on_call_tool(self, context, call_next):
        refused = self.refusal(context.message.name, context.message.arguments or {})
        if refused:
            raise ToolError(refused)
        return await call_next(context)

    def refusal(self, name, arguments):
        """Why a call is refused; "" where it goes through, and is counted."""
        rule = ALLOWED.get(name)
        if rule is None:
            return DENIED.get(name, UNLISTED)
        if not all(holds(*condition, arguments) for condition in rule.get("conditions", ())):
            return rule["denied"]
        now = time.monotonic()
        for most, seconds in rule.get("limits", ()):
            earlier = self.calls[name, seconds]
            while earlier and earlier[0] <= now - seconds:
                earlier.popleft()
            if len(earlier) >= most:
                wait = math.ceil(earlier[0] + seconds - now)
                return f"The policy of this server stops this tool for {wait} seconds."
        for _, seconds in rule.get("limits", ()):
            self.calls[name, seconds].append(now)
        return ""


def holds(path, op, value, arguments):
    """Whether the argument at `path` is there, is of the right type and compares."""
    actual = arguments
    for step in path:
        actual = actual.get(step) if isinstance(actual, dict) else None
    if op == "exists":
        return (actual is not None) is value
    if op == "regex":
        return isinstance(actual, str) and re.fullmatch(value, actual, re.ASCII) is not None
    if op == "contains":
        return isinstance(actual, str) and isinstance(value, str) and value in actual
    actual = comparable(actual)
    values = [comparable(one) for one in (value if isinstance(value, list) else [value])]
    values = [one for one in values if type(one) is type(actual)]
    return actual is not None and bool(values) and COMPARISONS[op](actual, values)


def comparable(value):
    """A number in double precision, text or a truth value as it is, None for anything else."""
    if isinstance(value, (str, bool)):
        return value
    try:
        number = float(value) if isinstance(value, (int, float)) else math.nan
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


COMPARISONS = {
    "eq": lambda actual, values: actual in values,
    "in": lambda actual, values: actual in values,
    "neq": lambda actual, values: actual not in values,
    "not_in": lambda actual, values: actual not in values,
    "lt": lambda actual, values: actual < values[0],
    "lte": lambda actual, values: actual <= values[0],
    "gt": lambda actual, values: actual > values[0],
    "gte": lambda actual, values: actual >= values[0],
}


def upstream(arguments):
    """The server that the command line names: an address, or a command with its arguments."""
    command, *rest = arguments
    if not rest and command.startswith(("https://", "http://")):
        return command
    return StdioTransport(command, rest, env=dict(os.environ))


def guarded(server):
    """A proxy for `server` that keeps to the policy."""
    proxy = create_proxy(server, name="policy-proxy")
    proxy.add_middleware(Policy())
    return proxy


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: python policy_proxy.py COMMAND [ARGUMENT ...]")
    guarded(upstream(sys.argv[1:])).run(show_banner=False)
'''
