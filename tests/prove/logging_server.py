"""An MCP server on standard input and output that writes down every call that reaches it.

Started as `python logging_server.py FILE [person]`. As a person it offers the one tool `answer`,
which says yes to every question that a client has before a call.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

TOOLS = ("echo", "create_session", "kill_session", "list_things")
"""What the server offers, all with one argument `text`."""

# An echo of a newer one would make a strict client ask for more than this server has.
_PROTOCOL_VERSION = "2025-06-18"


def main() -> None:
    """Answers requests, one a line, until standard input ends."""
    file = Path(sys.argv[1])
    person = "person" in sys.argv[2:]
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        reply = {"jsonrpc": "2.0", "id": request["id"], **_answer(request, file, person=person)}
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()


def _answer(request: dict, file: Path, *, person: bool) -> dict:
    method, params = request["method"], request.get("params") or {}
    if method == "initialize":
        return {
            "result": {
                "protocolVersion": _PROTOCOL_VERSION,
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "logging-server", "version": "1"},
            }
        }
    if method == "ping":
        return {"result": {}}
    if method == "tools/list":
        names = ("answer",) if person else TOOLS
        return {"result": {"tools": [_tool(name, open_ended=person) for name in names]}}
    if method == "tools/call":
        with file.open("a", encoding="utf-8") as log:
            call = {"tool": params["name"], "arguments": params["arguments"]}
            log.write(f"{json.dumps(call)}\n")
        return {"result": {"content": [{"type": "text", "text": _text(params, person=person)}]}}
    return {"error": {"code": -32601, "message": f"no method {method}"}}


def _tool(name: str, *, open_ended: bool) -> dict:
    schema = {"type": "object", "properties": {"text": {"type": "string"}}}
    return {
        "name": name,
        "description": f"Does {name}.",
        "inputSchema": {"type": "object"} if open_ended else schema,
    }


def _text(params: dict, *, person: bool) -> str:
    if person:
        return json.dumps({"behavior": "allow", "updatedInput": params["arguments"]["input"]})
    return f"{params['name']} was called"


if __name__ == "__main__":
    main()
