"""A local preview: builds, serves, and on every change builds again and reloads the browser.

The server and the socket are livereload's; the watcher and the client script are ours, because the
site's Content-Security-Policy leaves no room for the inline script that livereload would inject.
Pages differ from the published ones by one external script tag.
"""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from livereload import Server
from livereload.handlers import LiveReloadHandler
from livereload.server import LiveScriptInjector
from livereload.watcher import Watcher
from tornado import web
from tornado.ioloop import IOLoop

from site_builder.diagnostics import BuildError
from site_builder.watch import bursts

_CLIENT = "livereload/client.js"
_SOCKET = "livereload/socket"
_PORTS_TO_TRY = 20
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]", "::1")


@dataclass(slots=True)
class Preview:
    """What a preview serves and watches.

    `rebuild` makes the site again and returns "" or why it could not; the last good site stays.
    `failure` is what the last build came to. `base_path` is where the site is mounted, a slash at
    both ends.
    """

    output: Path
    watched: Sequence[Path]
    rebuild: Callable[[], str]
    say: Callable[[str], None]
    base_path: str = "/"
    watch: bool = True
    poll: bool = False
    failure: str = ""


def serve(preview: Preview, host: str, port: int | None) -> None:
    """Serves `preview`, which has been built, until it is interrupted.

    Args:
        preview: What to serve.
        host: The address to listen on.
        port: The port, or None for the first free one from 5500 on.

    Raises:
        BuildError: The port is taken, or the address is not this machine's.
    """
    server = _Server(preview)
    ports = [port] if port is not None else range(5500, 5500 + _PORTS_TO_TRY)
    for candidate in ports:
        try:
            server.serve(port=candidate, host=host)
        except OSError as error:
            if error.errno == errno.EADDRINUSE and port is None:
                continue
            reason = os.strerror(error.errno) if error.errno else str(error)
            raise BuildError(f"cannot listen on {host}:{candidate}: {reason}") from None
        return
    raise BuildError(f"no port is free from {ports[0]} to {ports[-1]}; name one with --port")


class _Watcher(Watcher):  # type: ignore[misc] # livereload has no types
    """Tells livereload that watching is our business, and does it in a thread of its own."""

    def __init__(self, preview: Preview) -> None:
        super().__init__()
        self._preview = preview
        self._stop = threading.Event()
        # Without a task livereload would watch the working directory, the output included.
        self._tasks: dict[str, dict[str, object]] = {"records": {}}

    def start(self, _callback: object) -> bool:
        if self._preview.watch:
            loop = IOLoop.current()
            threading.Thread(target=self._run, args=(loop,), daemon=True).start()
        return True

    def _run(self, loop: IOLoop) -> None:
        preview = self._preview
        for _ in bursts(preview.watched, self._stop, poll=preview.poll, say=preview.say):
            preview.failure = preview.rebuild()
            loop.add_callback(_tell, preview.failure)


def _tell(failure: str) -> None:
    """Reloads every open page, or lays the failure over it."""
    if not failure:
        LiveReloadHandler.reload_waiters("*")
        return
    for waiter in LiveReloadHandler.waiters.copy():
        waiter.send_message({"command": "alert", "message": failure})


class _Server(Server):  # type: ignore[misc] # livereload has no types
    """livereload's server with the site mounted at its base path and nothing injected inline."""

    def __init__(self, preview: Preview) -> None:
        super().__init__(watcher=_Watcher(preview))
        self._preview = preview

    def application(self, port: int, host: str, **_unused: object) -> None:
        """Listens on `host` and `port`; called by `livereload.Server.serve`."""
        preview = self._preview
        hosts = {f"{name}:{port}" for name in (*_LOOPBACK, host)}
        shared = {"preview": preview, "hosts": hosts if host in _LOOPBACK else None}
        LiveReloadHandler.watcher = self.watcher
        LiveReloadHandler.live_css = False
        handlers: list[Any] = [
            (preview.base_path + _SOCKET, _Socket, shared),
            (preview.base_path + _CLIENT, _Client, shared),
            (
                f"{preview.base_path}(.*)",
                _Files,
                {"path": str(preview.output), "default_filename": "index.html", **shared},
            ),
        ]
        if preview.base_path != "/":
            handlers.append(
                ("/", web.RedirectHandler, {"url": preview.base_path, "permanent": False})
            )
        tag = f'<script src="{preview.base_path}{_CLIENT}"></script>'.encode("ascii")
        injector = type("_Injector", (LiveScriptInjector,), {"script": tag})
        application = web.Application(handlers, transforms=[injector], debug=False)
        application.listen(port, address=host)
        preview.say(
            f"serving {preview.output} on http://{host}:{port}{preview.base_path} (Ctrl-C ends it)"
        )

    def _setup_logging(self) -> None:
        """Leaves logging alone: what a person should know goes through `preview.say`."""


class _Guarded(web.RequestHandler):
    """Answers only requests addressed to this machine: no web page can rebind its name here."""

    preview: Preview
    hosts: set[str] | None

    def initialize(self, *, preview: Preview, hosts: set[str] | None) -> None:
        """Takes what the application was set up with; called by tornado for each request."""
        self.preview, self.hosts = preview, hosts

    def prepare(self) -> None:
        if self.hosts is not None and self.request.host.lower() not in self.hosts:
            raise web.HTTPError(403, reason="Wrong Host")

    def set_default_headers(self) -> None:
        self.set_header("Cache-Control", "no-store")


class _Socket(_Guarded, LiveReloadHandler):  # type: ignore[misc] # livereload has no types
    """The reload socket; a page opened while the build is broken hears so at once."""

    def check_origin(self, origin: str) -> bool:
        return origin.partition("://")[2].lower() == self.request.host.lower()

    def on_message(self, message: str) -> None:
        try:
            super().on_message(message)
        except (ValueError, AttributeError, TypeError):
            self.close()
            return
        if self in LiveReloadHandler.waiters and self.preview.failure:
            self.send_message({"command": "alert", "message": self.preview.failure})


class _Client(_Guarded):
    """Our client script."""

    def get(self) -> None:
        self.set_header("Content-Type", "text/javascript; charset=utf-8")
        self.write((files("site_builder") / "reload_client.js").read_bytes())


class _Files(_Guarded, web.StaticFileHandler):
    """The built site, with its own 404 page."""

    def initialize(  # type: ignore[override] # tornado passes by keyword
        self, *, preview: Preview, hosts: set[str] | None, path: str, default_filename: str
    ) -> None:
        """Takes what the application was set up with; called by tornado for each request."""
        _Guarded.initialize(self, preview=preview, hosts=hosts)
        web.StaticFileHandler.initialize(self, path, default_filename)

    def validate_absolute_path(self, root: str, absolute_path: str) -> str | None:
        path = super().validate_absolute_path(root, absolute_path)
        real_root = os.path.realpath(root)
        if (
            path is not None
            and os.path.commonpath([real_root, os.path.realpath(path)]) != real_root
        ):
            raise web.HTTPError(404)
        return path

    def write_error(self, status_code: int, **_details: object) -> None:
        page = self.preview.output / "404.html"
        self.set_header("Content-Type", "text/html; charset=utf-8")
        if status_code == 404 and page.is_file():  # noqa: PLR2004 - the status is its own name
            self.finish(page.read_bytes())
        else:
            self.finish(
                f"<!doctype html><head><title>{status_code}</title></head><p>{self._reason}</p>"
            )
