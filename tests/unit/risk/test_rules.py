"""The rule file against its own examples."""

from collections import Counter
from collections.abc import Iterator

import pytest
from pydantic import BaseModel

from site_builder.model.assessment import Assessment
from site_builder.model.rule import Rule
from site_builder.model.rules import ExemplifiedRule
from site_builder.risk.assess import assess_tool, facts_of
from site_builder.risk.attributes import passes
from site_builder.risk.context import ServerContext
from tests.unit.risk.examples import definition, rules

READY = rules()


def every_rule(part: object) -> Iterator[Rule]:
    """Every rule inside a part of the rule file."""
    if isinstance(part, Rule):
        yield part
    if isinstance(part, BaseModel):
        for name in type(part).model_fields:
            yield from every_rule(getattr(part, name))
    elif isinstance(part, dict):
        for value in part.values():
            yield from every_rule(value)
    elif isinstance(part, tuple):
        for value in part:
            yield from every_rule(value)


ALL = list(every_rule(READY.rules))
TESTED = [rule for rule in ALL if isinstance(rule, ExemplifiedRule)]
YES = [(rule.id, example) for rule in TESTED for example in rule.tests.yes]
NO = [(rule.id, example) for rule in TESTED for example in rule.tests.no]


def fires(rule_id: str, example: str) -> bool:
    """Whether the rule fires on the definition that `example` spells."""
    tool = definition(example)
    if rule_id in READY.conditions:
        return passes(rule_id, facts_of(tool, ServerContext(), READY), READY)
    return rule_id in fired(assess_tool(tool, ServerContext(), READY))


def fired(assessment: Assessment) -> set[str]:
    """The ids of the rules that an assessment names."""
    return (
        {signal.rule for signal in assessment.signals}
        | {risk.rule for risk in assessment.parameters}
        | {found.code for found in assessment.contradictions}
    )


@pytest.mark.parametrize(("rule_id", "example"), YES)
def test_fires_on_its_yes_examples(rule_id, example):
    """A rule fires on each definition that it gives as a case of itself."""
    assert fires(rule_id, example)


@pytest.mark.parametrize(("rule_id", "example"), NO)
def test_does_not_fire_on_its_no_examples(rule_id, example):
    """A rule leaves alone each definition that it gives as none of its cases."""
    assert not fires(rule_id, example)


def test_ids_are_unique():
    """Pages name a rule by its id alone, so no two rules share one."""
    twice = [rule_id for rule_id, count in Counter(rule.id for rule in ALL).items() if count > 1]
    assert [] == twice


def test_every_verb_stands_in_one_category():
    """A verb with two categories would take one of them by chance."""
    counts = Counter(verb for rule in READY.rules.verbs for verb in rule.verbs)
    assert [] == [verb for verb, count in counts.items() if count > 1]


def test_verbs_of_action_rules_are_known_verbs():
    """An action rule for a word that is read as no verb would never fire."""
    used = {verb for action in READY.rules.actions for verb in action.verbs}
    assert set() == used - set(READY.verbs)


def test_words_are_lower_case():
    """Texts are folded before they are compared, so an upper-case letter would never match."""
    words = [word for action in READY.rules.actions for word in (*action.verbs, *action.objects)]
    assert [] == [word for word in words if word != word.lower()]
