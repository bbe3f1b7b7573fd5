"""What a single record means: its path, its quotes, its review, its sizes.

Each check yields its findings with the path of the field, and the caller turns that path into a
place in the file.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import JsonValue

from site_builder.diagnostics import Level
from site_builder.model.definition import ToolDefinition
from site_builder.model.ids import MAX_TOOL_NAME, is_policy_name, is_slug, tool_stem
from site_builder.model.records import (
    AppliesWhen,
    AttackRecord,
    Review,
    ServerRecord,
    ToolRecord,
)
from site_builder.model.shape import Shape
from site_builder.model.vocabulary import Status
from site_builder.validate.decode import fields_of
from site_builder.validate.hygiene import hidden_characters, texts_in

MAX_DESCRIPTION = 64 * 1024
MAX_TOOLS = 5000
MAX_NAME = 1024

FieldPath = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """A diagnostic that does not know its file yet: the field it is about, code, words, hint."""

    field: FieldPath
    code: str
    message: str
    hint: str = ""
    level: Level = Level.ERROR


def check_slug(slug: str, what: str) -> Iterator[Finding]:
    """Finds a file or folder name that may not name a record."""
    if not is_slug(slug):
        yield Finding(
            (),
            "bad-name",
            f"{slug!r} may not name {what}",
            "use lower-case letters, digits and single hyphens, at most 64, no reserved word",
        )


def check_tool(record: ToolRecord, stem: str) -> Iterator[Finding]:
    """Finds what is wrong with one tool's record, read from the file `<stem>.yaml`."""
    name = record.tool.name
    if tool_stem(name) != stem:
        yield Finding(
            ("tool", "name"),
            "path-mismatch",
            f"the tool {name!r} does not belong in {stem}.yaml",
            f"rename the file to {tool_stem(name)}.yaml",
        )
    yield from _check_keys(record)
    if len(name) > MAX_NAME:
        yield Finding(
            ("tool", "name"),
            "too-large",
            f"the name has {len(name):,} characters, the limit is {MAX_NAME:,}",
            "leave the tool out: no client can call it",
        )
    if not is_policy_name(name):
        yield Finding(
            ("tool", "name"),
            "no-policy-name",
            f"{name[:MAX_TOOL_NAME]!r} gets a page but no policy block",
            "a block is printed for names of at most 128 letters, digits, '_', '-' and '.'",
            Level.WARNING,
        )
    yield from _check_definition(record)
    yield from _check_evidence(record)
    yield from check_review(record.review, pinned=True)


def check_server(record: ServerRecord) -> Iterator[Finding]:
    """Finds what is wrong with one server's record."""
    yield from _check_hidden(record.server.model_dump(by_alias=True, exclude_unset=True), "server")
    yield from check_review(record.review, pinned=False)


def check_attack(record: AttackRecord) -> Iterator[Finding]:
    """Finds a predicate that leaves open whether an attack needs any access at all."""
    yield from _check_predicate(record.applies_when, ("applies_when",))


def check_own_text(record: Shape) -> Iterator[Finding]:
    """Finds hidden characters in our own words, which have no use for them.

    Quotes and former names are a server's text, and are shown as such.
    """
    own = record.model_dump(
        mode="json", by_alias=True, exclude={"tool", "server", "aliases"}, exclude_unset=True
    )
    for pointer, text in texts_in(own):
        hidden = hidden_characters(text)
        if hidden and not pointer.endswith("/quote"):
            yield Finding(
                _field(pointer),
                "hidden-character",
                f"our own text holds {', '.join(hidden[:5])}, which a reader cannot see",
                "remove it",
            )


def check_review(review: Review, *, pinned: bool) -> Iterator[Finding]:
    """Finds what a review leaves open: who, when, and (for a tool) of which definition."""
    if review.status is Status.DRAFT:
        return
    wanted = (
        ("by", "date", "definition")
        if pinned and review.status is Status.REVIEWED
        else ("by", "date")
    )
    for key in wanted:
        if getattr(review, key) is None:
            yield Finding(
                ("review",),
                "review-incomplete",
                f"status {review.status.value} needs '{key}'",
                f"add '{key}:' to the review",
            )


