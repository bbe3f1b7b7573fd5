"""A static host on the loopback address: files, their 404 page, and the headers of `_headers`."""

from __future__ import annotations

import fnmatch
import posixpath
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

Rules = list[tuple[str, dict[str, str]]]


def read_headers(text: str) -> Rules:
    """The rules of a `_headers` file: a path pattern, and the headers of its indented lines."""
    rules: Rules = []
    for line in text.splitlines():
        if line[:1].isspace() and line.strip():
            name, _, value = line.strip().partition(": ")
            rules[-1][1][name] = value
        elif line:
            rules.append((line, {}))
    return rules


@contextmanager
def hosting(folder: Path, mount: str = "/") -> Iterator[str]:
    """Serves `folder` under the path `mount` while the context lasts; gives the base address."""
    rules = read_headers((folder / "_headers").read_text("utf-8"))
    handler = partial(_Handler, folder=folder, mount=mount, rules=rules)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{mount}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(SimpleHTTPRequestHandler):
    def __init__(self, *args: object, folder: Path, mount: str, rules: Rules) -> None:
        self._folder, self._mount, self._rules = folder, mount, rules
        super().__init__(*args)

    def _inside(self) -> str | None:
        """The path asked for, inside the site; None where it lies outside."""
        path = posixpath.normpath(unquote(urlsplit(self.path).path))
        slash = "/" if urlsplit(self.path).path.endswith("/") and path != "/" else ""
        full = path + slash
        return "/" + full.removeprefix(self._mount) if full.startswith(self._mount) else None

    def translate_path(self, path: str) -> str:
        inside = self._inside()
        return str(self._folder / ("absent" if inside is None else inside.lstrip("/")))

    def end_headers(self) -> None:
        for pattern, headers in self._rules:
            if fnmatch.fnmatchcase(self._inside() or "/", pattern):
                for name, value in headers.items():
                    self.send_header(name, value)
        super().end_headers()

    def send_error(
        self, code: int, message: str | None = None, explain: str | None = None
    ) -> None:
        if code != HTTPStatus.NOT_FOUND:
            super().send_error(code, message, explain)
            return
        body = (self._folder / "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def list_directory(self, path: str) -> None:
        self.send_error(HTTPStatus.NOT_FOUND)

    def log_message(self, *_: object) -> None:
        """Nothing: a test says what it saw."""
