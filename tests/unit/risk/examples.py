"""Reads the made-up definitions of the rule file: `name(parameters) [hint=true]: description`."""

import re
from pathlib import Path

from site_builder.model.definition import ToolDefinition
from site_builder.risk.compiled import CompiledRules, compile_rules
from site_builder.validate.rules import read_rules

RULES_FILE = Path(__file__).parents[3] / "site_builder" / "risk" / "rules.yaml"

_EXAMPLE = re.compile(
    r"(?P<name>[^\s(:]+)(?:\((?P<parameters>[^)]*)\))?"
    r"(?: \[(?P<hint>\w+)=(?P<value>true|false)\])?"
    r"(?:: (?P<description>.+))?",
    re.DOTALL,
)


def rules() -> CompiledRules:
    """The rule file, read and compiled."""
    return compile_rules(read_rules(RULES_FILE.read_bytes()))


def definition(example: str) -> ToolDefinition:
    """The definition that an example spells."""
    match = _EXAMPLE.fullmatch(example)
    if match is None:
        raise ValueError(f"no example: {example!r}")
    declared: dict[str, object] = {"name": match["name"]}
    if match["description"] is not None:
        declared["description"] = match["description"]
    if match["parameters"] is not None:
        parts = [part.strip() for part in match["parameters"].split(",")]
        declared["inputSchema"] = {"type": "object", "properties": dict(map(_parameter, parts))}
    if match["hint"] is not None:
        declared["annotations"] = {match["hint"]: match["value"] == "true"}
    return ToolDefinition.model_validate(declared)


def _parameter(part: str) -> tuple[str, object]:
    if part.endswith("[]"):
        return part[:-2], {"type": "array", "items": {"type": "object"}}
    if part.endswith("?"):
        return part[:-1], {"type": "boolean"}
    name, _, choices = part.partition("=")
    if choices:
        return name, {"type": "string", "enum": choices.split("|")}
    return name, {"type": "string"}
