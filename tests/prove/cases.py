"""What is proved: which block, in which engine and setting, and which calls must get through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from site_builder.policy.block import Block
from site_builder.policy.proofs import Setting
from tests.policies import limited, make_block, make_policy
from tests.prove.clients import (
    claude_code,
    codex,
    copilot,
    fastmcp,
    gemini,
    litellm,
    opencode,
)
from tests.prove.engines import npm_version, python_version
from tests.prove.session import KEY, Run, Session

_ALLOW, _DENY = make_policy("allow"), make_policy("deny")

ASKING = make_block(
    {"echo": _ALLOW, "create_session": make_policy("require-approval"), "kill_session": _DENY},
    others=("list_things",),
    server_key=KEY,
)
"""A block with an approval in it."""

CLOSED = make_block(
    {"echo": _ALLOW, "kill_session": _DENY},
    others=("create_session", "list_things"),
    server_key=KEY,
)
"""A block without one, which Claude Code has another form for."""

LIMITED = make_block(
    {"echo": _ALLOW, "create_session": limited(10, "minute"), "kill_session": _DENY},
    others=("list_things",),
    server_key=KEY,
)
"""A block with a limit in it, for the target that counts."""

# The call that may end a session of opencode, by asking, is the last.
_EACH_ONCE = ("echo", "kill_session", "list_things", "create_session")
_ELEVEN = ("echo", "kill_session", "list_things", *["create_session"] * 11)


@dataclass(frozen=True, slots=True)
class Engine:
    """An engine that reads the blocks of `target`."""

    target: str
    title: str
    version: Callable[[], str]
    run: Callable[[Run], Session]


ENGINES = (
    Engine(
        "claude-code", "Claude Code", lambda: npm_version(claude_code.PACKAGE), claude_code.run
    ),
    Engine("codex", "Codex", lambda: npm_version(codex.PACKAGE), codex.run),
    Engine("gemini", "Gemini CLI", lambda: npm_version(gemini.PACKAGE), gemini.run),
    Engine("copilot", "Copilot CLI", lambda: npm_version(copilot.PACKAGE), copilot.run),
    Engine("opencode", "opencode", lambda: npm_version(opencode.PACKAGE), opencode.run),
    Engine("litellm", "LiteLLM", lambda: python_version("litellm"), litellm.run),
    Engine("fastmcp", "FastMCP", lambda: python_version("fastmcp"), fastmcp.run),
)


@dataclass(frozen=True, slots=True)
class Case:
    """A run of the engine of `target`: `what` says exactly what it is.

    `tools` are called in this order; the calls of `reaches`, and no other, must reach the server,
    in this order.
    """

    target: str
    block: Block
    setting: Setting
    what: str
    reaches: tuple[str, ...]
    tools: tuple[str, ...] = _EACH_ONCE

    @property
    def name(self) -> str:
        """What tells this case from the others, for a report."""
        return f"{self.target}-{self.setting}{'-closed' if self.block is CLOSED else ''}"


CASES = (
    Case(
        "claude-code",
        ASKING,
        Setting.BLOCK,
        "claude -p, the block as ~/.claude/settings.json, with a tool that asks in it",
        ("echo",),
    ),
    Case(
        "claude-code",
        CLOSED,
        Setting.BLOCK,
        "claude -p, the block as ~/.claude/settings.json, without a tool that asks",
        ("echo",),
    ),
    Case(
        "claude-code",
        ASKING,
        Setting.CONTROL,
        "claude -p, a rule that allows the whole server in place of the block",
        _EACH_ONCE,
    ),
    Case(
        "claude-code",
        ASKING,
        Setting.PERSON,
        "claude -p --permission-prompt-tool, an MCP tool that says yes, with a tool that asks",
        ("echo", "create_session"),
    ),
    Case(
        "claude-code",
        ASKING,
        Setting.SKIP,
        "claude -p --dangerously-skip-permissions, with a tool that asks",
        ("echo",),
    ),
    Case(
        "claude-code",
        CLOSED,
        Setting.SKIP,
        "claude -p --dangerously-skip-permissions, without a tool that asks",
        ("echo",),
    ),
    Case(
        "claude-code",
        ASKING,
        Setting.HOSTILE,
        "claude -p --allowedTools with the whole server, and a project whose settings allow the "
        "whole server, with a tool that asks",
        ("echo",),
    ),
    Case(
        "claude-code",
        CLOSED,
        Setting.HOSTILE,
        "claude -p --allowedTools with the whole server, and a project whose settings allow the "
        "whole server, without a tool that asks",
        ("echo",),
    ),
    Case(
        "codex",
        ASKING,
        Setting.BLOCK,
        'codex exec, approval_policy = "never", sandbox_mode = "read-only"',
        ("echo",),
    ),
    Case(
        "codex",
        ASKING,
        Setting.CONTROL,
        'codex exec, default_tools_approval_mode = "approve" in place of the block',
        _EACH_ONCE,
    ),
    Case(
        "codex",
        ASKING,
        Setting.SKIP,
        "codex exec --dangerously-bypass-approvals-and-sandbox",
        ("echo", "create_session"),
    ),
    Case(
        "codex",
        ASKING,
        Setting.HOSTILE,
        'codex exec, approval_policy = "never", sandbox_mode = "danger-full-access"',
        ("echo", "create_session"),
    ),
    Case(
        "gemini",
        ASKING,
        Setting.BLOCK,
        "gemini -p, the block in ~/.gemini/policies, a server without trust",
        ("echo",),
    ),
    Case(
        "gemini",
        ASKING,
        Setting.CONTROL,
        "gemini -p, a server with trust: true and no policy file",
        _EACH_ONCE,
    ),
    Case(
        "gemini",
        ASKING,
        Setting.SKIP,
        "gemini --yolo -p, a server without trust",
        ("echo",),
    ),
    Case(
        "gemini",
        ASKING,
        Setting.HOSTILE,
        "gemini -p, a server with trust: true",
        ("echo",),
    ),
    Case(
        "copilot",
        ASKING,
        Setting.BLOCK,
        "copilot -p --allow-tool 'tmux(echo)', the block in ~/.copilot/mcp-config.json",
        ("echo",),
    ),
    Case(
        "copilot",
        ASKING,
        Setting.CONTROL,
        'copilot -p --allow-all-tools, tools: ["*"] in place of the block',
        _EACH_ONCE,
    ),
    Case("copilot", ASKING, Setting.SKIP, "copilot -p --allow-all-tools", ("echo",)),
    Case(
        "copilot",
        ASKING,
        Setting.HOSTILE,
        "copilot -p --allow-tool tmux, which allows the whole server",
        ("echo",),
    ),
    Case(
        "opencode",
        ASKING,
        Setting.BLOCK,
        "opencode run, the block in the project's opencode.json",
        ("echo",),
    ),
    Case("opencode", ASKING, Setting.CONTROL, "opencode run without the block", _EACH_ONCE),
    Case("opencode", ASKING, Setting.SKIP, "opencode run --auto", ("echo", "create_session")),
    Case(
        "opencode",
        ASKING,
        Setting.HOSTILE,
        "opencode run, ~/.config/opencode/opencode.json allows every tool",
        ("echo",),
    ),
    Case(
        "litellm",
        ASKING,
        Setting.BLOCK,
        "the litellm proxy over streamable HTTP, the lists in the server's entry",
        ("echo",),
    ),
    Case(
        "litellm",
        ASKING,
        Setting.CONTROL,
        "the litellm proxy over streamable HTTP, the server's entry without lists",
        _EACH_ONCE,
    ),
    Case(
        "litellm",
        ASKING,
        Setting.HOSTILE,
        "the litellm proxy over streamable HTTP, allow_all_keys: true in the server's entry, "
        "tools called without the server's name",
        ("echo",),
    ),
    Case(
        "fastmcp",
        LIMITED,
        Setting.BLOCK,
        "python policy_proxy.py in front of the server, 11 calls of a tool limited to 10 a minute",
        ("echo", *["create_session"] * 10),
        _ELEVEN,
    ),
    Case(
        "fastmcp",
        LIMITED,
        Setting.CONTROL,
        "python policy_proxy.py with its policy taken out, the same calls",
        _ELEVEN,
        _ELEVEN,
    ),
)
"""Every run of the lane. Each target with a block has its control."""


def engine(target: str) -> Engine:
    """The engine that reads the blocks of `target`."""
    return next(one for one in ENGINES if one.target == target)
