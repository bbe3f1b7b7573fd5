"""A stand-in for the model, on loopback: turn n of a conversation gets scripted call n."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from tests.prove.wire import WIRES, Call, Wire


@dataclass(slots=True)
class Conversation:
    """What a client was told and what it said.

    `made` are the calls it was told to make, in order and each once; `offered` is every tool it
    offered; `results` are what it gave back for the calls it was told to make.
    """

    url: str
    script: Sequence[Call]
    made: list[Call] = field(default_factory=list)
    offered: set[str] = field(default_factory=set)
    results: list[str] = field(default_factory=list)

    def next_call(self, wire: Wire, body: dict) -> Call | None:
        """The call to answer `body` with; None where it wants no call, or all were made."""
        offered, results = wire.offered(body), wire.results(body)
        if not offered:
            return None
        self.offered.update(offered)
        turn = len(results)
        self.results = max(self.results, results, key=len)
        if turn >= len(self.script):
            return None
        if turn == len(self.made):
            self.made.append(self.script[turn])
        return self.script[turn]


@contextmanager
def stand_in(script: Sequence[Call]) -> Iterator[Conversation]:
    """A model that answers every client on loopback by `script` until the block ends."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    conversation = Conversation(f"http://127.0.0.1:{server.server_address[1]}", script)
    server.conversation = conversation
    server.turn = threading.Lock()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield conversation
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Nothing: what counts is in the conversation."""

    def do_HEAD(self) -> None:
        self._send(200, "application/json", b"")

    def do_GET(self) -> None:
        self._send(200, "application/json", b'{"object": "list", "data": []}')

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        path = urlsplit(self.path).path
        wire = next((one for one in WIRES if path.endswith(one.ending)), None)
        if wire is None:
            self._send(404, "application/json", b'{"error": {"message": "not scripted"}}')
            return
        with self.server.turn:
            call = self.server.conversation.next_call(wire, body)
        turn = len(wire.results(body))
        self._send(200, "text/event-stream", _stream(wire, call, turn))

    def _send(self, status: int, kind: str, content: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def _stream(wire: Wire, call: Call | None, turn: int) -> bytes:
    lines = []
    for event in wire.answer(call, turn):
        if wire.named_events:
            lines.append(f"event: {event['type']}\n")
        lines.append(f"data: {json.dumps(event)}\n\n")
    if wire.closing:
        lines.append(f"data: {wire.closing}\n\n")
    return "".join(lines).encode()
