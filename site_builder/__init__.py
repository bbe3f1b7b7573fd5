"""MCP Risk Records: YAML records of MCP servers and tools in, a static risk-record website out."""

__version__ = "0.1.0"
