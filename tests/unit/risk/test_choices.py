"""Arguments that choose between actions, declared or only told."""

import pytest

from site_builder.model.vocabulary import Category
from site_builder.risk.assess import assess_tool
from site_builder.risk.context import ServerContext
from tests.unit.risk.examples import definition, rules

READY = rules()


def assessed(example):
    """The assessment of a made-up definition."""
    return assess_tool(definition(example), ServerContext(), READY)


def told(example):
    """The S4 signals: what each quotes, its category, its pointer."""
    return [
        (signal.quote, signal.category, signal.pointer)
        for signal in assessed(example).signals
        if signal.signal == "S4"
    ]


@pytest.mark.parametrize(
    "description",
    [
        "Manage shelves. Actions: list, remove_shelf.",
        "Manage shelves. Operations (see below): list | remove_shelf",
        "Manage shelves:\n- list: all of them\n- remove_shelf: one of them",
    ],
)
def test_a_text_lists_the_actions(description):
    """Where a parameter declares no values, bullets and lists in the text say what they are."""
    found = told(f"manage_shelf(action): {description}")
    assert ("remove_shelf", Category.DESTRUCTIVE, "/description") in found
    assert ("list", Category.READ, "/description") in found


def test_operations_in_brackets_count_without_a_parameter():
    """A batch tool tells in brackets what its operations may be."""
    found = assessed("batch_shelf: Execute many operations (copy, delete) on a shelf.")
    assert Category.DESTRUCTIVE is found.category


def test_a_list_in_words_makes_no_cases():
    """A policy splits on the values of an argument only where the schema declares them."""
    assert () == assessed("manage_shelf(action): Manage shelves. Actions: list, remove.").cases


def test_declared_values_silence_the_text():
    """A schema that declares its values is the whole truth about them."""
    found = assessed("manage_shelf(action=list|create): Manage shelves. Actions: remove.")
    assert Category.WRITE is found.category


def test_a_filter_lists_no_actions():
    """Behind a verb that lists, the values of "action" choose rows."""
    assert [] == told("list_events(action): List events. Actions: list, delete_shelf.")


def test_names_of_events_are_no_actions():
    """An event "shelf.deleted" is what happened; subscribing to it removes nothing."""
    found = assessed("update_hook(type=shelf.deleted|pay.charged|shelf.created): Update a hook.")
    assert Category.WRITE is found.category


def test_a_stored_method_is_no_action():
    """A record of an HTTP request holds its method; the call itself only stores it."""
    assert Category.WRITE is assessed("create_stub(method=GET|DELETE): Create a stub.").category
    assert Category.DESTRUCTIVE is assessed("stub(method=GET|DELETE): Work on stubs.").category


def test_the_last_word_of_a_value_may_be_its_verb():
    """A value "lamp_start" starts a lamp as "start_lamp" does."""
    assert Category.EXECUTE is assessed("manage_lamp(action=lamp_start): Manage lamps.").category


def test_vague_verbs_alone_need_review():
    """Nothing is known of a tool that only "manages"."""
    found = assessed("manage_shelf: Manage a shelf.")
    assert (Category.WRITE, True) == (found.category, found.needs_review)
