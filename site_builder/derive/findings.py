"""What only an assessed catalogue shows: reviews of another definition, looser policies."""

from __future__ import annotations

from collections.abc import Iterator

from site_builder.derive.context import Context, ToolEntry
from site_builder.diagnostics import Level
from site_builder.model.policy import Condition
from site_builder.model.vocabulary import Operator
from site_builder.policy.recommend import is_weaker
from site_builder.policy.regex import unsupported
from site_builder.validate.meaning import FieldPath, Finding


def findings(context: Context) -> Iterator[tuple[str, Finding]]:
    """Finds records that need a person, with each record's path relative to the records folder."""
    for server in context.servers:
        for entry in server.tools:
            for finding in _tool_findings(entry):
                yield entry.tool.path, finding


def _tool_findings(entry: ToolEntry) -> Iterator[Finding]:
    policy, computed = entry.tool.record.policy, entry.recommendation.computed
    if entry.drifted:
        yield Finding(
            ("review", "definition"),
            "drifted",
            "the definition is no longer the one that was reviewed",
            f"review it again, then write {entry.assessed.pin}",
            Level.WARNING,
        )
    if policy is None:
        return
    if policy.why is None and is_weaker(policy, computed):
        yield Finding(
            ("policy",),
            "weaker-policy",
            f"verdict {policy.verdict} may let through what the computed {computed.verdict} stops",
            "say why in 'policy.why', or make it stricter",
        )
    yield from _patterns(("policy", "conditions"), policy.conditions)
    for index, case in enumerate(policy.cases):
        yield from _patterns(("policy", "cases", index, "when"), case.when)


def _patterns(field: FieldPath, conditions: tuple[Condition, ...]) -> Iterator[Finding]:
    for index, condition in enumerate(conditions):
        if condition.op is Operator.REGEX and isinstance(condition.value, str):
            why = unsupported(condition.value)
            if why:
                yield Finding((*field, index, "value"), "pattern-unsupported", why)
