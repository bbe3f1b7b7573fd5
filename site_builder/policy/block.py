"""What an emitter takes and gives: a block of rules in, its text with what it cannot say out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from site_builder.model.policy import Policy
from site_builder.model.vocabulary import Verdict


@dataclass(frozen=True, slots=True)
class ToolRule:
    """The policy of one tool, by the tool's exact name."""

    name: str
    policy: Policy


@dataclass(frozen=True, slots=True)
class Block:
    """The rules of one server, with everything else denied.

    `server_key` is the name people give the server in their client's configuration. `others` are
    the server's known tools without a rule here; `known_on` is the date that list was captured,
    and `complete` says whether it is known to be whole.
    """

    server_key: str
    rules: tuple[ToolRule, ...]
    others: tuple[str, ...]
    known_on: str
    complete: bool


@dataclass(frozen=True, slots=True)
class Loss:
    """Something the target cannot express, and what stands instead; always shown."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Emitted:
    """A block in a target's own syntax.

    `text` ends with exactly one newline. Where no block may be printed, `text` is "" and `refused`
    is the sentence that says why. `effective` is the verdict each named tool really gets; it is
    never more permissive than the policy wanted.
    """

    text: str
    losses: tuple[Loss, ...] = ()
    refused: str = ""
    effective: Mapping[str, Verdict] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Target:
    """An enforcement point: how it is called, where its block goes, how far that was proved.

    `survives` says what of a block still holds when its user tells the client to skip approvals,
    "" where there is no such switch. `server_in_text` is whether a block has the server's name in
    it, and so works only under that name.
    """

    id: str
    title: str
    language: str
    filename: str
    goes_into: str
    proof: str
    survives: str
    server_in_text: bool
    emit: Callable[[Block], Emitted]
