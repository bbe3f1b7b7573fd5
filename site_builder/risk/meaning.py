"""Works out what a verb means here: the object beside it may make it another category."""

from __future__ import annotations

from site_builder.model.rules import ActionRule
from site_builder.model.vocabulary import Category
from site_builder.risk.actions import Action
from site_builder.risk.compiled import CompiledRules, ReadyAction
from site_builder.risk.reading import Reading


def meaning_of(
    action: Action, reading: Reading, rules: CompiledRules
) -> tuple[str, str, Category]:
    """The signal, rule and category of an action: an object may change what the verb means."""
    ready = _fitting_action(_as_in_name(action, reading), reading, rules)
    ready = ready or _fitting_action(action, reading, rules)
    if ready:
        return ready.rule.signal, ready.rule.id, ready.rule.category
    rule = rules.verbs[action.verb]
    return "S1", rule.id, rule.category


def _as_in_name(action: Action, reading: Reading) -> Action:
    """A description that repeats the verb of the name means what the name means."""
    if action.place != "description":
        return action
    return next((named for named in reading.name_actions if named.verb == action.verb), action)


def _fitting_action(action: Action, reading: Reading, rules: CompiledRules) -> ReadyAction | None:
    candidates = rules.actions_by_verb.get(action.verb, ())
    return next((ready for ready in candidates if _fits(ready, action, reading, rules)), None)


def _fits(ready: ReadyAction, action: Action, reading: Reading, rules: CompiledRules) -> bool:
    rule: ActionRule = ready.rule
    near = action.after or reading.sentence
    if action.place != "description" and reading.name_objects.strip():
        near = reading.name_objects
    around = reading.name + reading.sentence
    if rule.direct:
        near = rules.prepositions.before_first(near)
        around = reading.name + near
    if ready.objects and not ready.objects.first_in(near):
        return False
    if ready.beside and not ready.beside.first_in(around):
        return False
    if ready.unless.first_in(around):
        return False
    return (
        not rule.terminal
        or reading.context.terminal
        or bool(rules.terminal.first_in(reading.name + reading.body))
    )
