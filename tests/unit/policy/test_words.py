from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.model.vocabulary import Verdict
from site_builder.policy import words
from tests.policies import limited, make_block, make_policy, policies

ALLOW = make_policy("allow")
BOTH = make_policy(
    "rate-limit", limits=[{"max": 10, "window": "minute"}, {"max": 1, "window": "hour"}]
)
MIXED = make_policy(
    "allow",
    conditions=[{"path": "args.root", "op": "in", "value": ["/srv", "/var/x"]}],
    cases=[
        {"when": [{"path": "args.m", "op": "eq", "value": "delete"}], "verdict": "deny"},
        {
            "when": [
                {"path": "args.m", "op": "regex", "value": "w.*"},
                {"path": "args.force", "op": "exists", "value": False},
            ],
            "verdict": "rate-limit",
            "limits": [{"max": 2, "window": "hour"}],
        },
    ],
)


def test_every_verdict_has_its_label():
    """The labels of the pages."""
    labels = [words.label(verdict) for verdict in Verdict]
    assert ["Denied", "Needs approval", "Rate-limited", "Allowed"] == labels


@pytest.mark.parametrize(
    ("policy", "sentence"),
    [
        (make_policy("deny"), "Deny this tool."),
        (ALLOW, "Let this tool run."),
        (make_policy("require-approval"), "Ask a person before every call of this tool."),
        (limited(10), "Let this tool run, at most 10 calls a minute."),
        (BOTH, "Let this tool run, at most 10 calls a minute and 1 call an hour."),
        (
            MIXED,
            (
                "Let this tool run, and only with arguments that meet its conditions; some "
                "arguments have a rule of their own."
            ),
        ),
    ],
)
def test_the_verdict_in_a_sentence(policy, sentence):
    """The sentence holds the verdict and its limits."""
    assert sentence == words.verdict_sentence(policy)


@pytest.mark.parametrize(
    ("policy", "sentence"),
    [
        (make_policy("deny"), "A call is refused and never reaches the server."),
        (ALLOW, "A call goes through."),
        (limited(5, "day"), "A call goes through while there are no more than 5 calls a day."),
        (
            make_policy("require-approval"),
            "A call waits until a person approves it; without an approval it is refused.",
        ),
        (
            make_policy("allow", conditions=[{"path": "args.n", "op": "lte", "value": 5}]),
            "A call is refused unless args.n is at most 5. A call that meets this goes through.",
        ),
        (
            MIXED,
            (
                'A call is refused unless args.root is one of "/srv" or "/var/x". When args.m is '
                '"delete", a call is refused and never reaches the server. When args.m as a whole '
                'matches the pattern "w.*" and args.force is not given, a call goes through while '
                "there are no more than 2 calls an hour. The 3rd call within one hour is refused, "
                "until the hour is over. Any other call goes through."
            ),
        ),
    ],
)
def test_what_happens_on_a_call(policy, sentence):
    """Conditions first, then cases in their order, then everything else."""
    assert sentence == words.on_call(policy)


@pytest.mark.parametrize(
    ("maximum", "ordinal"),
    [
        (1, "2nd"),
        (2, "3rd"),
        (10, "11th"),
        (11, "12th"),
        (20, "21st"),
        (110, "111th"),
        (30, "31st"),
    ],
)
def test_the_call_after_the_limit_is_counted_from_the_policy(maximum, ordinal):
    """The call after the last one that goes through, in English."""
    expected = f"The {ordinal} call within one minute is refused, until the minute is over."
    assert expected == words.after_limit(limited(maximum))


def test_without_a_limit_there_is_no_call_after_it():
    """Nothing is said about a limit that does not exist."""
    assert "" == words.after_limit(ALLOW)


@pytest.mark.parametrize(
    ("others", "complete", "beginning"),
    [
        ((), True, "No other tool of this server is known; one that it adds is denied"),
        ((), False, "No other tool of this server was seen; one that it adds is denied"),
        (
            ("a",),
            True,
            "The one other known tool of this server, and any that it adds, are denied",
        ),
        (("a", "b"), True, "The 2 other known tools of this server, and any that it adds, are"),
    ],
)
def test_what_happens_to_every_other_tool(others, complete, beginning):
    """The number of other tools is that of the block."""
    block = make_block({"echo": ALLOW}, others=others, complete=complete)
    assert words.every_other_tool(block).startswith(beginning)


@given(maximum=st.integers(1, 1_000_000), window=st.sampled_from(["minute", "hour", "day"]))
def test_no_number_comes_from_elsewhere(maximum, window):
    """Every number in a sentence is the limit, or the call after it."""
    policy = limited(maximum, window)
    text = f"{words.verdict_sentence(policy)} {words.on_call(policy)} {words.after_limit(policy)}"
    assert {maximum, maximum + 1} == {int(number) for number in re.findall(r"[0-9]+", text)}


@given(policy=policies())
def test_any_policy_has_its_sentences(policy):
    """No policy is without words, and each text ends as a sentence does."""
    assert words.verdict_sentence(policy).endswith(".")
    assert words.on_call(policy).endswith(".")
    assert bool(policy.limits) == words.after_limit(policy).endswith(".")
