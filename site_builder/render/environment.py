"""The one Jinja environment: everything escaped, everything defined, and three filters."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from site_builder.render.json_text import json_block
from site_builder.render.markdown import prose_filter
from site_builder.render.visible import visible


def environment(templates: Path) -> Environment:
    """The environment over the folder `templates`.

    `prose` turns our Markdown into markup, `visible` shows third-party text as it is, `json_block`
    writes a data block. Nothing else makes markup.
    """
    jinja = Environment(
        loader=FileSystemLoader(templates),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=None,
        auto_reload=False,
    )
    jinja.globals.clear()
    jinja.filters = {name: jinja.filters[name] for name in ("length", "join")} | {
        "prose": prose_filter(),
        "visible": visible,
        "json_block": json_block,
    }
    return jinja
