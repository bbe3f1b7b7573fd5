"""Blocks decided by real engines: Cedar, CEL and the FastMCP proxy; and two readers of lists.

How a product hands a call to its engine is written here from its documentation or source.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable

import cedarpy
import cel
import fastmcp.client.transports
import fastmcp.server.middleware  # noqa: F401 - loaded here, so that no single block is slow
import yaml

from tests.evaluators import MINUTES, Intercept, PolicyLayer


class _Gateway:
    """A gateway that denies what it does not list, and counts no calls."""

    unlisted = "deny"

    def limits(self, tool: str) -> list[tuple[int, str]]:
        """Nothing is counted."""
        return []


class _Cedar(_Gateway):
    """Policies in the Cedar engine; an error in any of them denies."""

    policies: str

    def _request(self, tool: str) -> dict:
        raise NotImplementedError

    def _context(self, arguments: dict) -> dict:
        raise NotImplementedError

    def verdict(self, tool: str, arguments: dict) -> str:
        """What happens to a call."""
        request = {"principal": 'Client::"x"', **self._request(tool)}
        request["context"] = self._context(arguments)
        result = cedarpy.is_authorized(request, self.policies, [])
        return "allow" if result.allowed and not result.diagnostics.errors else "deny"

    def reach(self, tool: str) -> str:
        """The most that the tool can get: what is permitted under some condition."""
        resource, action = (self._request(tool)[key] for key in ("resource", "action"))
        about = [
            line
            for line in self.policies.splitlines()
            if f"action == {action}," in line and f"resource == {resource})" in line
        ]
        permitted = bool(about) and all(line.startswith("permit(") for line in about)
        return "allow" if permitted else "deny"


class ToolHive(_Cedar):
    """The file of one server."""

    def __init__(self, text: str, _: str) -> None:
        document = yaml.safe_load(text)
        assert set(document) == {"version", "type", "cedar"}
        assert (document["version"], document["type"]) == ("1.0", "cedarv1")
        assert set(document["cedar"]) == {"policies", "entities_json"}
        assert document["cedar"]["entities_json"] == "[]"
        self.policies = "\n".join(document["cedar"]["policies"])

    def _request(self, tool: str) -> dict:
        return {"action": 'Action::"call_tool"', "resource": f"Tool::{_entity(tool)}"}

    def _context(self, arguments: dict) -> dict:
        """Plain values as `arg_`, of any other only that they are present."""
        context = {}
        for key, value in arguments.items():
            if isinstance(value, str | bool | int | float):
                context[f"arg_{key}"] = cedar_value(value)
            else:
                context[f"arg_{key}_present"] = True
        return context


class AgentCore(_Cedar):
    """The policies of a gateway, with its name put in."""

    ARN = "arn:aws:bedrock-agentcore:eu-west-1:123456789012:gateway/g"

    def __init__(self, text: str, server: str) -> None:
        self.policies = text.replace("GATEWAY-ARN", self.ARN)
        self._server = server

    def _request(self, tool: str) -> dict:
        return {
            "action": f"AgentCore::Action::{_entity(f'{self._server}___{tool}')}",
            "resource": f'AgentCore::Gateway::"{self.ARN}"',
        }

    def _context(self, arguments: dict) -> dict:
        return {"input": cedar_value(arguments)}


class AgentGateway(_Gateway):
    """Rules in a CEL engine: a call passes if one of them holds, or if there is none."""

    def __init__(self, text: str, server: str) -> None:
        document = yaml.safe_load(text)
        assert list(document) == ["mcpAuthorization"]
        assert list(document["mcpAuthorization"]) == ["rules"]
        self._rules = document["mcpAuthorization"]["rules"]
        self._server = server

    def verdict(self, tool: str, arguments: dict | None = None) -> str:
        """What happens to a call; arguments never count."""
        name = tool.encode("utf-8", "replace").decode()  # no message carries half a character
        call = {"mcp": {"tool": {"target": self._server, "name": name}}}
        passes = not self._rules or any(cel.evaluate(rule, call) is True for rule in self._rules)
        return "allow" if passes else "deny"

    reach = verdict


class LiteLLM(_Gateway):
    """Lists of names, each in the tool's own spelling or with the server's name before it."""

    def __init__(self, text: str, server: str) -> None:
        document = yaml.safe_load(text)
        assert list(document) == ["mcp_servers"]
        ((self._key, lists),) = document["mcp_servers"].items()
        assert self._key == server.replace("-", "_")
        assert set(lists) <= {"allowed_tools", "disallowed_tools"}
        self._allowed, self._blocked = (
            lists.get(key, []) for key in ("allowed_tools", "disallowed_tools")
        )

    def verdict(self, tool: str, arguments: dict | None = None) -> str:
        """What happens to a call; arguments never count."""
        spellings = {tool, f"{self._key}-{tool}"}
        if self._allowed:
            return "allow" if spellings & set(self._allowed) else "deny"
        return "deny" if spellings & set(self._blocked) else "allow"

    reach = verdict


class Docker(_Gateway):
    """A command line, in which names that differ in case alone are one."""

    def __init__(self, text: str, server: str) -> None:
        words = shlex.split(text.replace("\\\n", " "))
        assert words[:4] == ["docker", "mcp", "gateway", "run"]
        flags = [word.split("=", 1) for word in words[4:]]
        assert {name for name, _ in flags} == {"--servers", "--tools"}
        assert [value for name, value in flags if name == "--servers"] == [server]
        self._tools = [value.casefold() for name, value in flags if name == "--tools"]
        self._server = server

    def verdict(self, tool: str, arguments: dict | None = None) -> str:
        """What happens to a call; arguments never count."""
        allowed = {f"{self._server}:{tool}".casefold(), tool.casefold(), "*"}
        return "allow" if allowed & set(self._tools) else "deny"

    reach = verdict


class FastMCPProxy:
    """The emitted program itself, asked about one call at a time."""

    unlisted = "deny"

    def __init__(self, text: str, _: str = "") -> None:
        self.program = {"__name__": "policy_proxy"}
        exec(compile(text, "policy_proxy.py", "exec"), self.program)  # noqa: S102 - it is the block

    def verdict(self, tool: str, arguments: dict) -> str:
        """What happens to the first call of a tool."""
        if self.program["Policy"]().refusal(tool, arguments):
            return "deny"
        return self.reach(tool)

    def reach(self, tool: str) -> str:
        """The most that the tool can get, whatever the arguments."""
        rule = self.program["ALLOWED"].get(tool)
        if rule is None:
            return "deny"
        return "rate-limit" if "limits" in rule else "allow"

    def limits(self, tool: str) -> list[tuple[int, str]]:
        """How many calls of the tool go through in which window."""
        windows = {minutes * 60: window for window, minutes in MINUTES.items()}
        rule = self.program["ALLOWED"].get(tool, {})
        return [(most, windows[seconds]) for most, seconds in rule.get("limits", [])]


def _entity(name: str) -> str:
    """A name as the identifier of a Cedar entity, hostile ones too."""
    return f'"{re.sub("[^A-Za-z0-9_. -]", _escaped, name)}"'


def _escaped(found: re.Match[str]) -> str:
    return f"\\u{{{ord(found[0]):x}}}"


def cedar_value(value: object) -> object:
    """A JSON value as Cedar has it, whose numbers are whole or decimal; null is left out."""
    if isinstance(value, dict):
        return {key: cedar_value(one) for key, one in value.items() if one is not None}
    if isinstance(value, list):
        return [cedar_value(one) for one in value if one is not None]
    if isinstance(value, float):
        return {"__extn": {"fn": "decimal", "arg": "2.5"}}
    return value if isinstance(value, bool | str) or abs(value) < 2**62 else 2**62


ENGINES: dict[str, Callable[[str, str], object]] = {
    "policylayer": lambda text, _: PolicyLayer(text),
    "intercept": lambda text, _: Intercept(text),
    "toolhive": ToolHive,
    "agentcore": AgentCore,
    "litellm": LiteLLM,
    "fastmcp": FastMCPProxy,
    "docker": Docker,
    "agentgateway": AgentGateway,
}
"""The reader of each such target, of a block's text and the server's name."""
