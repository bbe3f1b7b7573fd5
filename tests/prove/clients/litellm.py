"""The LiteLLM proxy with the logging server behind it, asked over streamable HTTP."""

from __future__ import annotations

import json
import socket
import subprocess

import yaml

from site_builder.policy.proofs import Setting
from tests.prove.engines import venv_python
from tests.prove.mcp_calls import call_each, over_http, wait_for
from tests.prove.processes import started
from tests.prove.session import KEY, Run, Session, logged, server_command

_MASTER_KEY = "sk-none"
_SECONDS_TO_START = 150


def run(wanted: Run) -> Session:
    """Calls through the proxy; the control is the server's entry without the block's lists."""
    port = _free_port()
    place = wanted.place
    program, *arguments = server_command(place)
    entry = {"transport": "stdio", "command": program, "args": arguments}
    if wanted.setting is not Setting.CONTROL:
        entry |= yaml.safe_load(wanted.text)["mcp_servers"][KEY]
    if wanted.setting is Setting.HOSTILE:
        entry["allow_all_keys"] = True
    configuration = {
        "mcp_servers": {KEY: entry},
        "general_settings": {"master_key": _MASTER_KEY},
    }
    file = place.write("config.yaml", json.dumps(configuration))
    python = venv_python("litellm")
    command = [
        python.with_name("litellm"),
        "--config",
        file,
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
    ]
    output = place.home / "output.txt"
    url = f"http://127.0.0.1:{port}"
    environment = {
        "LITELLM_ENABLE_MCP_STDIO": "true",
        "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    }
    with (
        output.open("w", encoding="utf-8") as printed,
        started(
            command,
            place,
            environment,
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=subprocess.STDOUT,
        ) as process,
    ):
        try:
            wait_for(f"{url}/health/liveliness", process, _SECONDS_TO_START)
        except TimeoutError as error:
            raise TimeoutError(f"{error}: {output.read_text('utf-8')[-2000:]}") from None
        ask = over_http(f"{url}/mcp/", {"x-litellm-api-key": f"Bearer {_MASTER_KEY}"})
        prefix = "" if wanted.setting is Setting.HOSTILE else f"{KEY}-"
        answers = call_each(ask, [f"{prefix}{tool}" for tool in wanted.tools])
    return Session(
        made=wanted.tools,
        reached=logged(place),
        offered=answers.listed,
        results=answers.results,
        output=output.read_text("utf-8"),
    )


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]
