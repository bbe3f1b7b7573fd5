"""What only an assessed catalogue shows: reviews of another definition, looser policies."""

from __future__ import annotations

from collections.abc import Iterator

from site_builder.derive.context import Context
from site_builder.diagnostics import Level
from site_builder.policy.recommend import is_weaker
from site_builder.validate.meaning import Finding


def findings(context: Context) -> Iterator[tuple[str, Finding]]:
    """Finds records that need a person, with each record's path relative to the records folder."""
    for server in context.servers:
        for entry in server.tools:
            path, policy = entry.tool.path, entry.tool.record.policy
            if entry.drifted:
                yield (
                    path,
                    Finding(
                        ("review", "definition"),
                        "drifted",
                        "the definition is no longer the one that was reviewed",
                        f"review it again, then write {entry.assessed.pin}",
                        Level.WARNING,
                    ),
                )
            if policy and policy.why is None and is_weaker(policy, entry.recommendation.computed):
                yield (
                    path,
                    Finding(
                        ("policy",),
                        "weaker-policy",
                        f"verdict {policy.verdict} is weaker than the computed "
                        f"{entry.recommendation.computed.verdict}",
                        "say why in 'policy.why', or make it stricter",
                    ),
                )
