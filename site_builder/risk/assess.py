"""Assesses tools and whole catalogues: the only door to the risk model."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from site_builder.model.assessment import (
    Assessed,
    Assessment,
    Attributes,
    ParameterRisk,
    ToolAssessment,
)
from site_builder.model.catalogue import Catalogue, CataloguedServer, CataloguedTool
from site_builder.model.definition import ToolDefinition
from site_builder.model.records import AssessmentNotes, FactorOverride
from site_builder.model.rules import Rules
from site_builder.model.vocabulary import Category
from site_builder.risk.attacks import attacks_on, with_notes
from site_builder.risk.attributes import Facts, attributes_of, flags_of
from site_builder.risk.choices import cases_of
from site_builder.risk.classify import decide
from site_builder.risk.compiled import CompiledRules, compile_rules
from site_builder.risk.context import ServerContext, context_of
from site_builder.risk.pin import definition_pin, token_estimate
from site_builder.risk.reading import Reading, read
from site_builder.risk.server import assess_server
from site_builder.risk.severity import severity_of
from site_builder.risk.signals import parameter_risks, signals_of


def assess(catalogue: Catalogue, rules: Rules | CompiledRules) -> Assessed:
    """Everything the model says of `catalogue`.

    Raises:
        ValueError: a definition holds what I-JSON cannot carry (`load` refuses such records).
    """
    ready = _compiled(rules)
    tools: dict[tuple[str, str], ToolAssessment] = {}
    servers = {}
    for server in catalogue.servers:
        context = context_of(server, ready)
        assessed = tuple(
            _assess_catalogued(tool, server, context, catalogue, ready) for tool in server.tools
        )
        tools.update(
            ((server.slug, tool.stem), result)
            for tool, result in zip(server.tools, assessed, strict=True)
        )
        servers[server.slug] = assess_server(
            server.record,
            tuple(
                (tool.record.tool, result.assessment)
                for tool, result in zip(server.tools, assessed, strict=True)
            ),
            ready,
        )
    return Assessed(ready.rules.version, MappingProxyType(tools), MappingProxyType(servers))


def assess_tool(
    definition: ToolDefinition,
    context: ServerContext,
    rules: Rules | CompiledRules,
    notes: AssessmentNotes = AssessmentNotes(),  # noqa: B008 - frozen, and empty
) -> Assessment:
    """The assessment of one tool. Compile the rules once (`compile_rules`) to assess many."""
    ready = _compiled(rules)
    reading = read(definition, context, ready)
    signals = signals_of(reading, ready)
    decision = decide(reading, signals, ready)
    category = notes.category.value if notes.category else decision.category
    parameters = parameter_risks(reading, ready)
    facts, attributes = _facts(
        reading, _with(decision.capabilities, category), category, parameters, ready
    )
    return Assessment(
        category=category,
        computed_category=decision.category,
        category_why=notes.category.why if notes.category else "",
        capabilities=facts.capabilities,
        signals=signals,
        parameters=parameters,
        cases=cases_of(reading, ready),
        attributes=attributes,
        severity=severity_of(facts, decision.category, _points(notes), ready),
        contradictions=decision.contradictions,
        confidence=decision.confidence,
        needs_review=decision.needs_review,
    )


def facts_of(definition: ToolDefinition, context: ServerContext, rules: CompiledRules) -> Facts:
    """What the conditions of rules are asked about `definition`, as `assess_tool` asks them."""
    reading = read(definition, context, rules)
    decision = decide(reading, signals_of(reading, rules), rules)
    parameters = parameter_risks(reading, rules)
    return _facts(reading, decision.capabilities, decision.category, parameters, rules)[0]


def _facts(
    reading: Reading,
    capabilities: tuple[Category, ...],
    category: Category,
    parameters: tuple[ParameterRisk, ...],
    rules: CompiledRules,
) -> tuple[Facts, Attributes]:
    """The facts of a tool with its attributes, which are read from the other facts."""
    kinds = frozenset(risk.kind for risk in parameters)
    facts = Facts(reading, category, capabilities, kinds)
    attributes = attributes_of(facts, rules)
    return replace(facts, flags=flags_of(attributes), data=attributes.data), attributes


def _assess_catalogued(
    tool: CataloguedTool,
    server: CataloguedServer,
    context: ServerContext,
    catalogue: Catalogue,
    rules: CompiledRules,
) -> ToolAssessment:
    record = tool.record
    assessment = assess_tool(record.tool, context, rules, record.assessment)
    return ToolAssessment(
        assessment,
        with_notes(
            attacks_on(assessment, record.tool.name, server.record, catalogue.attacks),
            record.assessment.attacks,
        ),
        definition_pin(record.tool),
        token_estimate(record.tool),
    )


def _compiled(rules: Rules | CompiledRules) -> CompiledRules:
    return rules if isinstance(rules, CompiledRules) else compile_rules(rules)


def _points(notes: AssessmentNotes) -> dict[str, FactorOverride]:
    """A record's own points by factor."""
    return dict(notes.severity.factors.items()) if notes.severity else {}


def _with(capabilities: tuple[Category, ...], category: Category) -> tuple[Category, ...]:
    """`capabilities` with a record's own `category` among them: the headline is always shown."""
    return tuple(sorted({*capabilities, category}, key=lambda member: member.rank))
