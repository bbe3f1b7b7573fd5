"""Readers of the three block formats that share no code with the emitters.

Each is written from what is documented or read of its engine, in the reading that lets most
through where that is not certain: text, numbers and truth values are found equal when they print
alike, and a pattern is searched for. A block must hold under that reading.

A verdict is one of `LADDER`; "rate-limit" means that calls go through until a limit stops them.
"""

from __future__ import annotations

import json
import math
import re

import jsonschema
import yaml

LADDER = ("deny", "require-approval", "rate-limit", "allow")

MINUTES = {"minute": 1, "hour": 60, "day": 1440}

_OPERATORS = ["eq", "neq", "lt", "lte", "gt", "gte", "in", "not_in", "exists", "regex", "contains"]

_CONDITION = {
    "type": "object",
    "additionalProperties": False,
    "required": ["path", "op", "value"],
    "properties": {
        "path": {"type": "string", "pattern": r"^args\.[^.]+(\.[^.]+)*$"},
        "op": {"enum": _OPERATORS},
        "value": {},
    },
    "allOf": [
        {
            "if": {"properties": {"op": {"enum": ["in", "not_in"]}}},
            "then": {"properties": {"value": {"type": "array", "minItems": 1}}},
        },
        {
            "if": {"properties": {"op": {"enum": ["lt", "lte", "gt", "gte"]}}},
            "then": {"properties": {"value": {"type": "number"}}},
        },
        {
            "if": {"properties": {"op": {"const": "exists"}}},
            "then": {"properties": {"value": {"type": "boolean"}}},
        },
        {
            "if": {"properties": {"op": {"const": "regex"}}},
            "then": {"properties": {"value": {"type": "string"}}},
        },
    ],
}
_RULES = {
    "type": "array",
    "minItems": 1,
    "items": {
        "type": "object",
        "additionalProperties": False,
        "required": ["conditions", "on_deny"],
        "properties": {
            "conditions": {"type": "array", "items": _CONDITION},
            "on_deny": {"type": "string", "minLength": 1},
        },
    },
}
POLICYLAYER_SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "additionalProperties": False,
    "required": ["version", "default", "tools"],
    "properties": {
        "version": {"const": "1"},
        "default": {"const": "deny"},
        "tools": {
            "type": "object",
            "propertyNames": {"pattern": r"^[A-Za-z0-9_.-]{1,128}$"},
            "additionalProperties": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "require": _RULES,
                    "deny_if": _RULES,
                    "limits": {
                        "type": "array",
                        "minItems": 1,
                        "items": {
                            "type": "object",
                            "additionalProperties": False,
                            "required": ["counter", "window", "max", "scope"],
                            "properties": {
                                "counter": {"type": "string", "minLength": 1},
                                "window": {"enum": ["minute", "hour"]},
                                "max": {"type": "integer", "minimum": 1},
                                "scope": {"const": "grant"},
                            },
                        },
                    },
                },
            },
        },
    },
}


class PolicyLayer:
    """A PolicyLayer document: schema-checked, then read rule by rule."""

    unlisted = "deny"

    def __init__(self, text: str) -> None:
        self._document = strict_json(text)
        jsonschema.Draft202012Validator(POLICYLAYER_SCHEMA).validate(self._document)
        counters = [
            limit["counter"]
            for rule in self._document["tools"].values()
            for limit in rule.get("limits", [])
        ]
        assert len(set(counters)) == len(counters), "two limits share a counter"

    def verdict(self, tool: str, arguments: dict) -> str:
        """What happens to a call."""
        rule = self._document["tools"].get(tool)
        if rule is None:
            return "deny"
        for required in rule.get("require", []):
            if not all_hold(required["conditions"], arguments):
                return "deny"
        for denying in rule.get("deny_if", []):
            if all_hold(denying["conditions"], arguments):
                return "deny"
        return "rate-limit" if "limits" in rule else "allow"

    def reach(self, tool: str) -> str:
        """The most that the tool can get, whatever the arguments."""
        rule = self._document["tools"].get(tool)
        if rule is None or any(not one["conditions"] for one in rule.get("deny_if", [])):
            return "deny"
        return "rate-limit" if "limits" in rule else "allow"

    def limits(self, tool: str) -> list[tuple[int, str]]:
        """How many calls of the tool go through in which window."""
        rule = self._document["tools"].get(tool, {})
        return [(limit["max"], limit["window"]) for limit in rule.get("limits", [])]


