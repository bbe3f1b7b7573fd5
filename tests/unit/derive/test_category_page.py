"""Tests of `site_builder.derive.category_page`."""

from __future__ import annotations

from site_builder.derive.category_page import category_pages
from site_builder.derive.context import survey
from site_builder.model.records import DefaultPolicy
from site_builder.model.vocabulary import Category, Verdict
from tests.builders import ASSETS, make_assessed, make_catalogue


def pages_of(**site):
    """The category pages by the word of their category."""
    catalogue = make_catalogue(site=site)
    context = survey(catalogue, make_assessed(catalogue), ASSETS, None)
    return {page.page.mark.word: page.page for page in category_pages(context)}


def test_default_rule_is_that_of_the_record():
    """The page states the rule and what it does to a call, with the record's own numbers."""
    rule = pages_of()["Execute"].rules[0]
    assert ("By default", "Rate-limited") == (rule.when, rule.verdict.word)
    assert "10 calls a minute" in rule.sentence
    assert "The 11th call" in rule.on_call


def test_house_rule_replaces_the_default():
    """A catalogue's own rule is the one that counts, so it is the one that is shown."""
    house = {Category.READ: DefaultPolicy(verdict=Verdict.DENY)}
    assert ["Denied"] == [rule.verdict.word for rule in pages_of(house_policy=house)["Read"].rules]


def test_attacks_are_those_that_need_the_category():
    """An attack stands on the pages of the categories its predicate names."""
    found = pages_of()
    assert ["Destructive over-reach"] == [link.text for link in found["Destructive"].attacks]
    assert () == found["Read"].attacks
