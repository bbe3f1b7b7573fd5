"""What stands in a target that cannot say all of a rule: the nearest stricter thing, and a note.

From the strictest: deny, require-approval, rate-limit, allow. Lowering only ever moves towards
deny. No target states cases yet, so each tool gets the strictest of its rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from site_builder.model.policy import Condition, Limit, Policy, Rule
from site_builder.model.vocabulary import Verdict, Window
from site_builder.policy import words
from site_builder.policy.block import Loss, ToolRule

Writable: TypeAlias = Callable[[tuple[Condition, ...]], tuple[Condition, ...] | None]
"""What a target makes of conditions so that it reads them as they are meant, None where it cannot.
"""

_WINDOWS = tuple(Window)
_MINUTES = {Window.MINUTE: 1, Window.HOUR: 60, Window.DAY: 24 * 60}
_COUNTED = (Verdict.RATE_LIMIT, Verdict.REQUIRE_APPROVAL)


@dataclass(frozen=True, slots=True)
class Reach:
    """What a target can say beyond "allow" and "deny".

    `conditions` is None where it sees no arguments; `windows` are the periods it counts calls
    over, none where it cannot count.
    """

    approval: bool
    conditions: Writable | None
    windows: tuple[Window, ...]


@dataclass(frozen=True, slots=True)
class Lowered:
    """The rule that a target gets for one tool, and what was lost on the way.

    `limits` and `conditions` hold only what the target can say, as its `Reach` has it.
    """

    name: str
    verdict: Verdict
    message: str | None
    limits: tuple[Limit, ...]
    conditions: tuple[Condition, ...]
    losses: tuple[Loss, ...] = ()

    def at_most(self, verdict: Verdict, *losses: Loss) -> Lowered:
        """This rule made no more permissive than `verdict`, with the notes of what that lost."""
        stricter = min(self.verdict, verdict, key=lambda one: one.rank)
        return replace(
            self,
            verdict=stricter,
            limits=self.limits if stricter in _COUNTED else (),
            conditions=() if stricter is Verdict.DENY else self.conditions,
            losses=self.losses + losses,
        )

    def with_losses(self, *losses: Loss) -> Lowered:
        """This rule with `losses` in place of its own."""
        return replace(self, losses=losses)


def lower(rule: ToolRule, reach: Reach) -> Lowered:
    """`rule` as a target of `reach` can say it, never more permissive."""
    lowered = _without_cases(rule)
    if lowered.verdict is Verdict.REQUIRE_APPROVAL and not reach.approval:
        return lowered.at_most(Verdict.DENY, _APPROVAL_DENY)
    return _conditions(_limits(lowered, reach), reach)


def notes(rules: Iterable[Lowered]) -> tuple[Loss, ...]:
    """The losses of `rules`, a text once; where there are several rules, it names its tools."""
    several = tuple(rules)
    tools: dict[Loss, list[str]] = {}
    for lowered in several:
        for loss in lowered.losses:
            tools.setdefault(loss, []).append(lowered.name)
    if len(several) == 1:
        return tuple(tools)
    return tuple(
        Loss(loss.code, f"{', '.join(names)}: {loss.text}") for loss, names in tools.items()
    )


_APPROVAL_DENY = Loss(
    "L-APPR-DENY",
    "Nobody can approve a call at this point, so the tool is blocked until you change the rule.",
)
_CASES = Loss(
    "L-CASES",
    "A rule that depends on the arguments cannot be stated here: every call gets the strictest of "
    "this tool's rules.",
)
_ARGUMENTS_ASK = Loss(
    "L-ARGS-ASK",
    "Conditions on the arguments cannot be stated here, so every call is asked for; whoever is "
    "asked has to look at the arguments.",
)
_ARGUMENTS_DENY = Loss(
    "L-ARGS-DENY",
    "The conditions on the arguments cannot be stated exactly here, so the tool is blocked.",
)


def _without_cases(rule: ToolRule) -> Lowered:
    policy = rule.policy
    rules: tuple[Rule, ...] = (policy, *policy.cases)
    strictest = min(rules, key=lambda one: one.verdict.rank)
    return Lowered(
        name=rule.name,
        verdict=strictest.verdict,
        message=strictest.message,
        limits=_merged(rules) if strictest.verdict in _COUNTED else (),
        conditions=() if strictest.verdict is Verdict.DENY else policy.conditions,
        losses=(_CASES,) if _cases_matter(policy) else (),
    )


def _cases_matter(policy: Policy) -> bool:
    return any(
        (case.verdict, case.limits) != (policy.verdict, policy.limits) for case in policy.cases
    )


def _merged(rules: Iterable[Rule]) -> tuple[Limit, ...]:
    """One limit a window: the lowest that any of `rules` has for it."""
    return _lowest(limit for rule in rules for limit in rule.limits)


def _lowest(limits: Iterable[Limit]) -> tuple[Limit, ...]:
    lowest: dict[Window, int] = {}
    for limit in limits:
        lowest[limit.window] = min(limit.max, lowest.get(limit.window, limit.max))
    return tuple(
        Limit(max=lowest[window], window=window) for window in _WINDOWS if window in lowest
    )


def _conditions(lowered: Lowered, reach: Reach) -> Lowered:
    if not lowered.conditions:
        return lowered
    written = reach.conditions(lowered.conditions) if reach.conditions else None
    if written is not None:
        return replace(lowered, conditions=written)
    lowered = replace(lowered, conditions=())
    if reach.approval:
        return lowered.at_most(Verdict.REQUIRE_APPROVAL, _ARGUMENTS_ASK)
    return lowered.at_most(Verdict.DENY, _ARGUMENTS_DENY)


def _limits(lowered: Lowered, reach: Reach) -> Lowered:
    if not lowered.limits:
        return lowered
    if not reach.windows:
        return _uncounted(lowered, reach)
    limits = _narrowed(lowered.limits, reach.windows)
    if limits is None:
        return _too_few(lowered, reach)
    if limits == lowered.limits:
        return lowered
    loss = Loss(
        "L-LIMIT-WINDOW",
        f"Calls are counted by the {_windows(reach)} only here: instead of "
        f"{words.counted(lowered.limits)} the limit is {words.counted(limits)}, which is "
        "stricter.",
    )
    return replace(lowered, limits=limits, losses=(*lowered.losses, loss))


def _uncounted(lowered: Lowered, reach: Reach) -> Lowered:
    limits = words.counted(lowered.limits)
    bare = replace(lowered, limits=())
    if not reach.approval:
        return bare.at_most(
            Verdict.DENY,
            Loss(
                "L-RATE-DENY",
                "Calls of one tool can be neither counted nor asked about here, so it is blocked.",
            ),
        )
    if lowered.verdict is Verdict.REQUIRE_APPROVAL:
        loss = Loss(
            "L-RATE-APPROVAL",
            f"This client cannot count calls. Every call is asked for, and the limit of {limits} "
            "is left to whoever is asked.",
        )
    else:
        loss = Loss(
            "L-RATE-ASK",
            f"This client cannot count calls. The limit of {limits} is replaced by a prompt for "
            "every call, which is stricter.",
        )
    return bare.at_most(Verdict.REQUIRE_APPROVAL, loss)


def _too_few(lowered: Lowered, reach: Reach) -> Lowered:
    text = (
        f"Calls are counted by the {_windows(reach)} only here, and "
        f"{words.counted(lowered.limits)} is less than one in each"
    )
    bare = replace(lowered, limits=())
    if reach.approval:
        return bare.at_most(
            Verdict.REQUIRE_APPROVAL,
            Loss("L-LIMIT-WINDOW", f"{text}, so every call is asked for."),
        )
    return bare.at_most(Verdict.DENY, Loss("L-LIMIT-WINDOW", f"{text}, so the tool is blocked."))


def _narrowed(limits: tuple[Limit, ...], windows: tuple[Window, ...]) -> tuple[Limit, ...] | None:
    """`limits` over `windows` alone, each at least as strict; None where that leaves no call."""
    narrowed: list[Limit] = []
    for limit in limits:
        fitting = [window for window in windows if _MINUTES[window] <= _MINUTES[limit.window]]
        if not fitting:
            return None
        window = max(fitting, key=lambda one: _MINUTES[one])
        share = limit.max * _MINUTES[window] // _MINUTES[limit.window]
        if share == 0:
            return None
        narrowed.append(Limit(max=share, window=window))
    return _lowest(narrowed)


def _windows(reach: Reach) -> str:
    return " and the ".join(window.value for window in reach.windows)
