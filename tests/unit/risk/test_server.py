"""Exposure and combinations of a server's tools."""

import pytest

from site_builder.risk.assess import assess_tool
from site_builder.risk.context import ServerContext
from site_builder.risk.server import combinations_of, exposure_of
from tests.unit.risk.examples import definition, rules

READY = rules()

VAULT = "get_secret: Get a secret."
INBOX = "read_inbox: Read the inbox."
SEND = "send_note(to): Send a note."
WRITE_FILE = "write_file(path): Write a file."
RUN = "run_line(command): Run a line in a shell."
WEATHER = "get_weather: Get the weather."
BOOK = "get_book: Get a book."


def tools(*examples):
    """The assessed tools that examples spell."""
    spelt = [definition(example) for example in examples]
    return tuple((tool, assess_tool(tool, ServerContext(), READY)) for tool in spelt)


@pytest.mark.parametrize(
    ("examples", "expected"),
    [
        ((), 0),
        ((WEATHER,), 0),
        ((WEATHER, BOOK), 1),
        ((VAULT,), 2),
        ((BOOK, WRITE_FILE), 2),
        ((BOOK, "start_machine: Start a machine."), 3),
        ((BOOK, "delete_book: Delete a book."), 3),
        ((BOOK, "pay_bill: Pay a bill."), 4),
    ],
)
def test_exposure_is_the_highest_level_that_a_tool_reaches(examples, expected):
    """One tool is enough; no tools are E0."""
    level, why = exposure_of(tuple(found for _, found in tools(*examples)), READY)
    assert expected == level
    assert why


@pytest.mark.parametrize(
    ("examples", "expected"),
    [
        ((WEATHER,), []),
        ((BOOK, SEND), []),
        ((INBOX, SEND), ["trifecta", "rule-of-two"]),
        ((WRITE_FILE, RUN), ["write-then-execute"]),
        ((VAULT, SEND), ["read-secret-and-egress"]),
    ],
)
def test_combinations_need_every_leg(examples, expected):
    """A combination is there when each of its legs has a tool."""
    assert expected == [found.code for found in combinations_of(tools(*examples), READY)]


def test_legs_list_their_tools():
    """A reader sees which tools stand on each leg."""
    (found,) = combinations_of(tools(WRITE_FILE, RUN, BOOK), READY)
    assert (("writes to a path", ("write_file",)), ("executes", ("run_line",))) == found.legs
