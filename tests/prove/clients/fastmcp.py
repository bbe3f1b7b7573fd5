"""The FastMCP proxy, a program that is itself the block, in front of the logging server."""

from __future__ import annotations

import subprocess
import threading

from site_builder.policy.proofs import Setting
from tests.prove.engines import venv_python
from tests.prove.mcp_calls import call_each, over_pipe
from tests.prove.processes import started
from tests.prove.session import Run, Session, logged, server_command

_GUARD = "    proxy.add_middleware(Policy())\n"
_SECONDS = 60


def run(wanted: Run) -> Session:
    """Calls through the proxy; the control is the same program with its policy taken out."""
    text = wanted.text
    if wanted.setting is Setting.CONTROL:
        text = text.replace(_GUARD, "")
        assert wanted.text != text, "the proxy no longer adds its policy where this looks for it"
    program = wanted.place.write("policy_proxy.py", text)
    command = [venv_python("fastmcp"), program, *server_command(wanted.place)]
    errors = wanted.place.home / "errors.txt"
    with (
        errors.open("w", encoding="utf-8") as file,
        started(
            command,
            wanted.place,
            {},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=file,
        ) as process,
    ):
        limit = threading.Timer(_SECONDS, process.kill)
        limit.start()
        try:
            answers = call_each(over_pipe(process), wanted.tools)
        except EOFError as error:
            raise EOFError(errors.read_text("utf-8")) from error
        finally:
            limit.cancel()
    return Session(
        made=wanted.tools,
        reached=logged(wanted.place),
        offered=answers.listed,
        results=answers.results,
        output=errors.read_text("utf-8"),
    )
