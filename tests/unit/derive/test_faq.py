"""Tests of `site_builder.derive.faq`: what is answered, never against the block."""

from __future__ import annotations

import json

import pytest

from site_builder.derive.context import survey
from site_builder.derive.faq import answers, plain_answers
from site_builder.model.policy import Condition, Limit
from site_builder.model.records import Question
from site_builder.model.vocabulary import Operator, Verdict, Window
from site_builder.policy.targets import TARGETS
from tests.builders import (
    ASSETS,
    make_assessed,
    make_catalogue,
    make_policy,
    make_server,
    make_tool,
)

IDS = ["what", "parameters", "enforce", "risk", "rate-limit", "block", "server"]


def answers_of(policy, **fields):
    """The answers for a tool with `policy`, by their ids."""
    tool = make_tool("kill_session", policy=policy, **fields)
    catalogue = make_catalogue(make_server(tools=[tool], name="Tmux MCP server"))
    server = survey(catalogue, make_assessed(catalogue), ASSETS, None).servers[0]
    return {answer.id: answer for answer in answers(server.tools[0], server, TARGETS)}


def text_of(answer):
    """The answer's paragraphs as one text."""
    return " ".join(answer.paragraphs)


def test_seven_questions_then_those_of_the_record():
    """The generated questions come first, in a fixed order and with stable ids."""
    own = (Question(question="Why?", answer="Because."),)
    assert [f"faq-{name}" for name in [*IDS, "1"]] == list(answers_of(make_policy(), faq=own))


@pytest.mark.parametrize(
    ("limit", "counted", "after"),
    [
        (Limit(max=10, window=Window.MINUTE), "10 calls a minute", "The 11th call"),
        (Limit(max=3, window=Window.HOUR), "3 calls an hour", "The 4th call"),
        (Limit(max=1, window=Window.DAY), "1 call a day", "The 2nd call"),
    ],
)
def test_rate_limit_answer_has_the_numbers_of_the_policy(limit, counted, after):
    """The answer counts as the recommended policy does, and points to its block."""
    answer = answers_of(make_policy(Verdict.RATE_LIMIT, limits=(limit,)))["faq-rate-limit"]
    assert counted in text_of(answer)
    assert after in text_of(answer)
    assert answer.points_to_policy
    assert () == answer.blocks


def test_rate_limit_of_a_denied_tool_is_called_weaker():
    """The block that would limit a denied tool is offered with a warning, and does limit it."""
    answer = answers_of(make_policy())["faq-rate-limit"]
    assert "weaker than what is recommended" in text_of(answer)
    rule = json.loads(answer.blocks[0].text)["tools"]["kill_session"]
    assert [("minute", 10)] == [(one["window"], one["max"]) for one in rule["limits"]]


def test_rate_limit_of_an_allowed_tool_keeps_its_conditions():
    """A limit that is added takes nothing away from the policy."""
    condition = Condition(path="args.session_name", op=Operator.EQ, value="dev")
    answer = answers_of(make_policy(Verdict.ALLOW, conditions=(condition,)))["faq-rate-limit"]
    assert "stricter than what is recommended" in text_of(answer)
    assert json.loads(answer.blocks[0].text)["tools"]["kill_session"]["require"]


def test_blocking_a_denied_tool_points_to_its_block():
    """Where the recommended block denies, the answer says so and shows no second one."""
    answer = answers_of(make_policy())["faq-block"]
    assert "already does" in text_of(answer)
    assert () == answer.blocks


def test_blocking_an_allowed_tool_shows_a_block_that_denies():
    """Elsewhere the answer has the block that does it."""
    answer = answers_of(make_policy(Verdict.ALLOW))["faq-block"]
    rule = json.loads(answer.blocks[0].text)["tools"]["kill_session"]
    assert [[]] == [one["conditions"] for one in rule["deny_if"]]


def test_every_inline_target_has_its_block():
    """A limit and a denial are shown for each target that the site names."""
    found = answers_of(make_policy(Verdict.ALLOW))
    titles = [target.title for target in TARGETS]
    for question in ("faq-rate-limit", "faq-block"):
        assert titles == [block.target for block in found[question].blocks]


def test_every_target_says_where_its_block_goes():
    """Enforcing is answered for each target, in its own words."""
    items = answers_of(make_policy())["faq-enforce"].items
    assert tuple((target.title, target.goes_into) for target in TARGETS) == items


def test_article_and_server_name_are_right():
    """The article fits its word, and the server is called a server once."""
    text = text_of(answers_of(make_policy())["faq-what"])
    assert "a Destructive tool of the Tmux MCP server:" in text


def test_risk_answer_gives_the_points():
    """The level is stated with its sum and what it mostly comes from."""
    text = text_of(answers_of(make_policy())["faq-risk"])
    assert text.startswith("High, with 9 points.")
    assert "category (9)" in text


def test_plain_answers_leave_out_markdown():
    """Structured data holds generated answers only; Markdown of a record is no plain text."""
    own = (Question(question="Why?", answer="*Because*."),)
    found = tuple(answers_of(make_policy(), faq=own).values())
    assert 7 == len(list(plain_answers(found)))
