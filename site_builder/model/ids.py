"""Identity of records: which names are allowed, and the file that each name lives in.

The path is the identity. A server is its slug; a tool is its exact name, never normalised, under a
file stem that is lower-case, reversible through the record and safe on every file system.
"""

from __future__ import annotations

import hashlib
import re

MAX_SLUG = 64
MAX_TOOL_NAME = 128
_MAX_STEM = 80
_HASH_LENGTH = 8

_SLUG = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?")
_PLAIN_STEM = re.compile(r"[a-z0-9-][a-z0-9_-]{0,79}")
_UNSAFE = re.compile(r"[^a-z0-9]+")
# MCP 2025-11-25, "Tool Names" (SEP-986): the characters and the length a tool name should keep to.
_POLICY_NAME = re.compile(r"[A-Za-z0-9_.-]{1,128}")
_CLIENT_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")

# Windows devices keep their meaning with any extension; the others are names of our own pages.
_WINDOWS_DEVICES = frozenset(
    ["con", "prn", "aux", "nul"] + [f"{port}{n}" for port in ("com", "lpt") for n in range(10)]
)
RESERVED = _WINDOWS_DEVICES | {"index", "api", "assets", "404"}


def is_slug(text: str) -> bool:
    """Whether `text` may name a server, an attack, a category or a glossary term."""
    return _SLUG.fullmatch(text) is not None and text not in RESERVED


def is_policy_name(name: str) -> bool:
    """Whether a policy block may be printed for the tool called `name` (any name gets a page)."""
    return _POLICY_NAME.fullmatch(name) is not None


def is_client_key(key: str) -> bool:
    """Whether `key` may stand for a server in a client's configuration."""
    return _CLIENT_KEY.fullmatch(key) is not None


def tool_stem(name: str) -> str:
    """The file stem of the tool called `name`, for its record and for its page.

    A name that is already safe is its own stem. Any other becomes its readable remainder, `~` and
    8 hexadecimal digits of SHA-256 over the name's UTF-8: `getUser` and `getuser` stay apart on a
    disk that ignores case, and `杀死` still has a file.
    """
    if _PLAIN_STEM.fullmatch(name) and name not in RESERVED:
        return name
    # A lone surrogate has no UTF-8; the loader refuses it, and hashing must not be where it shows.
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_LENGTH]
    readable = _UNSAFE.sub("-", name.lower()).strip("-")[: _MAX_STEM - _HASH_LENGTH - 1].strip("-")
    return f"{readable or 'tool'}~{digest}"
