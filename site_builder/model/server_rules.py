"""The rules over a whole server: exposure, combinations of tools, and the grade."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from site_builder.model.rule import DataClass, Flag, Rule, Words
from site_builder.model.shape import Shape, Text
from site_builder.model.vocabulary import (
    AuthPosture,
    Category,
    ParameterKind,
    SeverityLevel,
    Transport,
)


class LegWhen(Shape):
    """A condition on an assessed tool; every part that is given must hold."""

    capabilities: tuple[Category, ...] = ()
    categories: tuple[Category, ...] = ()
    data: tuple[DataClass, ...] = ()
    flags: tuple[Flag, ...] = ()
    kinds: tuple[ParameterKind, ...] = ()
    severity: tuple[SeverityLevel, ...] = ()


class ExposureRule(Rule):
    """An exposure level, reached where any tool passes one of `when`; the highest counts."""

    level: Annotated[int, Field(ge=0, le=4)]
    when: tuple[LegWhen, ...]


class Leg(Shape):
    """One leg of a combination: tools that pass one of `when`."""

    name: Text
    when: Annotated[tuple[LegWhen, ...], Field(min_length=1)]


class CombinationRule(Rule):
    """Tools that are more dangerous together: every leg needs a tool."""

    code: Text
    title: Text
    legs: Annotated[tuple[Leg, ...], Field(min_length=2)]


class PointRule(Rule):
    """Points of the assurance ledger; `observation` names what is looked at in the record."""

    bucket: Literal[
        "identity", "authentication", "transport", "maintenance", "vulnerabilities", "hygiene"
    ]
    observation: Text
    of: Annotated[int, Field(ge=0, le=25)]


class AuthPoints(Shape):
    """Points of an authentication posture, by where the server runs."""

    local: int
    remote: int


class HygieneRule(Rule):
    """Points that a finding in the definitions costs, once or for each tool up to `most`."""

    finding: Text
    costs: Annotated[int, Field(ge=1, le=20)]
    most: Annotated[int, Field(ge=1, le=20)]
    phrases: Words = ()
    beside: Words = ()


class CapRule(Rule):
    """A grade that holds whatever the points."""

    condition: Text
    grade: Literal["B", "C", "D", "F"]


class GradeBand(Shape):
    """The least score of a letter."""

    letter: Literal["A", "B", "C", "D", "F"]
    least: int


class AssuranceRules(Shape):
    """How far a server can be trusted: points, caps, letters and coverage."""

    points: tuple[PointRule, ...]
    identity_claims: dict[str, Words]
    """For each identity observation, the words that a claim of a record says."""
    auth: dict[AuthPosture, AuthPoints]
    auth_none_read_only: int
    transports: dict[Transport, int]
    licences: Words
    vulnerability_costs: dict[SeverityLevel, int]
    hygiene: tuple[HygieneRule, ...]
    tokens_many: int
    tokens_too_many: int
    caps: tuple[CapRule, ...]
    letters: tuple[GradeBand, ...]
    provisional_below: int
    not_graded_below: int
    identity_least: int
