"""opencode, headless, with the chat completions protocol."""

from __future__ import annotations

import json

from site_builder.policy.proofs import Setting
from tests.prove.engines import npm_package
from tests.prove.session import ARGUMENTS, KEY, Run, Session, converse, server_command
from tests.prove.wire import Call

PACKAGE = "opencode-linux-x64"


def run(wanted: Run) -> Session:
    """Runs the block as the project's configuration."""
    block = {} if wanted.setting is Setting.CONTROL else json.loads(wanted.text)
    if wanted.setting is Setting.HOSTILE:
        everything = {"permission": {"*": "allow", f"{KEY}_*": "allow"}}
        wanted.place.write(".config/opencode/opencode.json", json.dumps(everything))
    return converse(
        wanted,
        lambda tool: Call(f"{KEY}_{tool}", ARGUMENTS),
        lambda model: [
            npm_package(PACKAGE) / "bin" / "opencode",
            "run",
            *(["--auto"] if wanted.setting is Setting.SKIP else []),
            "go",
        ],
        lambda model: _environment(wanted, model.url, block),
    )


def _environment(wanted: Run, url: str, block: dict):
    configuration = {
        "$schema": "https://opencode.ai/config.json",
        "model": "stand-in/stand-in",
        "small_model": "stand-in/stand-in",
        "autoupdate": False,
        "share": "disabled",
        "provider": {
            "stand-in": {
                "npm": "@ai-sdk/openai-compatible",
                "name": "stand-in",
                "options": {"baseURL": f"{url}/v1", "apiKey": "none"},
                "models": {"stand-in": {"name": "stand-in", "tool_call": True}},
            }
        },
        "mcp": {KEY: {"type": "local", "command": server_command(wanted.place), "enabled": True}},
        **block,
    }
    wanted.place.write("project/opencode.json", json.dumps(configuration))
    return {"OPENCODE_DISABLE_MODELS_FETCH": "1", "OPENCODE_DISABLE_AUTOUPDATE": "1"}