class Intercept:
    """An Intercept document, validated and desugared as its loader does it."""

    unlisted = "deny"

    def __init__(self, text: str) -> None:
        document = yaml.safe_load(text)
        assert set(document) == {"version", "default", "tools"}, "the loader ignores unknown keys"
        assert document["version"] == "1"
        assert document["default"] == "deny"
        assert "*" not in document["tools"], "a wildcard rule would govern every tool"
        self._tools = {
            name: [self._rule(name, rule) for rule in tool["rules"]]
            for name, tool in document["tools"].items()
        }
        for name, rules in self._tools.items():
            counters = [rule["limit"] for rule in rules if "limit" in rule]
            windows = [window for _, window in counters]
            assert len(set(windows)) == len(windows), f"{name} counts one window twice"

    @staticmethod
    def _rule(tool: str, rule: dict) -> dict:
        known = {"name", "action", "conditions", "rate_limit", "on_deny"}
        assert set(rule) <= known, "the loader ignores unknown keys"
        assert isinstance(rule["name"], str)
        assert rule["name"]
        if "rate_limit" in rule:
            assert "conditions" not in rule
            assert "action" not in rule
            assert "." not in tool, "state paths are split at dots"
            count, window = rule["rate_limit"].split("/")
            assert int(count) > 0
            assert window in MINUTES
            return {"limit": (int(count), window)}
        action = rule.get("action", "evaluate")
        assert action in ("evaluate", "deny")
        assert (action == "deny") == (not rule.get("conditions")), (
            "exactly evaluate has conditions"
        )
        for condition in rule.get("conditions", []):
            jsonschema.Draft202012Validator(_CONDITION).validate(condition)
        return {"action": action, "conditions": rule.get("conditions", [])}

    def verdict(self, tool: str, arguments: dict) -> str:
        """What happens to a call."""
        if tool not in self._tools:
            return "deny"
        for rule in self._tools[tool]:
            if rule.get("action") == "deny":
                return "deny"
            if not all_hold(rule.get("conditions", []), arguments):
                return "deny"
        return "rate-limit" if self.limits(tool) else "allow"

    def reach(self, tool: str) -> str:
        """The most that the tool can get, whatever the arguments."""
        rules = self._tools.get(tool)
        if rules is None or any(rule.get("action") == "deny" for rule in rules):
            return "deny"
        return "rate-limit" if self.limits(tool) else "allow"

    def limits(self, tool: str) -> list[tuple[int, str]]:
        """How many calls of the tool go through in which window."""
        return [rule["limit"] for rule in self._tools.get(tool, []) if "limit" in rule]


