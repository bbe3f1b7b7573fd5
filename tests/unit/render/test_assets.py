"""Tests of `site_builder.render.assets`."""

from __future__ import annotations

import re

from site_builder.render.assets import read_assets


def test_name_holds_a_hash_of_the_content(tmp_path):
    """The output path changes exactly when the content does."""
    (tmp_path / "site.css").write_bytes(b"a{}")
    before = read_assets(tmp_path, {}).paths["site.css"]
    assert before == read_assets(tmp_path, {}).paths["site.css"]
    (tmp_path / "site.css").write_bytes(b"b{}")
    assert before != read_assets(tmp_path, {}).paths["site.css"]
    assert re.fullmatch(r"assets/site\.[0-9a-f]{12}\.css", before)


def test_generated_assets_stand_beside_the_files(tmp_path):
    """A generated asset gets a hashed name, too, and every path has its bytes."""
    (tmp_path / "a.js").write_bytes(b"1")
    (tmp_path / "folder").mkdir()
    found = read_assets(tmp_path, {"search-index.js": b"2"})
    assert {"a.js", "search-index.js"} == set(found.paths)
    assert {found.paths["a.js"]: b"1", found.paths["search-index.js"]: b"2"} == dict(found.files)
