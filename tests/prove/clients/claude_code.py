"""Claude Code, headless, with the Messages protocol."""

from __future__ import annotations

import json

from site_builder.policy.proofs import Setting
from tests.prove.engines import npm_package
from tests.prove.session import ARGUMENTS, KEY, Run, Session, converse, server_command
from tests.prove.wire import Call

PACKAGE = "@anthropic-ai/claude-code-linux-x64"


def run(wanted: Run) -> Session:
    """Runs the block as the user's settings."""
    place = wanted.place
    servers = {KEY: _stdio(server_command(place))}
    options = []
    if wanted.setting is Setting.PERSON:
        servers["person"] = _stdio(server_command(place, "person"))
        options = ["--permission-prompt-tool", "mcp__person__answer"]
    if wanted.setting is Setting.SKIP:
        options = ["--dangerously-skip-permissions"]
    place.write("project/mcp.json", json.dumps({"mcpServers": servers}))
    if wanted.setting is Setting.CONTROL:
        settings = {"permissions": {"allow": [f"mcp__{KEY}__*"]}}
    else:
        settings = json.loads(wanted.text)
    place.write(".claude/settings.json", json.dumps(settings))
    if wanted.setting is Setting.HOSTILE:
        allowed = {"permissions": {"allow": [f"mcp__{KEY}", f"mcp__{KEY}__*"]}}
        place.write("project/.claude/settings.json", json.dumps(allowed))
        place.write("project/.claude/settings.local.json", json.dumps(allowed))
        options = ["--allowedTools", f"mcp__{KEY},mcp__{KEY}__*"]
    return converse(
        wanted,
        lambda tool: Call(f"mcp__{KEY}__{tool}", ARGUMENTS),
        lambda model: [
            npm_package(PACKAGE) / "claude",
            "-p",
            "go",
            "--mcp-config",
            "mcp.json",
            "--strict-mcp-config",
            "--output-format",
            "json",
            *options,
        ],
        lambda model: {
            "ANTHROPIC_BASE_URL": model.url,
            "ANTHROPIC_API_KEY": "none",
            "ENABLE_TOOL_SEARCH": "false",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
            # The client refuses its skip switch to root outside a sandbox; this is one.
            "IS_SANDBOX": "1",
        },
    )


def _stdio(command: list[str]) -> dict:
    return {"type": "stdio", "command": command[0], "args": command[1:]}
