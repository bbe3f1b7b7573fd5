"""Readers of the blocks that clients and providers take, in the reading that lets most through.

They share no code with the emitters. Each is written from the documentation or the source of what
reads the block, and refuses a key or a value that it does not know.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable

from tests.evaluators import ClaudeCode, strict_json

_MODES = {"approve": "allow", "prompt": "require-approval"}
_DECISIONS = {"deny": "deny", "ask_user": "require-approval", "allow": "allow"}
_ACTIONS = {"deny": "deny", "ask": "require-approval", "allow": "allow"}


class _Client:
    """A client, which counts no calls."""

    unlisted = "deny"
    """What happens to a tool that nothing in the block stands for."""

    def verdict(self, tool: str, arguments: dict | None = None) -> str:
        """What happens to a call; arguments never count."""
        raise NotImplementedError

    def reach(self, tool: str) -> str:
        """The most that the tool can get, whatever the arguments."""
        return self.verdict(tool)

    def limits(self, tool: str) -> list[tuple[int, str]]:
        """The client counts no calls."""
        return []


class Codex(_Client):
    """Keys read where they belong: in the middle of a file, inside the table of the server."""

    def __init__(self, text: str, server: str) -> None:
        before = f'model = "x"\n[mcp_servers.{server}]\ncommand = "true"\n'
        document = tomllib.loads(f"{before}{text}\n[mcp_servers.{server}.env]\nA = 'b'\n[other]\n")
        self._table = document["mcp_servers"][server]
        known = {"enabled_tools", "disabled_tools", "default_tools_approval_mode", "tools"}
        assert set(self._table) - {"command", "env"} <= known, "the loader ignores unknown keys"
        assert set(tomllib.loads(text)) <= known
        assert all(set(tool) == {"approval_mode"} for tool in self._tools.values())

    @property
    def _tools(self) -> dict:
        return self._table.get("tools", {})

    def verdict(self, tool: str, arguments: dict | None = None) -> str:
        if tool not in self._table["enabled_tools"] or tool in self._table["disabled_tools"]:
            return "deny"
        default = self._table["default_tools_approval_mode"]
        return _MODES[self._tools.get(tool, {}).get("approval_mode", default)]


class Gemini(_Client):
    """A policy file in front of a server with `trust`, which runs whatever no rule matches."""

    def __init__(self, text: str, server: str) -> None:
        document = tomllib.loads(text)
        assert set(document) == {"rule"}
        for rule in document["rule"]:
            known = {"mcpName", "toolName", "decision", "priority", "argsPattern", "denyMessage"}
            assert set(rule) <= known
            assert 900 <= rule["priority"] <= 999
            assert rule["priority"] != 950, "the priority of what a person allowed for ever"
            assert rule["toolName"] != "*" or rule["decision"] == "deny"
            assert "argsPattern" not in rule or rule["decision"] == "ask_user"
            self._check_pattern(rule.get("argsPattern", ""))
        self._rules = sorted(document["rule"], key=lambda rule: -rule["priority"])
        self._server = server

    @staticmethod
    def _check_pattern(pattern: str) -> None:
        re.compile(pattern)
        assert len(pattern) <= 2048
        assert not re.search(r"\([^)]*[*+?{].*\)[*+?{]", pattern)

    def verdict(self, tool: str, arguments: dict | None = None) -> str:
        return self._decide(tool, _stable(arguments or {}))

    def reach(self, tool: str) -> str:
        return self._decide(tool, None)

    def _decide(self, tool: str, arguments: str | None) -> str:
        name = self._valid(f"{self._server}_{tool}")
        for rule in self._rules:
            if rule["mcpName"] != self._server or not self._matches(rule, name):
                continue
            pattern = rule.get("argsPattern", "")
            if arguments is None or re.search(pattern, arguments, re.ASCII):
                return _DECISIONS[rule["decision"]]
        return "allow"

    @staticmethod
    def _matches(rule: dict, name: str) -> bool:
        qualified = f"mcp_{rule['mcpName']}_"
        if rule["toolName"] == "*":
            return name.startswith(qualified)
        return name == qualified + rule["toolName"]

    @staticmethod
    def _valid(name: str) -> str:
        name = name if name.startswith("mcp_") else f"mcp_{name}"
        units = "".join("__" if ord(one) > 0xFFFF else one for one in name)
        safe = re.sub(r"[^a-zA-Z0-9_\-.:]", "_", units)
        return safe if len(safe) <= 63 else f"{safe[:30]}...{safe[-30:]}"


class Copilot(_Client):
    """The list as the cloud agent takes it: whatever is in it runs."""

    def __init__(self, text: str, server: str) -> None:
        document = strict_json(text)
        assert list(document) == ["mcpServers"]
        assert list(document["mcpServers"]) == [server]
        entry = document["mcpServers"][server]
        assert list(entry) == ["tools"]
        assert entry["tools"], "an empty list may count as none"
        assert "*" not in entry["tools"]
        self._tools = entry["tools"]

    def verdict(self, tool: str, arguments: dict | None = None) -> str:
        return "allow" if tool in self._tools else "deny"


class Opencode(_Client):
    """Permissions: the last pattern that matches decides, and nothing matched is allowed."""

    def __init__(self, text: str, server: str) -> None:
        document = strict_json(text)
        assert list(document) == ["permission"]
        self._rules = list(document["permission"].items())
        self._server = server

    def verdict(self, tool: str, arguments: dict | None = None) -> str:
        name = self._called(tool)
        found = "allow"
        for pattern, action in self._rules:
            if re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), name, re.DOTALL):
                found = _ACTIONS[action]
        return found

    def _called(self, tool: str) -> str:
        units = "".join("__" if ord(one) > 0xFFFF else one for one in f"{self._server}_{tool}")
        return re.sub(r"[^a-zA-Z0-9_-]", "_", units)


class OpenAI(_Client):
    """A tool object; a call that needs approval comes back to the application."""

    def __init__(self, text: str, server: str) -> None:
        self.document = strict_json(text)
        assert set(self.document) == {"type", "server_label", "allowed_tools", "require_approval"}
        assert (self.document["type"], self.document["server_label"]) == ("mcp", server)
        assert self.document["allowed_tools"], "an empty list may count as none"
        assert set(self.document["require_approval"]) <= {"always", "never"}

    def verdict(self, tool: str, arguments: dict | None = None) -> str:
        if tool not in self.document["allowed_tools"]:
            return "deny"
        approval = self.document["require_approval"]
        if tool in approval.get("always", {}).get("tool_names", []):
            return "require-approval"
        return "allow" if tool in approval["never"]["tool_names"] else "require-approval"


class Anthropic(_Client):
    """A toolset: the entry of a tool, else the default, says whether it is on."""

    def __init__(self, text: str, server: str) -> None:
        self.document = strict_json(text)
        assert set(self.document) == {"type", "mcp_server_name", "default_config", "configs"}
        assert (self.document["type"], self.document["mcp_server_name"]) == ("mcp_toolset", server)

    def verdict(self, tool: str, arguments: dict | None = None) -> str:
        config = self.document["configs"].get(tool, self.document["default_config"])
        return "allow" if config["enabled"] else "deny"


class VSCode(_Client):
    """The setting: a tool of value false is asked for, any other may be approved for ever."""

    unlisted = "require-approval"

    def __init__(self, text: str, server: str) -> None:
        document = strict_json(text)
        assert list(document) == ["chat.tools.eligibleForAutoApproval"]
        (self._eligible,) = document.values()
        self._server = server

    def verdict(self, tool: str, arguments: dict | None = None) -> str:
        eligible = self._eligible.get(f"{self._server}/{tool}", False)
        return "allow" if eligible else "require-approval"


class Cursor(_Client):
    """The list of what runs unasked."""

    unlisted = "require-approval"

    def __init__(self, text: str, server: str) -> None:
        document = strict_json(text)
        assert list(document) == ["mcpAllowlist"]
        assert not any("*" in entry for entry in document["mcpAllowlist"])
        self._allowed = document["mcpAllowlist"]
        self._server = server

    def verdict(self, tool: str, arguments: dict | None = None) -> str:
        return "allow" if f"{self._server}:{tool}" in self._allowed else "require-approval"


def _stable(arguments: dict) -> str:
    """Arguments as Gemini CLI searches them: sorted keys, a NUL on both sides of each pair."""
    pairs = (
        f"\0{json.dumps(key)}:{_javascript(value)}\0" for key, value in sorted(arguments.items())
    )
    return f"{{{','.join(pairs)}}}"


def _javascript(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


CLIENTS: dict[str, Callable[[str, str], _Client | ClaudeCode]] = {
    "claude-code": ClaudeCode,
    "codex": Codex,
    "gemini": Gemini,
    "copilot": Copilot,
    "opencode": Opencode,
    "openai": OpenAI,
    "anthropic": Anthropic,
    "vscode": VSCode,
    "cursor": Cursor,
}
"""The reader of each such target, of a block's text and the server's name."""
