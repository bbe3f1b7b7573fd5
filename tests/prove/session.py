"""What one run of an engine is: how it is set up, and what came of it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from site_builder.policy.proofs import Setting
from tests.prove.processes import Place, run
from tests.prove.stand_in import Conversation, stand_in
from tests.prove.wire import Call

KEY = "tmux"
"""What the client's configuration calls the server."""

ARGUMENTS = {"text": "hello"}

_SERVER = Path(__file__).with_name("logging_server.py")


@dataclass(frozen=True, slots=True)
class Session:
    """What came of one run.

    `made` are the tools that were called, `reached` those whose calls the server wrote down,
    `offered` what the client showed the model, `results` what it said to the calls in order, and
    `output` all that it printed. `asked` are the tools that a person was asked about.
    """

    made: tuple[str, ...]
    reached: tuple[str, ...]
    offered: frozenset[str]
    results: tuple[str, ...]
    output: str
    asked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Run:
    """One run to make: the block's text, what surrounds it, where, and the tools to call."""

    text: str
    setting: Setting
    place: Place
    tools: tuple[str, ...]


def server_command(place: Place, *mode: str) -> list[str]:
    """The command of the logging server; with mode "person" that of one who says yes."""
    return [sys.executable, "-I", str(_SERVER), str(_log(place, *mode)), *mode]


def converse(
    wanted: Run,
    spelled: Callable[[str], Call],
    command: Callable[[Conversation], Sequence[str | Path]],
    environment: Callable[[Conversation], Mapping[str, str]],
) -> Session:
    """The session of a client whose model calls the tools of `wanted`, one a turn.

    `spelled` gives a call as the client has to see it; `command` and `environment` are made for
    the model that stands in.
    """
    script = [spelled(tool) for tool in wanted.tools]
    with stand_in(script) as conversation:
        output = run(command(conversation), wanted.place, environment(conversation))
    return Session(
        made=wanted.tools[: len(conversation.made)],
        reached=logged(wanted.place),
        offered=frozenset(conversation.offered),
        results=tuple(conversation.results),
        output=output,
        asked=logged(wanted.place, "person"),
    )


def logged(place: Place, *mode: str) -> tuple[str, ...]:
    """The tools whose calls reached the server, or that a person was asked about."""
    file = _log(place, *mode)
    if not file.exists():
        return ()
    calls = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return tuple(call["arguments"]["tool_name"] if mode else call["tool"] for call in calls)


def _log(place: Place, *mode: str) -> Path:
    return place.home / f"{'-'.join(mode) or 'server'}-calls.jsonl"
