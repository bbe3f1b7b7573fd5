"""Names in our own prose that must exist: tools in code spans, and CVE and GHSA identifiers."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from site_builder.diagnostics import Level
from site_builder.model.catalogue import CataloguedServer
from site_builder.model.identifiers import VULNERABILITY
from site_builder.model.parameters import parameters
from site_builder.model.records import ToolRecord
from site_builder.validate.hygiene import texts_in
from site_builder.validate.meaning import FieldPath, Finding

# What reads as the name of a tool: words joined by '_', inside a code span of its own.
_CODE_NAME = re.compile(r"`([A-Za-z0-9]+(?:_[A-Za-z0-9]+)+)`")
_IDENTIFIER = re.compile(rf"\b{VULNERABILITY}\b")


def check_mentions(
    record: ToolRecord, server: CataloguedServer, identifiers: Container[str]
) -> Iterator[Finding]:
    """Finds tools that `server` does not have, and vulnerabilities the catalogue does not know.

    Args:
        record: The tool whose prose is read.
        server: Its server, with every tool that is known.
        identifiers: The identifiers that are known, of CVE and GHSA among others.
    """
    known = {tool.name for tool in server.tools}
    known.update(parameter.name for parameter in parameters(record.tool.input_schema))
    declared = " ".join(text for _, text in texts_in(record.tool.declared()))
    for field, prose in _prose(record):
        for name in dict.fromkeys(_CODE_NAME.findall(prose)):
            if name not in known and name not in declared:
                yield Finding(
                    field,
                    "unknown-mention",
                    f"the server has no tool or parameter {name!r}",
                    "name one that stands in its records",
                    Level.WARNING,
                )
        for identifier in dict.fromkeys(_IDENTIFIER.findall(prose)):
            if identifier not in identifiers:
                yield Finding(
                    field,
                    "unknown-mention",
                    f"{identifier} stands in no record",
                    "look it up, and add it to identifiers.yaml with its source",
                    Level.WARNING,
                )


def _prose(record: ToolRecord) -> Iterator[tuple[FieldPath, str]]:
    notes = record.assessment
    if notes.summary:
        yield ("assessment", "summary"), notes.summary
    if notes.why:
        yield ("assessment", "why"), notes.why
    for index, question in enumerate(record.faq):
        yield ("faq", index, "answer"), question.answer
    if record.policy and record.policy.message:
        yield ("policy", "message"), record.policy.message
