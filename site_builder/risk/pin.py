"""Pins a definition: a hash of what a review looked at, and what it costs an agent to carry."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from site_builder.model.definition import ToolDefinition
from site_builder.model.parameters import compact_json
from site_builder.risk.canonical import canonical_json

_BYTES_PER_TOKEN = 4


def definition_pin(definition: ToolDefinition) -> str:
    """`mrd1:` and the SHA-256 of the RFC 8785 form of the reviewed part of `definition`.

    Raises:
        ValueError: the definition holds what I-JSON (RFC 7493) cannot carry.
    """
    return "mrd1:" + hashlib.sha256(canonical_json(definition.pinned())).hexdigest()


def token_estimate(definition: ToolDefinition) -> int:
    """About how many tokens `definition` takes of a context window.

    An estimate: the UTF-8 bytes of its compact JSON divided by four, rounded up.
    """
    size = len(compact_json(definition.declared()).encode("utf-8", "surrogatepass"))
    return -(-size // _BYTES_PER_TOKEN)


def server_token_estimate(definitions: Iterable[ToolDefinition]) -> int:
    """The sum of the estimates of a server's definitions."""
    return sum(token_estimate(definition) for definition in definitions)
