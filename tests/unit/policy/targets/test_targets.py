from __future__ import annotations

from typing import get_args

import pytest

from site_builder.model.records import SiteRecord
from site_builder.policy.targets import TARGETS, target

EACH = pytest.mark.parametrize("one", TARGETS, ids=lambda one: one.id)


def test_a_target_is_found_by_its_id():
    """Each target is the one that its id names."""
    assert list(TARGETS) == [target(one.id) for one in TARGETS]


def test_an_unknown_target_is_an_error():
    """There is no default target."""
    with pytest.raises(KeyError, match="nope"):
        target("nope")


def test_a_site_may_name_exactly_the_targets_there_are():
    """The record type and the registry list the same ids, in the same order."""
    (item, *_) = get_args(SiteRecord.model_fields["targets"].annotation)
    assert list(get_args(item)) == [one.id for one in TARGETS]


def test_no_two_targets_share_a_title():
    """A reader tells them apart by it."""
    titles = [one.title for one in TARGETS]
    assert len(set(titles)) == len(titles)


@EACH
def test_a_proof_says_what_was_not_run(one):
    """Only the program that the tests run from its own text leaves that out."""
    assert ("not run" in one.proof.lower()) == (one.id != "fastmcp")


@EACH
def test_a_target_speaks_in_whole_sentences(one):
    """Where a block goes, how far it was proved, and what survives, are read as they stand."""
    for text in (one.goes_into, one.proof, one.survives):
        assert not text or text.endswith(".")


@pytest.mark.parametrize("one", ["claude-code", "codex", "gemini", "copilot", "opencode"])
def test_a_client_with_a_switch_says_what_survives_it(one):
    """Each of the five has one, and says which."""
    assert "With --" in target(one).survives
