"""`classify` and `diff` as somebody types them: output, streams and exit codes."""

import json
import os
import re
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "tests" / "sample_records"
OWN_RULES = (files("site_builder.risk") / "rules.yaml").read_text("utf-8")
LABELS = [
    {"server": "s", "tool": {"name": "get_job", "description": "Get a job."}, "label": "Read"},
    {
        "server": "s",
        "tool": {"name": "kill_job", "description": "Kill a job."},
        "label": "Destructive",
        "alt_label": "Execute",
    },
]


def _run(*arguments, stdin="", cwd=ROOT):
    return subprocess.run(
        [sys.executable, "-m", "site_builder", *map(str, arguments)],
        cwd=cwd, input=stdin, capture_output=True, text=True, check=False, encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


@pytest.fixture
def labels(tmp_path):
    """Two labelled tools that the rules get right."""
    path = tmp_path / "labels.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in LABELS))
    return path


@pytest.fixture
def records(tmp_path):
    """A copy of the sample records."""
    return Path(shutil.copytree(SAMPLE, tmp_path / "records"))


@pytest.mark.parametrize("arguments", [["classify"], ["classify", "-"]])
def test_classify_reads_standard_input(arguments):
    """Lines of names and descriptions are enough to ask."""
    result = _run(*arguments, stdin="kill_job: Kill a job.\n")
    assert (0, "") == (result.returncode, result.stderr)
    assert "S1 name token \"kill\" \u2192 Destructive (+3)  [/name: 'kill']" in result.stdout


def test_classify_reads_a_capture():
    """A capture of a real server: as many tools in the JSON as it declares."""
    capture = ROOT / "tests" / "corpora" / "toolslist" / "pypi__mcp-server-git.json"
    found = json.loads(_run("classify", capture, "--json").stdout)
    declared = [tool["name"] for tool in json.loads(capture.read_text())["tools"]]
    assert declared == [tool["name"] for tool in found["tools"]]


def test_classify_reads_a_record():
    """A record's file answers for its tool."""
    record = SAMPLE / "servers" / "acme-files" / "tools" / "delete_file.yaml"
    assert _run("classify", record).stdout.startswith("delete_file\n  destructive")


@pytest.mark.parametrize(
    ("stdin", "words"),
    [
        ('{"tools": [', "<stdin>:1:12: error[json-syntax]: not JSON"),
        ("[" * 100_000, "<stdin>:1:65: error[too-deep]: nested deeper than 64 levels"),
        ('{"name": NaN}', "<stdin>:1:10: error[number-range]: NaN is no JSON value"),
        ('{"name": "a",\n"name": "b"}', "<stdin>:2:1: error[duplicate-key]: key 'name'"),
        ('{"tools": []}', "<stdin>:1:11: error[no-definition]: the list holds no tool"),
        ("", "<stdin>:1:1: error[no-definition]: the input is empty"),
    ],
)
def test_hostile_input_is_one_finding(stdin, words):
    """Exit 1, nothing on stdout, the place on stderr, no traceback."""
    result = _run("classify", stdin=stdin)
    assert (1, "") == (result.returncode, result.stdout)
    assert 1 == result.stderr.count("error[")
    assert result.stderr.startswith(words)


@pytest.mark.parametrize(
    "arguments",
    [
        ["classify", "no-such-file"],
        ["classify", "tests"],
        ["classify", "--evaluate", "no-such-file"],
        ["classify", "README.md", "--evaluate", "README.md"],
        ["diff", "no-such-folder"],
        ["diff", "records", "--rules", "README.md"],
        ["diff", "--evaluate", "README.md"],
        ["diff", "--rules", "no-such-file"],
    ],
)
def test_wrong_usage_is_told(arguments):
    """A file that is not there and options that exclude each other are exit 2."""
    result = _run(*arguments)
    assert (2, "") == (result.returncode, result.stdout)
    assert "Error:" in result.stderr


def test_classify_measures_the_rules(labels):
    """Both tools are recognised; the metrics come as text and as JSON."""
    text = _run("classify", "--evaluate", labels).stdout
    assert text.startswith("2 tools of 1 servers, rules version ")
    assert "2/2 100.0% (34.2-100.0)" in text
    found = json.loads(_run("classify", "--evaluate", labels, "--json").stdout)
    assert (2, 1.0, []) == (found["tools"], found["macro_f1"], found["mistakes"])


def test_classify_names_the_line_of_a_bad_label(labels):
    """A mistake in the labels is placed in their file."""
    labels.write_text(labels.read_text().replace("Destructive", "Destroy"))
    result = _run("classify", "--evaluate", labels)
    assert (1, "") == (result.returncode, result.stdout)
    assert "labels.jsonl:2:" in result.stderr
    assert "error[unknown-value]" in result.stderr


def test_diff_lists_stale_reviews(records):
    """A definition changed after its review: one line with both pins, exit 1; sound ones, 0."""
    assert 0 == _run("diff", "--records", records).returncode
    path = records / "servers" / "acme-files" / "tools" / "delete_file.yaml"
    (pin,) = re.findall("mrd1:[0-9a-f]{64}", path.read_text())
    path.write_text(path.read_text().replace("title: Delete a file", "title: Remove a file"))
    result = _run("diff", "--records", records)
    assert 1 == result.returncode
    assert f"the review looked at {pin}" in result.stdout
    (stale,) = json.loads(_run("diff", "--records", records, "--json").stdout)["drifted"]
    assert ("acme-files", "delete_file", pin) == (
        stale["server"], stale["tool"], stale["reviewed"],
    )  # fmt: skip


def test_diff_with_an_earlier_folder(records):
    """A description that changed since is text; the same folder is nothing; both are exit 0."""
    same = _run("diff", SAMPLE, "--records", records)
    assert (0, "", "nothing changed\n") == (same.returncode, same.stdout, same.stderr)
    (records / "servers" / "acme-files" / "tools" / "delete_file.yaml").unlink()
    result = _run("diff", SAMPLE, "--records", records)
    assert 0 == result.returncode
    assert "removed-tool  acme-files delete_file\n" in result.stdout
    changes = json.loads(_run("diff", SAMPLE, "--records", records, "--json").stdout)["changes"]
    assert "removed-tool" in [change["class"] for change in changes]


def test_diff_of_rules_fails_where_danger_is_missed(tmp_path, labels):
    """A rule file that knows no Destructive: records move, recall falls, exit 1."""
    rules = tmp_path / "mine.yaml"
    rules.write_text(OWN_RULES)
    command = ["diff", "--rules", rules, "--records", SAMPLE, "--evaluate", labels]
    same = _run(*command)
    assert 0 == same.returncode
    assert same.stderr.startswith("0 of ")
    assert "recall destructive" in same.stdout
    rules.write_text(OWN_RULES.replace("category: destructive", "category: write"))
    result = _run(*command)
    assert 1 == result.returncode
    assert "recall falls: Destructive" in result.stderr
    found = json.loads(_run(*command, "--json").stdout)
    assert ["destructive"] == found["recall_falls"]


def test_a_broken_rule_file_is_reported_like_a_record(tmp_path):
    """Every mistake of the file at its place, exit 1."""
    rules = tmp_path / "mine.yaml"
    rules.write_text(OWN_RULES.replace("version:", "versoin:", 1))
    result = _run("diff", "--rules", rules, "--records", SAMPLE)
    assert (1, "") == (result.returncode, result.stdout)
    assert "error[missing-key]" in result.stderr
    assert "error[unknown-key]" in result.stderr