class ClaudeCode:
    """Permission settings: deny before ask before allow, then the default mode."""

    def __init__(self, text: str, server: str) -> None:
        document = strict_json(text)
        assert set(document) == {"permissions"}
        self._permissions = document["permissions"]
        assert set(self._permissions) <= {"defaultMode", "allow", "ask", "deny"}
        assert self._permissions.get("defaultMode", "dontAsk") == "dontAsk"
        for kind in ("allow", "ask", "deny"):
            entries = self._permissions.get(kind, [])
            for entry in entries:
                assert re.fullmatch(r"mcp__[A-Za-z0-9_-]+__[A-Za-z0-9_-]+", entry), entry
            assert len(set(entries)) == len(entries)
        self._server = server

    @property
    def unlisted(self) -> str:
        """What happens to a tool that no entry names."""
        return "deny" if "defaultMode" in self._permissions else "require-approval"

    def verdict(self, tool: str, arguments: dict | None = None) -> str:
        """What happens to a call; arguments never count."""
        name = f"mcp__{self._spelled(self._server)}__{self._spelled(tool)}"
        if name in self._permissions.get("deny", []):
            return "deny"
        if name in self._permissions.get("ask", []):
            return self.unlisted
        if name in self._permissions.get("allow", []):
            return "allow"
        return self.unlisted

    reach = verdict

    def limits(self, tool: str) -> list[tuple[int, str]]:
        """The client counts no calls."""
        return []

    @staticmethod
    def _spelled(name: str) -> str:
        """Every UTF-16 unit outside the safe characters becomes an underscore."""
        safe = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
        return "".join(
            character if character in safe else "_" * (2 if ord(character) > 0xFFFF else 1)
            for character in name
        )


def strict_json(text: str) -> dict:
    """The object that `text` is, in ASCII, no key twice."""

    def once(pairs):
        keys = [key for key, _ in pairs]
        assert len(set(keys)) == len(keys), "a key stands twice"
        return dict(pairs)

    assert text.isascii()
    assert text.endswith("}\n")
    return json.loads(text, object_pairs_hook=once, parse_constant=lambda name: 1 / 0)


def all_hold(conditions: list[dict], arguments: dict) -> bool:
    """Whether a call's arguments meet every one of a block's conditions."""
    return all(_holds(condition, arguments) for condition in conditions)


def _holds(condition: dict, arguments: dict) -> bool:
    found, actual = _resolve(condition["path"], arguments)
    if condition["op"] == "exists":
        return (found and actual is not None) == condition["value"]
    return found and _COMPARED[condition["op"]](actual, condition["value"])


def _contains(actual, value) -> bool:
    if isinstance(actual, str):
        return isinstance(value, str) and value in actual
    return isinstance(actual, list) and any(_alike(item, value) for item in actual)


def _resolve(path: str, arguments: dict):
    value = arguments
    for step in path.split(".")[1:]:
        if not isinstance(value, dict) or step not in value:
            return False, None
        value = value[step]
    return True, value


def _double(value) -> float:
    """A JSON number as an engine holds it; anything else is neither above nor below a number."""
    if isinstance(value, bool) or not isinstance(value, int | float) or abs(value) > 1.7e308:
        return math.nan
    return float(value)


def _alike(actual, expected) -> bool:
    left, right = _double(actual), _double(expected)
    if not math.isnan(left) and not math.isnan(right):
        return left == right
    return _printed(actual) == _printed(expected)


def _printed(value) -> str:
    """`value` as Go's %v prints it, near enough to find things equal that are not."""
    if value is None:
        return "<nil>"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{' '.join(map(_printed, value))}]"
    if isinstance(value, dict):
        return f"map[{' '.join(f'{key}:{_printed(one)}' for key, one in sorted(value.items()))}]"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def _search(pattern: str, text: str) -> bool:
    """A search as RE2 does it: there, unlike here, a closing $ is the end of the text alone."""
    return re.search(re.sub(r"\$\Z", r"\\Z", pattern), text, re.ASCII) is not None


_COMPARED = {
    "eq": _alike,
    "neq": lambda actual, value: not _alike(actual, value),
    "in": lambda actual, value: any(_alike(actual, one) for one in value),
    "not_in": lambda actual, value: not any(_alike(actual, one) for one in value),
    "regex": lambda actual, value: isinstance(actual, str) and _search(value, actual),
    "contains": _contains,
    "lt": lambda actual, value: _double(actual) < _double(value),
    "lte": lambda actual, value: _double(actual) <= _double(value),
    "gt": lambda actual, value: _double(actual) > _double(value),
    "gte": lambda actual, value: _double(actual) >= _double(value),
}
