"""A block with room for the reader's own name of the server.

A static page cannot run an emitter, so the emitter runs at build time with a marker in the name's
place, and the page puts the pieces together around the name that is typed. What comes out is what
the emitter itself would have written, or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from site_builder.policy.block import Block, Target

MAX_NAME = 64
# Clients join a server's and a tool's name with underscores, so one that begins or ends with an
# underscore, or doubles it, could be read as another pair of names.
NAME = re.compile(r"[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*")

_MARKER = "qq-server-name-qq"
# Names of every make that `NAME` allows. A target that refuses one of the plain ones gets no box.
_PLAIN_SAMPLES = ("n", "N", "9", "-", "9-", "-n", "server-1")
_JOINED_SAMPLES = ("n_9", "N_-", "a_b_c")


@dataclass(frozen=True, slots=True)
class NamedBlock:
    """The pieces of a block around the server's name.

    Any `NAME` of at most `longest` characters may join them; one with an underscore only where
    `underscores` says so.
    """

    pieces: tuple[str, ...]
    longest: int
    underscores: bool

    def text(self, name: str) -> str:
        """The block under `name`."""
        return name.join(self.pieces)


def named_block(target: Target, block: Block) -> NamedBlock | None:
    """The pieces of what `target` emits for `block`.

    None where the name does not stand in the text, where there is no text, or where a name changes
    more than its own place.
    """
    if not target.server_in_text:
        return None
    usual = target.emit(block)
    marked = target.emit(replace(block, server_key=_MARKER))
    if not usual.text or not marked.text or _MARKER in usual.text:
        return None
    pieces = tuple(marked.text.split(_MARKER))
    if len(pieces) == 1 or block.server_key.join(pieces) != usual.text:
        return None

    def fits(name: str) -> bool:
        return target.emit(replace(block, server_key=name)).text == name.join(pieces)

    if not all(fits(name) for name in _PLAIN_SAMPLES):
        return None
    return NamedBlock(pieces, _longest(fits), all(fits(name) for name in _JOINED_SAMPLES))


def _longest(fits: Callable[[str], bool]) -> int:
    """The longest name that changes nothing but its own place: a longer one may be refused."""
    if fits("n" * MAX_NAME):
        return MAX_NAME
    fitting, failing = 1, MAX_NAME
    while failing - fitting > 1:
        middle = (fitting + failing) // 2
        fitting, failing = (middle, failing) if fits("n" * middle) else (fitting, middle)
    return fitting