def at_pointer(value: JsonValue, pointer: str) -> JsonValue:
    """The value at a JSON pointer (RFC 6901). Raises KeyError where there is none."""
    for token in pointer.split("/")[1:]:
        key = token.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict):
            value = value[key]
        elif (
            isinstance(value, list) and key.isascii() and key.isdecimal() and int(key) < len(value)
        ):
            value = value[int(key)]
        else:
            raise KeyError(pointer)
    return value


def _check_keys(record: ToolRecord) -> Iterator[Finding]:
    """Finds a key that was probably meant to be one that MCP has; others are a server's own."""
    known = fields_of(ToolDefinition)
    folded = {key.casefold(): key for key in known}
    for key in record.tool.model_extra or {}:
        plain = key.replace("_", "").replace("-", "").casefold()
        close = difflib.get_close_matches(plain, folded, n=1, cutoff=0.85)
        if close:
            yield Finding(
                ("tool", key),
                "unknown-key",
                f"MCP has no key {key!r}",
                f"did you mean {folded[close[0]]!r}?",
                Level.WARNING,
            )


def _check_definition(record: ToolRecord) -> Iterator[Finding]:
    size = len((record.tool.description or "").encode("utf-8", "replace"))
    if size > MAX_DESCRIPTION:
        yield Finding(
            ("tool", "description"),
            "too-large",
            f"the description has {size:,} bytes, the limit is {MAX_DESCRIPTION:,}",
            "leave the tool out: no reader and no model should be given that much",
        )
    yield from _check_hidden(record.tool.declared(), "tool")


def _check_predicate(when: AppliesWhen, field: FieldPath) -> Iterator[Finding]:
    asks = bool(when.capabilities or when.parameters or when.attributes or when.any_of)
    if when.every_tool and asks:
        yield Finding(
            field,
            "unclear-predicate",
            "an attack on every tool cannot ask what a tool can do",
            "remove every_tool, or what is asked beside it",
        )
    elif not when.every_tool and not asks:
        yield Finding(
            field,
            "unclear-predicate",
            "the predicate does not say which access the attack needs",
            "name capabilities, parameters or attributes, or write every_tool: true",
        )
    for index, option in enumerate(when.any_of):
        yield from _check_predicate(option, (*field, "any_of", index))


def _check_hidden(declared: JsonValue, root: str) -> Iterator[Finding]:
    for pointer, text in texts_in(declared):
        hidden = hidden_characters(text)
        if hidden:
            yield Finding(
                (root, *_field(pointer)),
                "hidden-character",
                f"the server's text holds {', '.join(hidden[:5])}, which a reader cannot see",
                "it is shown as an escape; look at what it hides before you review the tool",
                Level.WARNING,
            )


def _field(pointer: str) -> FieldPath:
    """The path of the field at a JSON pointer."""
    steps = [token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]]
    return tuple(int(step) if step.isdecimal() else step for step in steps)


def _check_evidence(record: ToolRecord) -> Iterator[Finding]:
    declared = record.tool.declared()
    for index, evidence in enumerate(record.assessment.evidence):
        field: FieldPath = ("assessment", "evidence", index)
        try:
            text = at_pointer(declared, evidence.pointer)
        except KeyError:
            yield Finding(
                (*field, "pointer"),
                "unknown-pointer",
                f"the definition has nothing at {evidence.pointer!r}",
                "point into 'tool:', for example /description",
            )
            continue
        if not isinstance(text, str) or evidence.quote not in text:
            yield Finding(
                (*field, "quote"),
                "quote-not-found",
                f"the quote does not stand in the definition at {evidence.pointer}",
                "copy it letter by letter, or remove it",
            )
