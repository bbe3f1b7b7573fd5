"""The strict subset of YAML, byte by byte."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.load.nodes import Mapping, Scalar, Sequence, descend
from site_builder.load.yaml_text import MAX_BYTES, MAX_DEPTH, parse


def _codes(data: bytes) -> list[str]:
    return [diagnostic.code for diagnostic in parse(data, "r.yaml")[1]]


def _value(data: bytes) -> str:
    root, diagnostics = parse(data, "r.yaml")
    assert () == diagnostics
    assert root is not None
    node = root.get("a")
    assert isinstance(node, Scalar)
    return node.text


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("no", "no"),
        ("NO", "NO"),
        ("Off", "Off"),
        ("1.10", "1.10"),
        ("0755", "0755"),
        ("12:30:45", "12:30:45"),
        ("1_000", "1_000"),
        ("2026-11-30", "2026-11-30"),
        ("2026-13-45", "2026-13-45"),
        ("=", "="),
        ("<<", "<<"),
        ("uses C#", "uses C#"),
    ],
)
def test_a_plain_scalar_keeps_its_text(written: str, text: str) -> None:
    """No scalar is turned into a truth value, a number, a time or a date."""
    assert text == _value(f"a: {written}\n".encode())


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"a: 1\na: 2\n", "duplicate-key"),
        (b"a: &x 1\n", "alias"),
        (b"a: *x\n", "alias"),
        (b"a: !!python/object:os.system 1\n", "tag"),
        (b"a: !x 1\n", "tag"),
        (b"a: 1\n---\nb: 2\n", "second-document"),
        (b"a: 1\n...\nb: 2\n", "yaml-syntax"),
        (b"", "not-a-mapping"),
        (b"# nothing\n", "not-a-mapping"),
        (b"- a\n", "not-a-mapping"),
        (b"text\n", "not-a-mapping"),
        (b"d: {{ name }}\n", "key-not-text"),
        (b"a: Kill a pane: all\n", "yaml-syntax"),
        (b"a: @scope/x\n", "yaml-syntax"),
        (b"a: `rm`\n", "yaml-syntax"),
        (b"a: %x\n", "yaml-syntax"),
        (b'a: "a" b\n', "yaml-syntax"),
        (b"a:\n\tb: 1\n", "yaml-syntax"),
        (b"a: \xff\n", "not-utf8"),
        (b"a: \x00\n", "bad-character"),
        (b'a: "\\u0000"\n', "bad-character"),
        ("---\n\ufeffa: 1\n".encode(), "bad-character"),
        (b"a: uses C# and issue #12\n", "text-cut"),
    ],
)
def test_what_a_record_may_not_hold_has_its_own_code(data: bytes, code: str) -> None:
    """Each construct outside the subset is found, and is the only finding."""
    assert [code] == _codes(data)


@pytest.mark.parametrize(
    "data",
    [b"---\na: x\n", b"a: x\n...\n", "\ufeffa: x\n".encode(), b"a: x\r\n", b"a: x  # note\n"],
)
def test_the_forms_of_one_document_load(data: bytes) -> None:
    """A document marker, an end marker, a leading byte order mark and CRLF change nothing."""
    assert "x" == _value(data)


def test_a_duplicate_key_names_both_lines() -> None:
    """The finding stands at the second key and names the line of the first."""
    (found,) = parse(b"risk: critical\nother: 1\nrisk: low\n", "r.yaml")[1]
    assert (3, 1) == (found.location.line, found.location.column)
    assert "line 1" in found.message


def test_positions_are_counted_in_characters_from_one() -> None:
    """A value behind a wide character stands in the column that an editor shows."""
    root, _ = parse("a: {é: [x, yz]}\n".encode(), "r.yaml")
    assert root is not None
    *_, node = descend(root, ("a", "é", 1))
    assert Scalar("yz", True, 1, 12) == node


def test_an_alias_bomb_is_refused_before_it_expands() -> None:
    """Nine levels of aliases end at the first anchor."""
    lines = ["a0: &a0 [x]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 9)]
    assert ["alias"] == _codes("\n".join(lines).encode())


def test_depth_is_bounded() -> None:
    """The deepest allowed nesting loads; one level more, or two thousand, is an error."""
    at_limit = "a: " + "[" * (MAX_DEPTH - 1) + "]" * (MAX_DEPTH - 1)
    assert [] == _codes(at_limit.encode())
    assert ["too-deep"] == _codes(f"a: [{at_limit[3:]}]".encode())
    assert ["too-deep"] == _codes(b"a: " + b"[" * 2000 + b"]" * 2000)


def test_size_is_bounded() -> None:
    """A file of exactly the limit loads; one byte more is an error that names both numbers."""
    data = b"a: " + b"x" * (MAX_BYTES - 3)
    assert [] == _codes(data)
    (found,) = parse(data + b"x", "r.yaml")[1]
    assert "too-large" == found.code
    assert "1,048,577" in found.message
    assert "1,048,576" in found.message


def test_only_the_first_of_a_duplicate_is_kept() -> None:
    """The tree holds the first value, so that no later check sees the one that would win."""
    root, _ = parse(b"a: 1\na: 2\n", "r.yaml")
    assert Mapping(((Scalar("a", True, 1, 1), Scalar("1", True, 1, 4)),), 1, 1) == root


@given(st.binary(max_size=400))
def test_any_bytes_end_in_a_tree_or_a_finding(data: bytes) -> None:
    """Whatever the bytes, the reader neither raises nor returns nothing without a reason."""
    root, diagnostics = parse(data, "r.yaml")
    assert root is not None or diagnostics


@given(
    st.recursive(
        st.text(
            st.characters(
                codec="utf-8", exclude_categories=("Cc", "Cs", "Cn"), exclude_characters="\ufeff"
            )
        ),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.text("abc"), inner, max_size=3)
        ),
        max_leaves=8,
    )
)
def test_quoted_text_comes_back_to_the_letter(value: object) -> None:
    """What JSON spells is read back as the same texts, lists and mappings."""
    root, _ = parse(json.dumps({"v": value}, ensure_ascii=False).encode(), "r.yaml")
    assert root is not None
    assert value == _plain(root.get("v"))


def _plain(node: object) -> object:
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return [_plain(item) for item in node.items]
    assert isinstance(node, Mapping)
    return {key.text: _plain(item) for key, item in node.entries}
