"""Tests of `site_builder.derive.attack_page`."""

from __future__ import annotations

import pytest

from site_builder.derive.attack_page import attack_pages, attacks_page, predicate_words
from site_builder.derive.context import survey
from site_builder.model.records import AppliesWhen
from site_builder.model.vocabulary import Category, ParameterKind
from tests.builders import ASSETS
from tests.sample_catalogue import sample_catalogue

EXECUTE = AppliesWhen(capabilities=(Category.EXECUTE,))
EGRESS = AppliesWhen(attributes=("egress",))
URL = AppliesWhen(parameters=(ParameterKind.URL,), attributes=("egress",))


@pytest.mark.parametrize(
    ("predicate", "words"),
    [
        (AppliesWhen(), "exists: it attaches to every tool"),
        (EXECUTE, "can do Execute things"),
        (URL, "takes a parameter of the kind url and sends out what it is given"),
        (
            AppliesWhen(any_of=(EXECUTE, EGRESS)),
            "can do Execute things or sends out what it is given",
        ),
    ],
)
def test_predicate_is_put_in_words(predicate, words):
    """What attaches an attack can be read without its record."""
    assert words == predicate_words(predicate)


def test_identifiers_lead_to_their_entries():
    """Where an address follows from the number there is a link, else the number alone."""
    context = survey(*sample_catalogue(), ASSETS, None)
    page = next(iter(attack_pages(context))).page
    assert [
        ("MITRE ATLAS", "https://atlas.mitre.org/techniques/AML.T0101"),
        ("OWASP", ""),
        ("CWE", "https://cwe.mitre.org/data/definitions/78.html"),
        ("CVE", "https://www.cve.org/CVERecord?id=CVE-2026-0001"),
    ] == [(row.taxonomy, row.ids[0].href) for row in page.identifiers]


def test_list_counts_the_tools_of_each():
    """An attack that fits nothing is listed with none."""
    page = attacks_page(survey(*sample_catalogue(), ASSETS, None)).page
    assert [("Destructive over-reach", "1 tool"), ("Unused", "0 tools")] == [
        (row.link.text, row.tools) for row in page.rows
    ]
