"""A policy in plain sentences, made from the same values as its block, numbers included.

Sentences are plain text about "this tool"; the name of the tool, which is a server's word, is left
to the page.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from site_builder.model.policy import Case, Condition, Limit, Policy, Rule, Scalar
from site_builder.model.vocabulary import Operator, Verdict
from site_builder.policy.block import Block

_LABELS = {
    Verdict.DENY: "Denied",
    Verdict.REQUIRE_APPROVAL: "Needs approval",
    Verdict.RATE_LIMIT: "Rate-limited",
    Verdict.ALLOW: "Allowed",
}

_COMPARISONS = {
    Operator.EQ: "is",
    Operator.NEQ: "is given and is not",
    Operator.LT: "is below",
    Operator.LTE: "is at most",
    Operator.GT: "is above",
    Operator.GTE: "is at least",
    Operator.IN: "is one of",
    Operator.NOT_IN: "is given and is none of",
    Operator.REGEX: "as a whole matches the pattern",
    Operator.CONTAINS: "contains",
}


def label(verdict: Verdict) -> str:
    """The name of `verdict` on a page."""
    return _LABELS[verdict]


def verdict_sentence(policy: Policy) -> str:
    """What `policy` recommends, in one sentence."""
    sentence = _RECOMMENDED[policy.verdict]
    if policy.limits:
        sentence += f", at most {counted(policy.limits)}"
    if policy.conditions and policy.verdict is not Verdict.DENY:
        sentence += ", and only with arguments that meet its conditions"
    if policy.cases:
        sentence += "; some arguments have a rule of their own"
    return f"{sentence}."


def on_call(policy: Policy) -> str:
    """What happens when an agent calls the tool."""
    sentences = [_outcome("A call", policy)]
    if policy.conditions and (policy.verdict is not Verdict.DENY or policy.cases):
        sentences.insert(0, f"A call is refused unless {conditions(policy.conditions)}.")
        sentences[1] = _outcome("A call that meets this", policy)
    if policy.cases:
        sentences[-1] = _outcome("Any other call", policy)
        sentences[-1:-1] = [_case_sentence(case) for case in policy.cases]
    return " ".join(sentences)


def after_limit(policy: Policy) -> str:
    """What happens to the call after the last that a limit lets through; "" without a limit."""
    return " ".join(_after(limit) for limit in policy.limits)


def every_other_tool(block: Block) -> str:
    """What happens to the tools that `block` has no rule for."""
    known = len(block.others)
    if known == 0:
        found = (
            "No other tool of this server is known"
            if block.complete
            else "No other tool of this server was seen"
        )
        return f"{found}; one that it adds is denied until it has a rule of its own."
    tools = "The one other known tool" if known == 1 else f"The {known} other known tools"
    return (
        f"{tools} of this server, and any that it adds, are denied until they have a rule of "
        "their own."
    )


def counted(limits: Iterable[Limit]) -> str:
    """`limits` as a phrase: "10 calls a minute and 100 calls a day"."""
    return joined([_count(limit) for limit in limits], "and")


def conditions(required: Iterable[Condition]) -> str:
    """`required` as a clause: "args.path contains "/srv/" and args.force is false"."""
    return joined([_condition(condition) for condition in required], "and")


def joined(items: Iterable[str], word: str) -> str:
    """`items` as a list in a sentence: "a, b and c"."""
    *first, last = items
    return f"{', '.join(first)} {word} {last}" if first else last


_RECOMMENDED = {
    Verdict.DENY: "Deny this tool",
    Verdict.REQUIRE_APPROVAL: "Ask a person before every call of this tool",
    Verdict.RATE_LIMIT: "Let this tool run",
    Verdict.ALLOW: "Let this tool run",
}


def _outcome(subject: str, rule: Rule) -> str:
    if rule.verdict is Verdict.DENY:
        return f"{subject} is refused and never reaches the server."
    if rule.verdict is Verdict.REQUIRE_APPROVAL:
        return f"{subject} waits until a person approves it; without an approval it is refused."
    if rule.verdict is Verdict.RATE_LIMIT:
        return f"{subject} goes through while there are no more than {counted(rule.limits)}."
    return f"{subject} goes through."


def _case_sentence(case: Case) -> str:
    sentence = _outcome(f"When {conditions(case.when)}, a call", case)
    return f"{sentence} {' '.join(_after(limit) for limit in case.limits)}".rstrip()


def _after(limit: Limit) -> str:
    return (
        f"The {_ordinal(limit.max + 1)} call within one {limit.window.value} is refused, "
        f"until the {limit.window.value} is over."
    )


def _count(limit: Limit) -> str:
    calls = "1 call" if limit.max == 1 else f"{limit.max} calls"
    article = "an" if limit.window.value.startswith("h") else "a"
    return f"{calls} {article} {limit.window.value}"


def _condition(condition: Condition) -> str:
    if condition.op is Operator.EXISTS:
        return f"{condition.path} is {'given' if condition.value else 'not given'}"
    values = condition.value if isinstance(condition.value, tuple) else (condition.value,)
    written = joined(map(_value, values), "or")
    return f"{condition.path} {_COMPARISONS[condition.op]} {written}"


def _value(value: Scalar) -> str:
    return json.dumps(value, ensure_ascii=False)


def _ordinal(number: int) -> str:
    teens = number % 100 in (11, 12, 13)
    suffix = "th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{suffix}"
