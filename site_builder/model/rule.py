"""What every rule of the risk model has, and the vocabularies that rules share."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from site_builder.model.shape import Shape, Text

RuleId = Annotated[str, Field(pattern=r"\A[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*\z")]
Words = tuple[Text, ...]
Flag = Literal[
    "open_world",
    "egress",
    "untrusted_content",
    "drives_terminal",
    "bulk",
    "dry_run",
    "irreversible",
]
DataClass = Literal["public", "workspace", "personal", "financial", "credentials"]


class Rule(Shape):
    """What every rule has: its id, the reason shown to readers, and its examples."""

    id: RuleId
    why: Text
