"""Gemini CLI, headless, with its own protocol."""

from __future__ import annotations

import json

from site_builder.policy.proofs import Setting
from tests.prove.engines import node, npm_package
from tests.prove.session import ARGUMENTS, KEY, Run, Session, converse, server_command
from tests.prove.wire import Call

PACKAGE = "@google/gemini-cli"


def run(wanted: Run) -> Session:
    """Runs the block as a policy file of the user."""
    place, setting = wanted.place, wanted.setting
    program, *arguments = server_command(place)
    trusted = setting in (Setting.CONTROL, Setting.HOSTILE)
    settings = {
        "security": {"auth": {"selectedType": "gemini-api-key"}},
        "privacy": {"usageStatisticsEnabled": False},
        "telemetry": {"enabled": False},
        "general": {"disableAutoUpdate": True, "enableAutoUpdate": False},
        "mcpServers": {KEY: {"command": program, "args": arguments, "trust": trusted}},
    }
    place.write(".gemini/settings.json", json.dumps(settings))
    if setting is not Setting.CONTROL:
        place.write(".gemini/policies/tmux.toml", wanted.text)
    return converse(
        wanted,
        lambda tool: Call(f"mcp_{KEY}_{tool}", ARGUMENTS),
        lambda model: [
            node(),
            npm_package(PACKAGE) / "bundle" / "gemini.js",
            "-m",
            "gemini-2.5-pro",
            *(["--yolo"] if setting is Setting.SKIP else []),
            "-p",
            "go",
        ],
        lambda model: {
            "GOOGLE_GEMINI_BASE_URL": model.url,
            "GEMINI_API_KEY": "none",
            "GEMINI_CLI_TRUST_WORKSPACE": "true",
        },
    )
