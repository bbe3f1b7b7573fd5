"""The JSON API, version 1: the same facts as the pages, for programs.

What a server wrote stands under `server_supplied` and nowhere else, so that no reader takes it for
ours. Fields are added within a version, never renamed or removed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from pydantic import JsonValue, TypeAdapter

from site_builder.derive import urls
from site_builder.derive.context import Context, ServerEntry, ToolEntry
from site_builder.derive.page import Document
from site_builder.model.shape import Shape
from site_builder.model.visible import visible
from site_builder.policy.merge import server_block, server_key
from site_builder.policy.targets import TARGETS

SCHEMA_VERSION = "1.0"
_JSON = TypeAdapter[object](object)


def api_documents(context: Context) -> Iterator[Document]:
    """Every document of the API; those of servers one at a time."""
    yield Document(urls.API_INDEX, _index(context))
    yield Document(urls.API_SERVERS, _versioned(servers=[_summary(e) for e in context.servers]))
    for entry in context.servers:
        yield Document(urls.api_server_path(entry.server.slug), _server(entry))
    yield Document(urls.API_ATTACKS, _attacks(context))
    yield Document(urls.API_CATEGORIES, _categories(context))


def _versioned(**fields: JsonValue) -> dict[str, JsonValue]:
    return {"schema_version": SCHEMA_VERSION, **fields}


def _index(context: Context) -> JsonValue:
    site = context.catalogue.site
    listed = [entry for entry in context.servers if entry.listed]
    return _versioned(
        title=site.title,
        licence=_plain(site.licence),
        rules_version=context.rules_version,
        counts={
            "servers": len(listed),
            "tools": len(context.tools),
            "attacks": len(context.catalogue.attacks),
            "by_category": {c.value: len(found) for c, found in context.by_category.items()},
            "by_severity": {s.value: len(found) for s, found in context.by_severity.items()},
        },
        documents={
            "servers": "servers.json",
            "server": "servers/{server}.json",
            "attacks": "attacks.json",
            "categories": "categories.json",
        },
    )


def _summary(entry: ServerEntry) -> JsonValue:
    record, grade = entry.server.record, entry.assessed.grade
    return {
        "id": entry.server.slug,
        "name": record.name,
        "publisher": record.publisher,
        "repository": record.repository,
        "status": record.review.status.value,
        "grade": grade.letter,
        "provisional": grade.provisional,
        "exposure": entry.assessed.exposure,
        "tools": len(entry.listed_tools),
        "page": urls.server_path(entry.server.slug),
        "document": urls.api_server_path(entry.server.slug).removeprefix(urls.API),
    }


def _server(entry: ServerEntry) -> JsonValue:
    record = entry.server.record
    block = server_block(entry.server, entry.policies)
    emitted = {one.id: one.emit(block) for one in TARGETS}
    ours = record.model_dump(mode="json", exclude={"server"})
    return _versioned(
        id=entry.server.slug,
        **ours,
        client_key_used=server_key(entry.server),
        assessment=_json(asdict(entry.assessed)),
        policy_blocks={
            name: {
                "text": one.text,
                "refused": one.refused,
                "losses": [loss.text for loss in one.losses],
                "effective": {tool: verdict.value for tool, verdict in one.effective.items()},
            }
            for name, one in emitted.items()
        },
        page=urls.server_path(entry.server.slug),
        tools=[_tool(tool) for tool in entry.tools],
        server_supplied=record.server.model_dump(by_alias=True, mode="json", exclude_unset=True),
    )


def _tool(entry: ToolEntry) -> JsonValue:
    record, found = entry.tool.record, entry.assessed
    ours = record.model_dump(mode="json", exclude={"tool", "assessment", "policy"})
    return {
        "id": entry.tool.stem,
        **ours,
        "notes": _plain(record.assessment),
        "assessment": _json(asdict(found.assessment)),
        "attacks": _json([asdict(match) for match in found.attacks]),
        "policy": _plain(entry.recommendation.policy),
        "policy_origin": entry.recommendation.origin,
        "pin": found.pin,
        "drifted": entry.drifted,
        "tokens": found.tokens,
        "warnings": _warnings(entry),
        "page": urls.tool_path(entry.server.slug, entry.tool.stem),
        "server_supplied": record.tool.declared(),
    }


def _warnings(entry: ToolEntry) -> list[JsonValue]:
    """What a program should know before it reads `server_supplied`."""
    definition = entry.tool.record.tool
    texts = (definition.name, definition.title or "", definition.description or "")
    return ["hidden-characters"] if any(visible(text) != text for text in texts) else []


def _attacks(context: Context) -> JsonValue:
    return _versioned(
        attacks=[
            {
                "id": slug,
                **attack.model_dump(mode="json"),
                "page": urls.attack_path(slug),
                "tools": [
                    {"server": entry.server.slug, "tool": entry.tool.stem}
                    for entry in context.by_attack[slug]
                ],
            }
            for slug, attack in context.catalogue.attacks.items()
        ]
    )


def _categories(context: Context) -> JsonValue:
    return _versioned(
        categories=[
            {
                "id": category.value,
                **record.model_dump(mode="json"),
                "page": urls.category_path(category),
                "tools": len(context.by_category[category]),
            }
            for category, record in context.catalogue.categories.items()
        ]
    )


def _plain(value: Shape) -> JsonValue:
    dumped: JsonValue = value.model_dump(mode="json", exclude_none=True)
    return dumped


def _json(value: object) -> JsonValue:
    """A tree of dataclass fields as JSON values: tuples as lists, vocabulary as text."""
    dumped: JsonValue = _JSON.dump_python(value, mode="json")
    return dumped
