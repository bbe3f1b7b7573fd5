"""Looks at the text of definitions themselves: hidden characters, instructions, size."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from pydantic import JsonValue

from site_builder.model.assessment import Assessment
from site_builder.model.definition import ToolDefinition
from site_builder.model.parameters import objects_in, parameters
from site_builder.model.vocabulary import ParameterKind
from site_builder.risk.compiled import CompiledRules, spaced
from site_builder.risk.pin import server_token_estimate

AssessedTool = tuple[ToolDefinition, Assessment]

_TAGS = range(0xE0020, 0xE007F)
# U+200D joins emoji, U+FE0F picks their picture form: both are everyday text.
_HARMLESS = frozenset("\u200d\ufe0f\u00ad")
_HINT_CONTRADICTIONS = frozenset({"X-READ-ONLY", "X-NOT-READ-ONLY", "X-DESTRUCTIVE"})


def hygiene_findings(
    tools: tuple[AssessedTool, ...], rules: CompiledRules
) -> tuple[tuple[int, str], ...]:
    """The points each finding costs and why, in the order of the rules."""
    counts = _counts(tools, rules)
    return tuple(
        (min(rule.costs * counts[rule.finding], rule.most), rule.why)
        for rule, _, _ in rules.hygiene
        if counts.get(rule.finding)
    )


def has_tag_characters(definition: ToolDefinition) -> bool:
    """Whether text is hidden in Unicode tag characters; those of a flag emoji are not hidden."""
    return any(
        ord(char) in _TAGS and "\U0001f3f4" not in text[max(0, at - 8) : at]
        for text in _texts(definition.pinned())
        for at, char in enumerate(text)
    )


def _counts(tools: tuple[AssessedTool, ...], rules: CompiledRules) -> dict[str, int]:
    tokens = server_token_estimate(definition for definition, _ in tools)
    many, too_many = rules.rules.assurance.tokens_many, rules.rules.assurance.tokens_too_many
    counts = {
        "hidden-characters": sum(_hides_characters(definition) for definition, _ in tools),
        "contradiction": sum(
            any(found.code in _HINT_CONTRADICTIONS for found in assessment.contradictions)
            for _, assessment in tools
        ),
        "no-description": sum(
            not (definition.description or "").strip() for definition, _ in tools
        ),
        "free-object": sum(_takes_any_object(definition) for definition, _ in tools),
        "many-tokens": int(many < tokens <= too_many),
        "too-many-tokens": int(tokens > too_many),
        "remote-reference": sum(
            _reaches_out(definition, assessment) for definition, assessment in tools
        ),
    }
    plurals = rules.rules.reading.irregular_plurals
    said = [spaced(" . ".join(_texts(definition.pinned())), plurals) for definition, _ in tools]
    for rule, phrases, _ in rules.hygiene:
        if phrases:
            counts[rule.finding] = sum(bool(phrases.first_in(text)) for text in said)
    return counts


def _hides_characters(definition: ToolDefinition) -> bool:
    return any(
        char not in _HARMLESS and not char.isascii() and unicodedata.category(char) == "Cf"
        for text in _texts(definition.pinned())
        for char in text
    )


def _takes_any_object(definition: ToolDefinition) -> bool:
    return any(
        parameter.type == "object"
        and isinstance(parameter.schema, dict)
        and not parameter.schema.get("properties")
        for parameter in parameters(definition.input_schema)
    )


def _reaches_out(definition: ToolDefinition, assessment: Assessment) -> bool:
    secrets = {
        risk.parameter for risk in assessment.parameters if risk.kind is ParameterKind.SECRET
    }
    if any(
        parameter.name in secrets
        and isinstance(parameter.schema, dict)
        and "x-mcp-header" in parameter.schema
        for parameter in parameters(definition.input_schema)
    ):
        return True
    for schema in (definition.input_schema, definition.output_schema):
        for found in objects_in(schema):
            reference = found.get("$ref")
            if isinstance(reference, str) and not reference.startswith("#"):
                return True
    return False


def _texts(value: JsonValue) -> Iterator[str]:
    """Every string inside a JSON value, keys included."""
    pending: list[JsonValue] = [value]
    while pending:
        item = pending.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, dict):
            yield from item
            pending.extend(item.values())
        elif isinstance(item, list):
            pending.extend(item)
