from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from site_builder.policy.regex import MAX_PATTERN, anchored, matches, unsupported

NODE = Path(sys.executable).parent / "node"

SUPPORTED = (
    "",
    "dev-.*",
    "[a-z0-9_-]+",
    "[^/]+",
    "[-a]",
    "[a-]",
    "[.*+?]",
    r"[\]\-\\]",
    "a|",
    "(?:prod|dev)-[0-9]{1,3}",
    "(a)(b)?",
    r"\w+@example\.com",
    r"https://api\.example\.com/v1/.*",
    "(?:[0-9a-f]{2}:){5}[0-9a-f]{2}",
    r"\D\W",
    r"a\tb\nc\r",
    "\u00e9+",
    "a{2,}",
    "^$",
    "^[A-Za-z0-9_-]{1,64}$",
    r"^a\\$",
)

REFUSED = {
    "^dev-": "leave out ^",
    "dev$": "leave out $",
    r"^dev\$": "leave out ^",
    "^[$": "no closing",
    "a^b$": "leave out ^",
    "(a)\\1": "backreferences",
    "(?=a)": "only (?:...)",
    "(?!a)": "only (?:...)",
    "(?<=a)": "only (?:...)",
    "(?P<n>a)": "only (?:...)",
    "(?i:a)": "only (?:...)",
    "(?>a)": "only (?:...)",
    "a++": "followed by another",
    "a+?": "followed by another",
    "a{2}{3}": "followed by another",
    "(a+)+": "for ever",
    "(?:a|b)*": "for ever",
    "(?:a?){3}": "for ever",
    "(?:a{100}){100}": "limit is 1000",
    "a{1001}": "limit is 1000",
    "a{3,2}": "below its beginning",
    "a{,3}": "{2}, {2,} or {2,5}",
    "a{1 }": "{2}, {2,} or {2,5}",
    "*a": "write \\*",
    "a]": "write \\]",
    "}": "write \\}",
    "a)": "no opening",
    "(a": "no closing",
    "[a": "no closing",
    "[]a]": "write \\]",
    "[[:alpha:]]": "write \\[",
    "[a&&b]": "write it once",
    "[a--b]": "write \\-",
    "[--a]": "write it once",
    "[a-c-e]": "write \\-",
    "[z-a]": "lower character to a higher",
    r"[\d-z]": "lower character to a higher",
    r"\s": "\\s is not read alike",
    r"\bdev": "\\b is not read alike",
    r"\p{L}": "\\p is not read alike",
    "a\\": "not read alike",
    "a\n": "U+000A",
    "\U0001f600": "U+1F600",
    ".*.*.*.*": "too many",
    "a?" * 20: "too many",
    "(?:ab|ab)" * 20: "too many",
    "(" * 40 + ")" * 40: "nested more than 8",
    "a" * (MAX_PATTERN + 1): "limit is 256",
}


@pytest.mark.parametrize("pattern", SUPPORTED)
def test_a_plain_pattern_is_supported(pattern):
    """What RE2 and ECMAScript read alike passes, and Python reads it too."""
    assert "" == unsupported(pattern)
    re.compile(pattern)


@pytest.mark.parametrize(("pattern", "reason"), REFUSED.items(), ids=range(len(REFUSED)))
def test_anything_else_is_refused_with_its_reason(pattern, reason):
    """Each construct outside the common part is named, and matches nothing."""
    assert reason in unsupported(pattern)
    assert not matches(pattern, "a")


def test_a_pattern_matches_the_whole_value():
    """Neither a part of the value nor the value before a line feed is enough."""
    assert matches("dev", "dev")
    assert not matches("dev", "dev-1")
    assert not matches("dev", "a dev")
    assert not matches("dev", "dev\n")


def test_an_anchored_pattern_keeps_its_alternatives_together():
    """The anchors hold for every branch."""
    assert "^(?:a|b)$" == anchored("a|b")
    assert not matches("^a|b$", "ab")


def test_a_pair_of_anchors_changes_nothing():
    """Many write them out of habit; the pattern means the same with and without."""
    assert "^(?:dev-[0-9]+)$" == anchored("^dev-[0-9]+$")
    assert matches("^dev-[0-9]+$", "dev-1")
    assert not matches("^dev-[0-9]+$", "dev-1\n")


PIECES = st.lists(
    st.sampled_from([*"ab-.|()[]^{},?*+\\$&0189dDwsbn/", "(?:", "{2}", "[a-z]", "(?=", "\\d"]),
    max_size=12,
).map("".join)


@settings(max_examples=500)
@given(pattern=PIECES, text=st.text("ab-0", max_size=40))
def test_any_supported_pattern_compiles_without_a_warning(pattern, text):
    """No pattern breaks the check, and what passes it is a pattern to Python as well."""
    if not unsupported(pattern):
        assert matches(pattern, text) == bool(re.fullmatch(pattern, text, re.ASCII))


@pytest.mark.parametrize("pattern", [p for p in SUPPORTED if p] + [".*.*.*"])
def test_a_supported_pattern_never_runs_away(pattern):
    """A long value that nearly matches is answered at once."""
    for text in ("a" * 300 + "!", "/" * 300 + "\n", "0:" * 150 + "\n"):
        matches(pattern, text)


@pytest.mark.node
def test_ecmascript_agrees():
    """Node finds the same values matched, in its strict Unicode mode, pattern by pattern."""
    texts = ["", "a", "dev-", "dev-12", "prod-9", "ab", "]", "-", "\\", "00:11:22:33:44:55"]
    texts += [
        "x@example.com",
        "https://api.example.com/v1/a/b",
        "a\tb\nc\r",
        "\u00e9\u00e9",
        "aaa",
    ]
    texts += ["a/b", "\u0665-", "z\n", "*", "xa", "dev-1234", "A.", "ab\n"]
    script = (
        "const [patterns, texts] = JSON.parse(require('fs').readFileSync(0, 'utf8'));"
        "process.stdout.write(JSON.stringify(patterns.map(p => texts.map("
        "t => new RegExp(p, 'u').test(t)))));"
    )
    asked = json.dumps([[anchored(pattern) for pattern in SUPPORTED], texts])
    answer = subprocess.run(
        [NODE, "-e", script], input=asked, capture_output=True, text=True, check=True
    )
    ours = [[matches(pattern, text) for text in texts] for pattern in SUPPORTED]
    assert ours == json.loads(answer.stdout)
