"""Tests of `site_builder.derive.attack_page`."""

from __future__ import annotations

import pytest

from site_builder.derive.attack_page import (
    attached_words,
    attack_pages,
    attacks_page,
    predicate_words,
)
from site_builder.derive.context import survey
from site_builder.model.assessment import AttackMatch
from site_builder.model.records import AppliesWhen, Incident
from site_builder.model.vocabulary import AuthPosture, Category, ParameterKind, Transport
from tests.builders import ASSETS, make_assessed, make_attack, make_catalogue, make_tool_assessment
from tests.sample_catalogue import sample_catalogue

EXECUTE = AppliesWhen(capabilities=(Category.EXECUTE,))
EGRESS = AppliesWhen(attributes=("egress",))
URL = AppliesWhen(parameters=(ParameterKind.URL,), attributes=("egress",))


@pytest.mark.parametrize(
    ("predicate", "words"),
    [
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


@pytest.mark.parametrize(
    ("predicate", "words"),
    [
        (EXECUTE, "A tool that can do Execute things."),
        (
            AppliesWhen(
                capabilities=(Category.EXECUTE,),
                transports=(Transport.STREAMABLE_HTTP, Transport.SSE),
                authentication=(AuthPosture.NONE,),
            ),
            (
                "A tool that can do Execute things, is reached over Streamable HTTP or HTTP with "
                "SSE and belongs to a server whose authentication is recorded as: "
                "No authentication."
            ),
        ),
        (AppliesWhen(every_tool=True), "Any tool, whatever it can do."),
        (
            AppliesWhen(every_tool=True, transports=(Transport.STDIO,)),
            "Any tool that is reached over stdio.",
        ),
    ],
)
def test_what_attaches_an_attack_is_a_sentence(predicate, words):
    """What is asked of the server stands beside what is asked of the tool."""
    assert words == attached_words(predicate)


def test_identifiers_lead_to_their_entries_and_say_what_they_are():
    """Each list has its row; an entry has its number, its title and the address of its page."""
    context = survey(*sample_catalogue(), ASSETS, None)
    page = next(iter(attack_pages(context))).page
    assert [
        ("ATLAS 1", "AML.T0101", "Data Destruction", "https://atlas.example/AML.T0101"),
        ("Agentic 2026", "ASI02", "Tool Misuse", "https://owasp.example/"),
        ("CWE 4", "CWE-78", "OS Command Injection", "https://cwe.example/78"),
        ("CVE", "CVE-2026-0001", "It runs what it is told.", "https://cve.example/CVE-2026-0001"),
    ] == [
        (row.taxonomy, one.link.text, one.title, one.link.href)
        for row in page.identifiers
        for one in row.entries
    ]


def test_incidents_of_one_date_stand_together():
    """The newest date first; a description list names each of them once."""
    incidents = tuple(
        Incident(date=date, what=what, source="https://example.org/i")
        for date, what in (("2025-04", "One"), ("2026-04-15", "Two"), ("2026-04-15", "Three"))
    )
    catalogue = make_catalogue(attacks={"rug": make_attack(incidents=incidents)})
    (page,) = attack_pages(survey(catalogue, make_assessed(catalogue), ASSETS, None))
    assert [("2026-04-15", ["Two.", "Three."]), ("2025-04", ["One."])] == [
        (row.date, [event.what for event in row.events]) for row in page.page.incidents
    ]


def test_an_attack_on_any_tool_lists_none():
    """Its page and the list of attacks say "any tool"; a page of every tool would say less."""
    catalogue = make_catalogue(
        attacks={"rug": make_attack(applies_when=AppliesWhen(every_tool=True))}
    )
    found = make_tool_assessment(attacks=(AttackMatch("rug", "It changes.", general=True),))
    context = survey(catalogue, make_assessed(catalogue, kill_session=found), ASSETS, None)
    (page,) = attack_pages(context)
    (row,) = attacks_page(context).page.rows
    assert (True, (), "Any tool") == (page.page.general, page.page.rows, row.tools)


def test_list_counts_the_tools_of_each():
    """An attack that fits nothing is listed with none."""
    page = attacks_page(survey(*sample_catalogue(), ASSETS, None)).page
    assert [("Destructive over-reach", "1 tool"), ("Unused", "0 tools")] == [
        (row.link.text, row.tools) for row in page.rows
    ]
