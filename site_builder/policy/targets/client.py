"""What the formats of clients share: the names that a client makes of server and tool."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from site_builder.model.ids import is_client_key
from site_builder.model.vocabulary import Verdict
from site_builder.policy import words
from site_builder.policy.block import Block, Loss
from site_builder.policy.lowering import Lowered
from site_builder.policy.naming import Named, visible

PROVIDER_LIMIT = 64
"""The longest tool name that the providers of models take."""

Spelling = Callable[[str], str]
"""From a tool's own name to what a client calls it."""

_LAST_OF_ONE_UNIT = 0xFFFF


def folded(name: str, unsafe: re.Pattern[str], substitute: str) -> str:
    """`name` with a `substitute` for each `unsafe` character, as a client in JavaScript does it.

    Such a client counts UTF-16 code units, of which a character beyond the first plane has two.
    """

    def replaced(found: re.Match[str]) -> str:
        return substitute * (2 if ord(found[0]) > _LAST_OF_ONE_UNIT else 1)

    return unsafe.sub(replaced, name)


def unusable_key(block: Block, client: str) -> str:
    """The refusal of a server's name that `client` does not load; "" where it does."""
    if is_client_key(block.server_key):
        return ""
    return (
        f"No block: {client} loads only servers named with up to 64 letters, digits, hyphens and "
        f"underscores, and {visible(block.server_key)} is not."
    )


def collision(block: Block, client: str, spelled: Spelling) -> str:
    """The refusal where `client` tells a tool with a rule and another of `block` not apart."""
    tools: dict[str, str] = {}
    for name in block.others:
        tools.setdefault(spelled(name), name)
    for rule in block.rules:
        name = spelled(rule.name)
        twin = tools.setdefault(name, rule.name)
        if twin != rule.name:
            return (
                f"No block: {client} calls both {visible(twin)} and {visible(rule.name)} "
                f"{name}, so a rule for one would govern the other."
            )
    return ""


def only_too_long(block: Block, spelled: Spelling, longest: int) -> str:
    """The refusal of a block whose only tool has a name above `longest`; "" for any other."""
    if len(block.rules) != 1:
        return ""
    name = spelled(block.rules[0].name)
    return f"No block: {_too_long(name, longest)}." if len(name) > longest else ""


def of_fitting_name(rule: Lowered, spelled: Spelling, longest: int) -> Lowered:
    """`rule`, or a denial where the client's name for its tool is above `longest`."""
    name = spelled(rule.name)
    if len(name) <= longest or rule.verdict is Verdict.DENY:
        return rule
    loss = Loss("L-LONG-NAME", f"{_too_long(name, longest)}, so the tool is blocked.")
    return rule.at_most(Verdict.DENY, loss)


def folds(
    rules: Iterable[Lowered], client: str, spelled: Spelling, exact: str
) -> tuple[Loss, ...]:
    """A note for each tool whose name is not `exact` followed by its own."""
    return tuple(
        Loss(
            "L-FOLD",
            f"{client} calls {rule.name} {spelled(rule.name)}; a tool added later under a name "
            "that is spelled the same would be governed by this rule.",
        )
        for rule in rules
        if spelled(rule.name) != f"{exact}{rule.name}"
    )


def own_name(key: str) -> Loss:
    """The note that a block works for a server called `key` alone."""
    return Loss("L-NAME", f"Works only if your configuration calls this server {key}.")


def cannot_close(block: Block, why: str, listed: str) -> Loss:
    """The note on tools without a rule, where a client cannot block them all.

    `why` is the clause that says so, `listed` what the block does with those it knows.
    """
    known = len(block.others)
    if known == 0:
        done = f"no other tool was known on {block.known_on}"
    elif known == 1:
        done = f"the 1 other known on {block.known_on} is {listed}"
    else:
        done = f"the {known} others known on {block.known_on} are {listed}"
    unsure = "" if block.complete else ", and that list may not be whole"
    return Loss(
        "L-DEFAULT",
        f"{why}: {done}{unsure}. A tool added later is not covered; the client asks about it.",
    )


def cannot_deny(found: Named, rules: Iterable[Lowered], client: str) -> str:
    """The refusal of a denial to a client that only ever asks; "" where nothing is denied."""
    denied = [*found.left_out, *(rule.name for rule in rules if rule.verdict is Verdict.DENY)]
    if not denied:
        return ""
    return (
        f"No block: {client} can ask before a call but not refuse it, so a block would be weaker "
        f"than the rule for {words.joined(map(visible, denied), 'and')}."
    )


def _too_long(name: str, longest: int) -> str:
    return f"{name} has {len(name)} characters, and the model's provider takes {longest}"
