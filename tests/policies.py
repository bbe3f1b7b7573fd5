"""Policies and blocks for tests: plain functions, and Hypothesis strategies for any of them."""

from __future__ import annotations

import json

from hypothesis import strategies as st

from site_builder.model.policy import Policy
from site_builder.policy.block import Block, ToolRule

WINDOWS = ("minute", "hour", "day")


def make_policy(verdict: str = "allow", **fields: object) -> Policy:
    """The policy that a record with these fields has."""
    return Policy.model_validate_json(json.dumps({"verdict": verdict, **fields}))


def limited(maximum: int = 10, window: str = "minute") -> Policy:
    """A policy with one limit."""
    return make_policy("rate-limit", limits=[{"max": maximum, "window": window}])


def make_block(
    rules: dict[str, Policy],
    *,
    others: tuple[str, ...] = (),
    server_key: str = "tmux",
    complete: bool = True,
) -> Block:
    """The block of one server, its list of tools known on 2026-11-30."""
    written = tuple(ToolRule(name, policy) for name, policy in rules.items())
    return Block(server_key, written, others, "2026-11-30", complete)


# Few values, so that conditions and arguments often meet, and look-alikes of other types.
_TEXTS = st.sampled_from(["dev-1", "prod", "5", "true", "", "dev-1\n", "é"])
_NUMBERS = st.sampled_from([5, 5.0, 0, -1, 2.5, 1e300, 2**60])
_SCALARS = st.one_of(_TEXTS, _NUMBERS, st.booleans())
_PATTERNS = st.sampled_from(["dev-[0-9]+", ".*", "", "(?:prod|dev)-?.*", "[^z]x", "^a", "a(?=b)"])
_PATHS = st.sampled_from(["args.a", "args.a", "args.b", "args.a.c"])


@st.composite
def conditions(draw: st.DrawFn) -> dict[str, object]:
    """A condition as a record writes it."""
    op = draw(
        st.sampled_from(
            ["eq", "neq", "lt", "lte", "gt", "gte", "in", "not_in", "exists", "regex", "contains"]
        )
    )
    if op in ("in", "not_in"):
        value: object = draw(st.lists(_SCALARS, min_size=1, max_size=3))
    elif op in ("lt", "lte", "gt", "gte"):
        value = draw(_NUMBERS)
    elif op == "exists":
        value = draw(st.booleans())
    else:
        value = draw(_PATTERNS if op == "regex" else _SCALARS)
    return {"path": draw(_PATHS), "op": op, "value": value}


@st.composite
def _rules(draw: st.DrawFn) -> dict[str, object]:
    verdict = draw(st.sampled_from(["deny", "require-approval", "rate-limit", "allow"]))
    least = {"rate-limit": 1, "require-approval": 0}
    rule: dict[str, object] = {"verdict": verdict}
    if verdict in least:
        windows = draw(
            st.lists(st.sampled_from(WINDOWS), min_size=least[verdict], max_size=3, unique=True)
        )
        counts = st.sampled_from([1, 10, 24, 100, 1_000_000])
        rule["limits"] = [{"max": draw(counts), "window": window} for window in windows]
    if draw(st.booleans()):
        rule["message"] = draw(st.text(min_size=1, max_size=20))
    return rule


@st.composite
def _cases(draw: st.DrawFn) -> dict[str, object]:
    return {**draw(_rules()), "when": draw(st.lists(conditions(), min_size=1, max_size=2))}


@st.composite
def policies(draw: st.DrawFn) -> Policy:
    """Any policy that a record may have."""
    fields = draw(_rules())
    if draw(st.booleans()):
        fields["conditions"] = draw(st.lists(conditions(), min_size=1, max_size=2))
    if draw(st.booleans()):
        fields["cases"] = draw(st.lists(_cases(), min_size=1, max_size=2))
    return Policy.model_validate_json(json.dumps(fields))


def arguments() -> st.SearchStrategy[dict[str, object]]:
    """The arguments of a call, many of them missing or of the wrong type."""
    leaves = st.one_of(_SCALARS, st.none())
    values = st.one_of(
        leaves, st.lists(leaves, max_size=2), st.fixed_dictionaries({}, optional={"c": leaves})
    )
    return st.fixed_dictionaries({}, optional={"a": values, "b": values})


HOSTILE_NAMES = (
    "*",
    "a.*",
    'x"y',
    "a\nb",
    "\u0430dmin",
    "a" * 129,
    "name\n",
    "mcp__other__tool(x:*)",
    "",
    "\ud800",
    "#{7*7}",
)
"""Names that no rule may spell: wildcards, quotes, control characters, look-alikes, too long."""

names = st.one_of(
    st.sampled_from(["echo", "a.b", "a_b", "__proto__", "kill-session", "A", "a" * 80, "a__b"]),
    st.from_regex(r"[A-Za-z0-9_.-]{1,6}", fullmatch=True),
)


@st.composite
def blocks(draw: st.DrawFn) -> Block:
    """A block of up to four rules with up to three other tools, now and then a hostile one."""
    known = draw(st.lists(names, min_size=1, max_size=6, unique=True))
    if draw(st.integers(0, 4)) == 0:
        known.insert(draw(st.integers(0, len(known))), draw(st.sampled_from(HOSTILE_NAMES)))
    ruled = draw(st.integers(1, 4))
    return make_block(
        {name: draw(policies()) for name in known[:ruled]},
        others=tuple(known[ruled:]),
        server_key=draw(st.sampled_from(["tmux", "my-srv", "a_b", "k" * 64])),
        complete=draw(st.booleans()),
    )
