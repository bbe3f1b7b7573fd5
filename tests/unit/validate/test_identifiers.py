"""Tests of `site_builder.validate.identifiers`."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from site_builder.model.identifiers import (
    IdentifiersRecord,
    KnownIdentifier,
    PublishedVulnerability,
    Taxonomies,
    Taxonomy,
)
from site_builder.model.records import Identifiers, Vulnerability
from site_builder.prepare import prepare
from site_builder.validate.identifiers import (
    check_identifiers,
    check_vulnerabilities,
    known_identifiers,
    read_taxonomies,
)
from tests.builders import IDENTIFIERS, make_server

SAMPLE = Path(__file__).parents[2] / "sample_records"
PAGE = "https://cve.example/CVE-2026-0001"


def _taxonomy(page: str, entries: dict[str, str], pages: dict[str, str] | None = None) -> Taxonomy:
    return Taxonomy(
        name="A list",
        version="7",
        licence="CC0-1.0",
        source="https://list.example/",
        read="2026-11-30",
        page=page,
        entries=entries,
        pages=pages or {},
    )


LISTS = Taxonomies(
    atlas=(_taxonomy("https://atlas.example/{id}", {"AML.T0001": "One"}),),
    owasp=(
        _taxonomy(
            "https://owasp.example/",
            {"MCP01": "First", "MCP02": "Second"},
            {"MCP02": "https://owasp.example/2"},
        ),
    ),
    cwe=(_taxonomy("https://cwe.example/{number}.html", {"CWE-78": "Shell"}),),
)


def test_an_entry_leads_to_its_page() -> None:
    """By its identifier, by its number alone, to the list itself, or to an address of its own."""
    known = known_identifiers(LISTS, None)
    assert {
        "AML.T0001": "https://atlas.example/AML.T0001",
        "MCP01": "https://owasp.example/",
        "MCP02": "https://owasp.example/2",
        "CWE-78": "https://cwe.example/78.html",
    } == {name: entry.page for name, entry in known.items()}


def test_an_entry_says_where_it_is_listed() -> None:
    """The version is part of it: lists number their entries anew."""
    assert KnownIdentifier(
        "cwe", "A list 7", "Shell", "https://cwe.example/78.html"
    ) == known_identifiers(LISTS, None).get("CWE-78")


def test_a_vulnerability_is_known_by_all_its_names() -> None:
    """A CVE and the advisory of GitHub for it are one entry of identifiers.yaml."""
    entry = PublishedVulnerability(
        subject="It runs.", also=("GHSA-2222-3333-4444",), source=PAGE, checked="2026-11-30"
    )
    known = known_identifiers(LISTS, IdentifiersRecord(vulnerabilities={"CVE-2026-0001": entry}))
    assert KnownIdentifier("cve", "CVE", "It runs.", PAGE) == known["CVE-2026-0001"]
    assert KnownIdentifier("cve", "GHSA", "It runs.", PAGE) == known["GHSA-2222-3333-4444"]


@pytest.mark.parametrize(
    ("identifiers", "field", "hint"),
    [
        ({"atlas": ("AML.T0101", "AML.T010")}, ("atlas", 1), "did you mean 'AML.T0101'?"),
        ({"owasp": ("asi02",)}, ("owasp", 0), "did you mean 'ASI02'?"),
        ({"cwe": ("AML.T0101",)}, ("cwe", 0), "add it to site_builder/risk/taxonomies.yaml"),
        ({"cve": ("nonsense",)}, ("cve", 0), "add it to identifiers.yaml"),
    ],
)
def test_an_identifier_in_no_list_is_found(identifiers, field, hint) -> None:
    """A slip gets the nearest name; one of another list is no better than an unknown one."""
    (finding,) = check_identifiers(Identifiers(**identifiers), IDENTIFIERS, vulnerabilities=True)
    assert ("unknown-identifier", ("identifiers", *field)) == (finding.code, finding.field)
    assert finding.hint.endswith(hint)


def test_known_identifiers_are_no_finding() -> None:
    """Each stands in the list that its field names."""
    identifiers = Identifiers(
        atlas=("AML.T0101",), owasp=("ASI02",), cwe=("CWE-78",), cve=("CVE-2026-0001",)
    )
    assert [] == list(check_identifiers(identifiers, IDENTIFIERS, vulnerabilities=True))


def test_a_server_names_known_vulnerabilities() -> None:
    """The second of the two is in no list."""
    server = make_server(
        vulnerabilities=(
            Vulnerability(id="CVE-2026-0001", source=PAGE),
            Vulnerability(id="CVE-2026-9999", source=PAGE),
        )
    )
    assert [("vulnerabilities", 1, "id")] == [
        finding.field for finding in check_vulnerabilities(server.record, IDENTIFIERS)
    ]


def test_a_broken_list_is_one_mistake(tmp_path: Path) -> None:
    """What it may hold is not reported a second time where it is named."""
    records = tmp_path / "records"
    shutil.copytree(SAMPLE, records)
    path = records / "identifiers.yaml"
    path.write_text(path.read_text().replace("subject:", "subjekt:"))
    assert {"unknown-key", "missing-key"} == {found.code for found in prepare(records).diagnostics}


def test_without_a_list_no_vulnerability_is_known(tmp_path: Path) -> None:
    """The file may be left out by a catalogue that names none."""
    records = tmp_path / "records"
    shutil.copytree(SAMPLE, records)
    (records / "identifiers.yaml").unlink()
    assert ["unknown-identifier"] == [found.code for found in prepare(records).diagnostics]


def test_a_name_that_is_no_vulnerability_is_refused_in_the_list(tmp_path: Path) -> None:
    """The keys of the list have the form of CVE or GHSA."""
    records = tmp_path / "records"
    shutil.copytree(SAMPLE, records)
    path = records / "identifiers.yaml"
    path.write_text(path.read_text().replace("GHSA-2222-3333-4444", "GHSA-1"))
    assert ["wrong-form"] == [found.code for found in prepare(records).diagnostics]


def test_a_broken_file_of_ours_is_a_bug() -> None:
    """The lists ship with the builder: their mistakes are no diagnostics of somebody's records."""
    with pytest.raises(ValueError, match=r"the file of lists is broken: line 1: .*'owasp'"):
        read_taxonomies(b"atlas: []\ncwe: []\n")
