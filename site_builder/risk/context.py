"""What a tool's server adds to the reading of its definitions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from site_builder.model.catalogue import CataloguedServer
from site_builder.model.definition import ToolDefinition
from site_builder.risk.compiled import CompiledRules, spaced
from site_builder.risk.words import first_sentence, name_words


@dataclass(frozen=True, slots=True)
class ServerContext:
    """The server beside a tool; the default is "nothing known".

    `name_prefix` are words of the server's own name that stand in front of its tools' names;
    `terminal` whether the server drives a terminal.
    """

    name: str = ""
    name_prefix: frozenset[str] = frozenset()
    terminal: bool = False


def context_of(server: CataloguedServer, rules: CompiledRules) -> ServerContext:
    """The context of a catalogued server's tools."""
    return server_context(
        server.record.name,
        (tool.record.tool for tool in server.tools),
        rules,
        instructions=server.record.server.instructions or "",
    )


def server_context(
    name: str,
    definitions: Iterable[ToolDefinition],
    rules: CompiledRules,
    *,
    instructions: str = "",
) -> ServerContext:
    """The context that a server's name, instructions and tool list make."""
    tools = tuple(definitions)
    plurals = rules.rules.reading.irregular_plurals
    own = frozenset(word.text for word in name_words(name))
    texts = [name, first_sentence(instructions)]
    for tool in tools:
        texts += [
            " ".join(word.text for word in name_words(tool.name)),
            first_sentence(tool.description or ""),
        ]
    return ServerContext(
        name=name,
        name_prefix=own & _common_prefix(tools),
        terminal=any(rules.terminal.first_in(spaced(text, plurals)) for text in texts),
    )


def _common_prefix(tools: tuple[ToolDefinition, ...]) -> frozenset[str]:
    """The words that every tool's name starts with, where there are tools to compare."""
    if len(tools) == 1:
        return frozenset()
    names = [[word.text for word in name_words(tool.name)] for tool in tools]
    common: list[str] = []
    for column in zip(*names, strict=False):
        if len(set(column)) > 1:
            break
        common.append(column[0])
    return frozenset(common)
