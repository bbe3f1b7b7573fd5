"""The rules of a server's tools as one block."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from site_builder.model.catalogue import CataloguedServer
from site_builder.model.policy import Policy
from site_builder.policy.block import Block, ToolRule

_MAX_KEY = 64
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")


def server_block(
    server: CataloguedServer, policies: Mapping[str, Policy], only: tuple[str, ...] = ()
) -> Block:
    """The block of all tools of `server`, or of those named in `only`; the rest are its others.

    `policies` has the policy of each tool by its exact name; a tool without one is among the
    others, which are denied.

    Raises:
        KeyError: a name in `only` is no tool of the server, or has no policy.
    """
    names = tuple(tool.name for tool in server.tools)
    for name in only:
        if name not in names or name not in policies:
            raise KeyError(name)
    chosen = frozenset(only) or policies.keys()
    return Block(
        server_key=server_key(server),
        rules=tuple(ToolRule(name, policies[name]) for name in names if name in chosen),
        others=tuple(name for name in names if name not in chosen),
        known_on=server.record.capture.date,
        complete=server.record.capture.complete,
    )


def server_key(server: CataloguedServer) -> str:
    """The name people give `server` in their client's configuration.

    What the record says, else the repository's name, else the slug; one character outside
    `[A-Za-z0-9_-]` or a run of them becomes a hyphen.
    """
    if server.record.client_key is not None:
        return server.record.client_key
    path = urlsplit(server.record.repository or "").path.rstrip("/")
    repository = path.rpartition("/")[2].removesuffix(".git")
    return _UNSAFE.sub("-", repository).strip("-")[:_MAX_KEY] or server.slug
