"""Copilot CLI, headless, with the chat completions protocol."""

from __future__ import annotations

import json

from site_builder.policy.proofs import Setting
from tests.prove.engines import npm_package
from tests.prove.session import ARGUMENTS, KEY, Run, Session, converse, server_command
from tests.prove.wire import Call

PACKAGE = "@github/copilot-linux-x64"


def run(wanted: Run) -> Session:
    """Runs the block as part of the server's entry in the user's configuration."""
    place, setting = wanted.place, wanted.setting
    program, *arguments = server_command(place)
    lists = {"tools": ["*"]}
    if setting is not Setting.CONTROL:
        lists = json.loads(wanted.text)["mcpServers"][KEY]
    server = {"type": "local", "command": program, "args": arguments, **lists}
    place.write(".copilot/mcp-config.json", json.dumps({"mcpServers": {KEY: server}}))
    allowed = {
        Setting.BLOCK: ["--allow-tool", f"{KEY}(echo)"],
        Setting.HOSTILE: ["--allow-tool", KEY],
    }
    return converse(
        wanted,
        lambda tool: Call(f"{KEY}-{tool}", ARGUMENTS),
        lambda model: [
            npm_package(PACKAGE) / "copilot",
            "-p",
            "go",
            "--disable-builtin-mcps",
            *allowed.get(setting, ["--allow-all-tools"]),
        ],
        lambda model: {
            "COPILOT_PROVIDER_BASE_URL": f"{model.url}/v1",
            "COPILOT_PROVIDER_API_KEY": "none",
            "COPILOT_MODEL": "stand-in",
            "COPILOT_OFFLINE": "true",
            "COPILOT_AUTO_UPDATE": "false",
        },
    )
