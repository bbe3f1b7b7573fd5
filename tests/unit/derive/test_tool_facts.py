"""Tests of `site_builder.derive.tool_facts`."""

from __future__ import annotations

import pytest

from site_builder.derive.context import survey
from site_builder.derive.tool_facts import parameter_count, tool_banners, tool_facts
from site_builder.derive.urls import Place
from site_builder.model.records import Change, Review
from site_builder.model.vocabulary import Status
from tests.builders import (
    ASSETS,
    PIN,
    make_assessed,
    make_assessment,
    make_catalogue,
    make_server,
    make_tool,
    make_tool_assessment,
)

OTHER_PIN = "mrd1:" + "f" * 64


def entry_of(tool, found=None, **server):
    """The entry of `tool`, surveyed."""
    catalogue = make_catalogue(make_server(tools=[tool], **server))
    assessed = make_assessed(catalogue, **({tool.name: found} if found else {}))
    return survey(catalogue, assessed, ASSETS, None).servers[0].tools[0]


def schema(*names, required=()):
    """An input schema with text parameters."""
    return {
        "type": "object",
        "properties": {n: {"type": "string"} for n in names},
        "required": list(required),
    }


@pytest.mark.parametrize(
    ("input_schema", "text"),
    [
        (schema(), "None"),
        (schema("a", required=["a"]), "1, required"),
        (schema("a"), "1, optional"),
        (schema("a", "b", required=["a", "b"]), "2, all required"),
        (schema("a", "b"), "2, all optional"),
        (schema(*"abcdefghijkl", required=["a"]), "12, 1 of them required"),
    ],
)
def test_parameters_are_counted_in_words(input_schema, text):
    """The two counts cannot run into one another."""
    entry = entry_of(make_tool(definition={"inputSchema": input_schema}))
    assert text == parameter_count(entry)


def test_parameters_of_an_incomplete_capture_are_not_known():
    """A capture without the schema says so, which is not "none"."""
    entry = entry_of(make_tool())
    definition = entry.tool.record.tool.model_copy()
    definition.model_fields_set.discard("input_schema")
    record = entry.tool.record.model_copy(update={"tool": definition})
    tool = type(entry.tool)(entry.tool.stem, record, entry.tool.path)
    assert "Not known" == parameter_count(entry_of(tool))


@pytest.mark.parametrize(
    ("pin", "state"), [(None, "Not pinned"), (PIN, "Current"), (OTHER_PIN, "Drifted")]
)
def test_definition_state_compares_pins(pin, state):
    """The fact compares the reviewed pin with that of the present definition."""
    review = Review(status=Status.REVIEWED, definition=pin)
    facts = {
        fact.label: fact.text
        for fact in tool_facts(entry_of(make_tool(review=review)), Place("x"))
    }
    assert state == facts["Definition"]


@pytest.mark.parametrize(
    ("review", "kinds"),
    [
        (Review(), []),
        (Review(status=Status.WITHDRAWN), ["withdrawn"]),
        (Review(status=Status.DISPUTED, definition=OTHER_PIN), ["disputed", "drifted"]),
    ],
)
def test_banners_stand_for_states(review, kinds):
    """Each state that a reader must know first has a banner."""
    banners = tool_banners(entry_of(make_tool(review=review)))
    assert kinds == [banner.kind for banner in banners]


def test_withdrawn_banner_gives_the_last_change():
    """The reason of a withdrawal is the record's last change."""
    tool = make_tool(
        review=Review(status=Status.WITHDRAWN),
        changes=(Change(date="2026-11-30", what="The server dropped it"),),
    )
    assert tool_banners(entry_of(tool))[0].text.endswith("The server dropped it.")


def test_tool_of_a_withdrawn_server_says_so():
    """A tool goes with its server."""
    banners = tool_banners(entry_of(make_tool(), review=Review(status=Status.WITHDRAWN)))
    assert "This server's record has been withdrawn." in banners[0].text


@pytest.mark.parametrize(("status", "asked"), [(Status.DRAFT, True), (Status.REVIEWED, False)])
def test_review_is_asked_for_until_it_is_done(status, asked):
    """A draft that the rules are unsure of asks for a review; a reviewed record does not."""
    found = make_tool_assessment(assessment=make_assessment(needs_review=True))
    banners = tool_banners(entry_of(make_tool(review=Review(status=status)), found))
    assert asked == any(banner.kind == "review" for banner in banners)
