"""The policy block of a server, as its policy page prints it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import replace

from site_builder.derive.context import Context
from site_builder.model.ids import is_client_key
from site_builder.policy.block import Emitted
from site_builder.policy.merge import server_block
from site_builder.policy.targets import TARGETS


class UnknownNameError(LookupError):
    """A name that the catalogue does not have; the message says what it could have been."""


def policy_block(
    context: Context, slug: str, tools: tuple[str, ...], target_id: str, server_name: str | None
) -> Emitted:
    """The block of the server `slug` for one target.

    Args:
        context: The catalogue with its recommendations.
        slug: The server.
        tools: The tools to allow for; () for all of the server's.
        target_id: The enforcement point, by its id.
        server_name: What the client's configuration calls the server; None for the usual name.

    Raises:
        UnknownNameError: There is no such server, tool or target, or the name cannot be a key.
    """
    server = next((entry for entry in context.servers if entry.server.slug == slug), None)
    if server is None:
        raise _unknown("server", slug, (entry.server.slug for entry in context.servers))
    target = next((target for target in TARGETS if target.id == target_id), None)
    if target is None:
        raise _unknown("target", target_id, (target.id for target in TARGETS))
    if server_name is not None and not is_client_key(server_name):
        raise UnknownNameError(
            f"{server_name!r} cannot name a server: use 1 to 64 letters, digits, '_' and '-'"
        )
    policies = {entry.name: entry.recommendation.policy for entry in server.tools}
    for tool in tools:
        if tool not in policies:
            raise _unknown(f"tool of {slug}", tool, policies)
    block = server_block(server.server, policies, tools)
    if server_name is not None:
        block = replace(block, server_key=server_name)
    return target.emit(block)


def _unknown(what: str, name: str, known: Iterable[str]) -> UnknownNameError:
    names = list(known)
    close = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    hint = f"did you mean {close[0]!r}?" if close else f"known: {', '.join(names[:20])}"
    return UnknownNameError(f"there is no {what} {name!r}; {hint}")
