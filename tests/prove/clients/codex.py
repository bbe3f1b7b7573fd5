"""Codex, headless, with the Responses protocol."""

from __future__ import annotations

import json

from site_builder.policy.proofs import Setting
from tests.prove.engines import npm_package
from tests.prove.session import ARGUMENTS, KEY, Run, Session, converse, server_command
from tests.prove.wire import Call

PACKAGE = "@openai/codex-linux-x64"

_SWITCH = "--dangerously-bypass-approvals-and-sandbox"


def run(wanted: Run) -> Session:
    """Runs the block inside the server's table of the user's configuration."""
    skips = wanted.setting is Setting.SKIP
    return converse(
        wanted,
        lambda tool: Call(tool, ARGUMENTS, namespace=f"mcp__{KEY}"),
        lambda model: [
            _program(),
            "exec",
            "--skip-git-repo-check",
            *([_SWITCH] if skips else []),
            "go",
        ],
        lambda model: {"STAND_IN_KEY": "none", "CODEX_HOME": str(_home(wanted, model.url))},
    )


def _program():
    (program,) = npm_package(PACKAGE).glob("vendor/*/bin/codex")
    return program


def _home(wanted: Run, url: str):
    program, *arguments = server_command(wanted.place)
    block = wanted.text
    if wanted.setting is Setting.CONTROL:
        block = 'default_tools_approval_mode = "approve"\n'
    sandbox = "danger-full-access" if wanted.setting is Setting.HOSTILE else "read-only"
    text = f"""\
model = "stand-in"
model_provider = "stand-in"
approval_policy = "never"
sandbox_mode = "{sandbox}"

[model_providers.stand-in]
name = "stand-in"
base_url = "{url}/v1"
env_key = "STAND_IN_KEY"
wire_api = "responses"

[mcp_servers.{KEY}]
command = {json.dumps(program)}
args = {json.dumps(arguments)}
{block}"""
    return wanted.place.write(".codex/config.toml", text).parent
