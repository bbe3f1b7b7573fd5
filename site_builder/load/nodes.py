"""The tree of one YAML document: text, where it stands, and no decision about its type."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Scalar:
    """One value as it was written; `plain` where it had no quotes and no block indicator."""

    text: str
    plain: bool
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list of nodes."""

    items: tuple[Node, ...]
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys with their values, in the order they were written; no key twice."""

    entries: tuple[tuple[Scalar, Node], ...]
    line: int
    column: int

    def get(self, key: str) -> Node | None:
        """The value under `key`, None where there is none."""
        return next((value for name, value in self.entries if name.text == key), None)

    def key(self, key: str) -> Scalar | None:
        """The node of `key` itself, None where there is none."""
        return next((name for name, _ in self.entries if name.text == key), None)


Node: TypeAlias = Scalar | Sequence | Mapping


def descend(node: Node, path: tuple[str | int, ...]) -> Iterator[Node]:
    """The nodes along `path` from `node` downwards, as far as it exists: the root comes first."""
    yield node
    for step in path:
        child: Node | None = None
        if isinstance(node, Mapping):
            child = node.get(str(step))
        elif isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
            child = node.items[step]
        if child is None:
            return
        node = child
        yield node
