"""Adds up severity from stated factors, each with its rule and reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from site_builder.model.assessment import Bound, Factor, Severity
from site_builder.model.records import FactorOverride
from site_builder.model.rules import FactorRules
from site_builder.model.vocabulary import Category
from site_builder.risk.attributes import Facts, passes
from site_builder.risk.compiled import CompiledRules


def severity_of(
    facts: Facts,
    computed_category: Category,
    overrides: Mapping[str, FactorOverride],
    rules: CompiledRules,
) -> Severity:
    """The ledger of one tool: base points, factors, bands, then floors and ceilings.

    `facts.category` is the category that counts, `computed_category` the model's own; `overrides`
    are a record's own points by factor.
    """
    model = rules.rules.severity
    base = Factor(
        "base",
        model.base_label,
        model.base[facts.category],
        model.base_rule.why,
        model.base_rule.id,
    )
    if facts.category is not computed_category:
        base = replace(base, computed=model.base[computed_category])
    factors = [base]
    factors += [_factor(name, factor, facts, rules) for name, factor in model.factors.items()]
    ledger = tuple(_overridden(factor, overrides) for factor in factors)
    total = sum(factor.points for factor in ledger)
    level = next(band.level for band in reversed(model.bands) if total >= band.least)
    return _bounded(Severity(level, total, ledger), facts, rules)


def _factor(name: str, factor: FactorRules, facts: Facts, rules: CompiledRules) -> Factor:
    fired = [rule for rule in factor.rules if passes(rule.id, facts, rules)]
    if not fired:
        other = factor.otherwise
        return Factor(
            name,
            factor.label,
            factor.otherwise_points,
            other.why,
            other.id,
            factor.otherwise_unknown,
        )
    most = max(fired, key=lambda rule: rule.points)
    return Factor(name, factor.label, most.points, most.why, most.id, most.unknown)


def _overridden(factor: Factor, overrides: Mapping[str, FactorOverride]) -> Factor:
    override = overrides.get(factor.name)
    if override is None:
        return factor
    computed = factor.points if factor.computed is None else factor.computed
    return replace(
        factor, points=override.points, reason=override.why, unknown=False, computed=computed
    )


def _bounded(severity: Severity, facts: Facts, rules: CompiledRules) -> Severity:
    """Ceilings first, and only in a closed world: a floor is the last word."""
    model = rules.rules.severity
    level = severity.level
    bounds: list[Bound] = []
    if not any(factor.name == "egress" and factor.points for factor in severity.factors):
        for rule in model.ceilings:
            if rule.level.rank < level.rank and passes(rule.id, facts, rules):
                level = rule.level
                bounds.append(Bound(rule.id, level, rule.why))
    for rule in model.floors:
        if rule.level.rank > level.rank and passes(rule.id, facts, rules):
            level = rule.level
            bounds.append(Bound(rule.id, level, rule.why))
    return replace(severity, level=level, bounds=tuple(bounds))
