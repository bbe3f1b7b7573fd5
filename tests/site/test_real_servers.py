"""What real servers declare goes through the whole builder and comes out as it went in."""

from __future__ import annotations

import json

import pytest

from tests.conftest import CAPTURES
from tests.corpora import to_records
from tests.site.test_links import broken_links


@pytest.mark.parametrize("capture", CAPTURES, ids=lambda path: path.stem)
def test_definitions_come_out_verbatim(capture, real_site):
    """The API gives every captured definition back, key for key, and nothing in its place."""
    captured = json.loads(capture.read_text("utf-8"))
    slug = to_records.slug(captured)
    document = json.loads((real_site / f"api/v1/servers/{slug}.json").read_text("utf-8"))
    given = {
        tool["server_supplied"]["name"]: tool["server_supplied"] for tool in document["tools"]
    }
    assert {tool["name"]: tool for tool in captured["tools"]} == given


def test_no_link_is_broken(real_site):
    """Names with capitals, dots and other scripts have pages that links reach."""
    assert [] == broken_links(real_site, "http://host.invalid/")
