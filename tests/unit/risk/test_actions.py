"""The verbs that are found in names and descriptions."""

import pytest

from site_builder.model.definition import ToolDefinition
from site_builder.risk.context import ServerContext
from site_builder.risk.reading import read
from tests.unit.risk.examples import rules

READY = rules()


def reading(name, description=None):
    """The reading of a definition without parameters."""
    tool = ToolDefinition(name=name, description=description)
    return read(tool, ServerContext(), READY)


def in_name(name, description=None):
    """The verbs of a name, with whether each is sure."""
    return [(action.verb, action.sure) for action in reading(name, description).name_actions]


def in_description(description):
    """The verbs of a description under a name that has none."""
    return [action.verb for action in reading("gorp", description).description_actions]


@pytest.mark.parametrize(
    ("description", "verbs"),
    [
        ("Sets up a shelf.", ["setup"]),
        ("Tear down the shelf.", ["teardown"]),
        ("Resends a widget.", ["resend"]),
        ("Re-run the shelf.", ["run"]),
        ("Groups of widgets.", []),
        ("Handbook and instructions for deleting a shelf.", []),
        ("Widgets that arrive when somebody deletes a shelf.", []),
        ("<use_case> Deletes a shelf. </use_case>", ["delete"]),
        ("Move a widget and bin it.", ["move"]),
        ("Move a widget and destroy it.", ["move", "destroy"]),
        ("Move a widget and pay.", ["move", "pay"]),
    ],
)
def test_verbs_of_a_description(description, verbs):
    """Phrasal and prefixed verbs count; nouns, tags, advice and subordinate clauses do not."""
    assert verbs == in_description(description)


def test_later_sentences_speak_where_the_first_is_silent():
    """An agent that introduces itself says further on what it does, but is not sure of it."""
    found = reading("gorp", "Your friend of the shelf. Deletes widgets.").description_actions
    assert [("delete", False)] == [(action.verb, action.sure) for action in found]


def test_later_sentences_are_left_alone_where_the_first_speaks():
    """The first sentence says what a call does; the rest may speak of other tools."""
    assert ["update"] == in_description("Updates widgets. Delete one with another tool.")


@pytest.mark.parametrize(
    ("name", "description", "verbs"),
    [
        ("set_up_shelf", None, [("setup", True)]),
        ("monitor_run", "Trigger a monitor now.", [("run", True)]),
        ("monitor_run", None, [("monitor", True)]),
        ("log_analysis", "Examines a log.", [("log", False)]),
        ("deploy_status", "Check a deploy.", [("deploy", False)]),
        ("deploy_status", None, [("deploy", True)]),
        ("create_drive_item", None, [("create", True)]),
        ("create_delete_item", None, [("create", True), ("delete", True)]),
        ("by_type", None, []),
    ],
)
def test_verbs_of_a_name(name, description, verbs):
    """What is a noun in a name shows where it stands, and what the description says is done."""
    assert verbs == in_name(name, description)


def test_a_brand_is_no_verb_but_stays_an_object():
    """The words of a brand name no action, yet an object spelt like one still counts."""
    found = reading("create_payment_intent", "Creates a PaymentIntent.")
    assert ["create"] == [action.verb for action in found.name_actions]
    assert " payment intent " == found.name_objects


def test_the_object_stands_near_its_verb():
    """Ten words are looked at; what stands behind them belongs to something else."""
    near = reading("gorp", "Run it " + "very " * 8 + "near a lamp.").description_actions[0].after
    assert (" near " in near, " lamp " in near) == (True, False)
