"""The enforcement points: one module each, and one tuple that lists them."""

from __future__ import annotations

from site_builder.policy.block import Target
from site_builder.policy.targets import (
    agentcore,
    agentgateway,
    anthropic,
    claude_code,
    codex,
    copilot,
    cursor,
    docker,
    fastmcp,
    gemini,
    intercept,
    litellm,
    openai,
    opencode,
    policylayer,
    toolhive,
    vscode,
)

TARGETS: tuple[Target, ...] = (
    policylayer.TARGET,
    intercept.TARGET,
    claude_code.TARGET,
    codex.TARGET,
    gemini.TARGET,
    copilot.TARGET,
    opencode.TARGET,
    toolhive.TARGET,
    agentcore.TARGET,
    litellm.TARGET,
    fastmcp.TARGET,
    openai.TARGET,
    anthropic.TARGET,
    vscode.TARGET,
    cursor.TARGET,
    docker.TARGET,
    agentgateway.TARGET,
)
"""Every target, in the order that pages show them: the most used and best proved first."""


def target(id: str) -> Target:  # noqa: A002 - the word that records and flags use for it
    """The target called `id`.

    Raises:
        KeyError: there is none of that name.
    """
    found = next((one for one in TARGETS if one.id == id), None)
    if found is None:
        raise KeyError(id)
    return found
