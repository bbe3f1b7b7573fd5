"""What a server declares of itself and of its tools: untrusted text, kept verbatim."""

from __future__ import annotations

from pydantic import ConfigDict, Field, JsonValue

from site_builder.model.shape import JsonObject, Shape

_PINNED = ("name", "title", "description", "inputSchema", "outputSchema", "annotations")


class ToolDefinition(Shape):
    """One `tools/list` entry, spelled as MCP spells it; keys beyond the specification are kept."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)

    name: str = Field(min_length=1)
    title: str | None = None
    description: str | None = None
    input_schema: JsonValue = Field(default=None, alias="inputSchema")
    output_schema: JsonValue = Field(default=None, alias="outputSchema")
    annotations: JsonObject | None = None
    icons: JsonValue = None
    execution: JsonValue = None
    meta: JsonValue = Field(default=None, alias="_meta")

    @property
    def has_schema(self) -> bool:
        """Whether the capture holds an `inputSchema`; without one the parameters are not known."""
        return "input_schema" in self.model_fields_set

    def declared(self) -> JsonObject:
        """The entry as it was declared: only the keys that stood there, a null among them kept."""
        return self.model_dump(by_alias=True, exclude_unset=True)

    def pinned(self) -> JsonObject:
        """The part of the entry that a review looks at and a pin covers."""
        declared = self.declared()
        return {key: declared[key] for key in _PINNED if key in declared}


class ServerDefinition(Shape):
    """What a server answers to `initialize`."""

    server_info: JsonObject | None = Field(default=None, alias="serverInfo")
    instructions: str | None = None
    protocol_version: str | None = Field(default=None, alias="protocolVersion")
