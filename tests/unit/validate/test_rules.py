"""A rule file that somebody tries out is held to more than its shape."""

from importlib.resources import files

import pytest

from site_builder.validate.rules import check_rules, read_rules

OWN = (files("site_builder.risk") / "rules.yaml").read_text("utf-8")


def _found(old, new):
    assert old in OWN
    rules, found = check_rules(OWN.replace(old, new, 1).encode(), "mine.yaml")
    assert rules is None
    return {(one.location.path, one.code, one.message) for one in found}


def test_the_own_rules_have_no_mistake():
    """What ships is whole."""
    rules, found = check_rules(OWN.encode(), "rules.yaml")
    assert () == found
    assert rules == read_rules(OWN.encode())


@pytest.mark.parametrize(
    ("old", "new", "code", "message"),
    [
        ("id: S-BLAST-ALL", "id: S-BLAST-ONE", "duplicate-key", "2 rules are called S-BLAST-ONE"),
        (
            "- access list\n",
            "- access\n",
            "wrong-form",
            "the compound 'access' is not two words",
        ),
        (
            "{level: low, least: -1}",
            "{level: low, least: 0}",
            "out-of-range",
            "'severity.bands' must rise from -1 or less",
        ),
        (
            "{level: high, least: 7}",
            "{level: high, least: 3}",
            "out-of-range",
            "'severity.bands' must rise from -1 or less",
        ),
        (
            "{letter: F, least: 0}",
            "{letter: F, least: 1}",
            "out-of-range",
            "'assurance.letters' must fall to 0",
        ),
    ],
)
def test_a_gap_between_rules_is_found(old, new, code, message):
    """Each file is well formed, and would decide some case silently or not at all."""
    assert {("mine.yaml", code, message)} == _found(old, new)


def test_a_case_that_no_rule_decides_is_named():
    """A category without base points would fail at the first tool of it."""
    line = next(one for one in OWN.splitlines() if one.strip().startswith("base: {read"))
    (found,) = _found(line, line.replace("read: 1, ", ""))
    assert "'severity.base' says nothing of read" == found[2]


def test_a_broken_own_file_is_a_bug():
    """`read_rules` raises with every mistake, since the file is ours."""
    with pytest.raises(ValueError, match="unknown key 'versoin'"):
        read_rules(OWN.replace("version:", "versoin:", 1).encode())
