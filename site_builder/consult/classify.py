"""What the risk model makes of tools that stand in no catalogue."""

from __future__ import annotations

from dataclasses import dataclass

from site_builder.model.assessment import Assessment
from site_builder.model.definition import ToolDefinition
from site_builder.risk.assess import assess_tool
from site_builder.risk.compiled import CompiledRules
from site_builder.risk.context import ServerContext, server_context
from site_builder.risk.pin import definition_pin, token_estimate
from site_builder.validate.tool_list import ToolList


@dataclass(frozen=True, slots=True)
class Classified:
    """A tool with its assessment, the pin of its definition and its estimated tokens."""

    definition: ToolDefinition
    assessment: Assessment
    pin: str
    tokens: int


def classify(tools: ToolList, rules: CompiledRules) -> tuple[Classified, ...]:
    """The assessment of each of `tools`; those of one server's list are read beside each other."""
    context = ServerContext()
    if tools.of_one_server:
        context = server_context(
            tools.server_name, tools.tools, rules, instructions=tools.instructions
        )
    return tuple(
        Classified(
            definition,
            assess_tool(definition, context, rules, tools.notes),
            definition_pin(definition),
            token_estimate(definition),
        )
        for definition in tools.tools
    )
