"""Attacks attach by predicate, with a reason that no hostile name can bend."""

import pytest

from site_builder.model.assessment import Attributes, ParameterRisk
from site_builder.model.records import AppliesWhen
from site_builder.model.vocabulary import AuthPosture, Category, ParameterKind, Transport
from site_builder.risk.attacks import applies, attacks_on
from tests.builders import make_assessment, make_attack, make_server

ACME = make_server(name="acme").record
FETCHER = make_assessment(
    Category.READ,
    parameters=(
        ParameterRisk("depth", ParameterKind.SELECTOR, "P", ""),
        ParameterRisk("page", ParameterKind.URL, "P", ""),
    ),
    attributes=Attributes(egress=True, untrusted_content=True),
)


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ({}, True),
        ({"capabilities": (Category.READ, Category.WRITE)}, True),
        ({"capabilities": (Category.WRITE,)}, False),
        ({"parameters": (ParameterKind.URL, ParameterKind.PATH)}, True),
        ({"parameters": (ParameterKind.PATH,)}, False),
        ({"attributes": ("egress", "untrusted_content")}, True),
        ({"attributes": ("egress", "open_world")}, False),
        ({"capabilities": (Category.READ,), "parameters": (ParameterKind.PATH,)}, False),
        (
            {
                "any_of": (
                    AppliesWhen(capabilities=(Category.WRITE,)),
                    AppliesWhen(attributes=("egress",)),
                )
            },
            True,
        ),
        ({"any_of": (AppliesWhen(capabilities=(Category.WRITE,)),)}, False),
        ({"transports": (Transport.SSE, Transport.STDIO)}, True),
        ({"transports": (Transport.SSE,)}, False),
        ({"authentication": (AuthPosture.OAUTH, AuthPosture.NONE)}, True),
        ({"authentication": (AuthPosture.OAUTH,)}, False),
        ({"every_tool": True}, True),
        ({"every_tool": True, "transports": (Transport.SSE,)}, False),
    ],
)
def test_every_part_of_a_predicate_must_hold(when, expected):
    """Inside a list one is enough, except of attributes; transports are the server's."""
    assert expected is applies(AppliesWhen(**when), FETCHER, ACME)


def test_a_reason_names_the_parameter_that_the_predicate_asks_for():
    """The first parameter of a wanted kind, also where the kind stands inside `any_of`."""
    when = AppliesWhen(any_of=(AppliesWhen(parameters=(ParameterKind.URL,)),))
    attack = make_attack(applies_when=when, reason="{parameter} of {tool} on {server}")
    (match,) = attacks_on(FETCHER, "get", ACME, {"ssrf": attack})
    assert ("ssrf", "page of get on acme") == (match.attack, match.reason)


@pytest.mark.parametrize("name", ["{server}", "{parameter.__class__}", "{", "%s", "\\1", "$tool"])
def test_a_hostile_name_is_text(name):
    """A name that looks like a template is shown as it is."""
    attack = make_attack(applies_when=AppliesWhen(), reason="{tool}!")
    (match,) = attacks_on(FETCHER, name, ACME, {"a": attack})
    assert f"{name}!" == match.reason


def test_a_reason_without_a_parameter_to_name():
    """Where no parameter fits, the sentence still reads."""
    attack = make_attack(applies_when=AppliesWhen(), reason="It trusts {parameter}.")
    (match,) = attacks_on(FETCHER, "get", ACME, {"a": attack})
    assert "It trusts its input." == match.reason


def test_an_attack_that_does_not_apply_is_left_out():
    """Attacks keep the catalogue's order."""
    always = make_attack(applies_when=AppliesWhen())
    attacks = {"b": always, "a": make_attack(), "c": always}
    assert ["b", "c"] == [match.attack for match in attacks_on(FETCHER, "get", ACME, attacks)]


def test_an_attack_on_every_tool_is_marked_as_general():
    """A page names it once; an attack on what the tool can do has a line of its own."""
    attacks = {
        "any": make_attack(applies_when=AppliesWhen(every_tool=True)),
        "read": make_attack(applies_when=AppliesWhen(capabilities=(Category.READ,))),
    }
    assert [("any", True), ("read", False)] == [
        (match.attack, match.general) for match in attacks_on(FETCHER, "get", ACME, attacks)
    ]
