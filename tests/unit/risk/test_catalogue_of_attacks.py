"""What this repository's own attacks and lists of identifiers promise."""

from pathlib import Path

import pytest

from site_builder.model.catalogue import Catalogue
from site_builder.model.identifiers import Taxonomies
from site_builder.model.records import AppliesWhen
from site_builder.prepare import own_taxonomies
from site_builder.validate.catalogue import check_records

RECORDS = Path(__file__).parents[3] / "records"


@pytest.fixture(scope="module")
def taxonomies() -> Taxonomies:
    """The lists that ship with the builder."""
    return own_taxonomies()


@pytest.fixture(scope="module")
def catalogue(taxonomies: Taxonomies) -> Catalogue:
    """The records of this repository."""
    checked = check_records(RECORDS, taxonomies)
    assert checked.catalogue is not None
    return checked.catalogue


def test_the_catalogue_holds_thirty_attacks_and_more(catalogue) -> None:
    """Attacks and incidents together, each with a source."""
    assert len(catalogue.attacks) >= 30


def test_every_attack_is_mapped(catalogue) -> None:
    """An attack names an entry of ATLAS, OWASP or CWE."""
    assert [] == [
        slug
        for slug, attack in catalogue.attacks.items()
        if not (attack.identifiers.atlas or attack.identifiers.owasp or attack.identifiers.cwe)
    ]


def test_every_vulnerability_of_an_attack_has_its_source(catalogue) -> None:
    """Where the attack names a CVE, it links the record, an advisory or a report of it."""
    assert [] == [
        (slug, cve)
        for slug, attack in catalogue.attacks.items()
        for cve in attack.identifiers.cve
        if not any(cve in f"{source.title} {source.url}" for source in attack.sources)
    ]


def test_a_technique_stands_beside_the_one_it_is_part_of(taxonomies) -> None:
    """`AML.T0051.001` is listed with `AML.T0051`, and carries its title in front."""
    for taxonomy in taxonomies.atlas:
        for identifier, title in taxonomy.entries.items():
            parent = identifier.rpartition(".")[0] if identifier.count(".") == 2 else identifier
            assert title.startswith(taxonomy.entries[parent])


@pytest.mark.parametrize("kind", ["atlas", "cwe"])
def test_lists_hold_what_is_used(kind, taxonomies, catalogue) -> None:
    """Of long lists only the entries in use are kept, with their parents."""
    used = {
        name for attack in catalogue.attacks.values() for name in getattr(attack.identifiers, kind)
    }
    used |= {name.rpartition(".")[0] for name in used if name.count(".") == 2}
    listed = {name for taxonomy in getattr(taxonomies, kind) for name in taxonomy.entries}
    assert used == listed


def test_the_short_lists_are_whole(taxonomies) -> None:
    """Each of the three OWASP lists has its ten entries."""
    assert [10, 10, 10] == [len(taxonomy.entries) for taxonomy in taxonomies.owasp]


def test_every_listed_vulnerability_is_used(catalogue) -> None:
    """identifiers.yaml is no collection: an entry belongs to an attack or to a server."""
    used = {name for attack in catalogue.attacks.values() for name in attack.identifiers.cve}
    used |= {one.id for server in catalogue.servers for one in server.record.vulnerabilities}
    listed = {name for name, entry in catalogue.identifiers.items() if entry.listed_in == "CVE"}
    assert listed == used


def test_attacks_on_every_tool_are_the_fewer(catalogue) -> None:
    """Most attacks attach by what a tool can do: that is what a page is read for."""
    general = [
        slug for slug, attack in catalogue.attacks.items() if attack.applies_when.every_tool
    ]
    assert len(general) < len(catalogue.attacks) / 2


def test_a_reason_names_a_parameter_only_where_one_is_asked_for(catalogue) -> None:
    """A template with {parameter} belongs to a predicate in which every way asks for a kind."""

    def asks(when: AppliesWhen) -> bool:
        return bool(when.parameters) or (bool(when.any_of) and all(map(asks, when.any_of)))

    assert [] == [
        slug
        for slug, attack in catalogue.attacks.items()
        if "{parameter}" in attack.reason and not asks(attack.applies_when)
    ]
