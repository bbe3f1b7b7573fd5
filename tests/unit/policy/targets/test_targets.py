from __future__ import annotations

from typing import get_args

import pytest

from site_builder.model.records import SiteRecord
from site_builder.policy.targets import TARGETS, target


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


@pytest.mark.parametrize("one", TARGETS, ids=lambda one: one.id)
def test_no_target_claims_to_have_been_run(one):
    """None of the three engines runs in this build, and each says so."""
    assert "run" in one.proof
    assert "not run" in one.proof or "No engine can be run" in one.proof
