"""Assesses a server as a whole: exposure, dangerous combinations, and the grade."""

from __future__ import annotations

from site_builder.model.assessment import Assessment, Combination, ServerAssessment
from site_builder.model.definition import ToolDefinition
from site_builder.model.records import ServerRecord
from site_builder.model.server_rules import LegWhen
from site_builder.risk.assurance import grade_of
from site_builder.risk.attributes import flags_of
from site_builder.risk.compiled import CompiledRules

AssessedTool = tuple[ToolDefinition, Assessment]


def assess_server(
    record: ServerRecord, tools: tuple[AssessedTool, ...], rules: CompiledRules
) -> ServerAssessment:
    """What the model makes of a server with these assessed tools."""
    level, why = exposure_of(tuple(assessment for _, assessment in tools), rules)
    combinations = combinations_of(tools, rules)
    return ServerAssessment(level, why, combinations, grade_of(record, tools, combinations, rules))


def exposure_of(assessments: tuple[Assessment, ...], rules: CompiledRules) -> tuple[int, str]:
    """The exposure E0 to E4 of a set of tools, and why: the highest that any tool reaches."""
    reached = [
        rule
        for rule in rules.rules.exposure
        if not rule.when
        or any(leg_passes(test, assessment) for test in rule.when for assessment in assessments)
    ]
    most = max(reached, key=lambda rule: rule.level)
    return most.level, most.why


def combinations_of(
    tools: tuple[AssessedTool, ...], rules: CompiledRules
) -> tuple[Combination, ...]:
    """The dangerous combinations that these tools make, with the tools on each leg."""
    found = []
    for rule in rules.rules.combinations:
        legs = tuple(
            (
                leg.name,
                tuple(
                    definition.name
                    for definition, assessment in tools
                    if any(leg_passes(test, assessment) for test in leg.when)
                ),
            )
            for leg in rule.legs
        )
        if all(names for _, names in legs):
            found.append(Combination(rule.code, rule.title, rule.why, legs))
    return tuple(found)


def leg_passes(test: LegWhen, assessment: Assessment) -> bool:
    """Whether every given part of `test` holds of one assessed tool."""
    attributes = assessment.attributes
    return (
        (not test.categories or assessment.category in test.categories)
        and (not test.capabilities or bool(set(test.capabilities) & set(assessment.capabilities)))
        and (not test.data or attributes.data in test.data)
        and set(test.flags) <= flags_of(attributes)
        and (not test.kinds or any(risk.kind in test.kinds for risk in assessment.parameters))
        and (not test.severity or assessment.severity.level in test.severity)
    )
