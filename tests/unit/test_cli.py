"""The commands as somebody types them: output, streams and exit codes."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SAMPLE = Path(__file__).parents[1] / "sample_records"


def _run(*arguments: str, cwd: Path = SAMPLE.parent, **environment: str):
    return subprocess.run(
        [sys.executable, "-m", "site_builder", *arguments],
        cwd=cwd, capture_output=True, text=True, check=False, encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(SAMPLE.parents[1]), **environment},
    )  # fmt: skip


def _broken(folder: Path) -> Path:
    """A records folder with one mistake in each of two files."""
    records = folder / "records"
    shutil.copytree(SAMPLE, records)
    (records / "glossary" / "pin.yaml").write_text("term: Pin\nshrt: A hash.\n")
    (records / "attacks" / "ssrf.yaml").write_text("title: [\n")
    return records


def test_check_says_that_all_is_well() -> None:
    """Sound records: nothing on stdout, one line on stderr, exit 0."""
    result = _run("check", "--records", str(SAMPLE))
    assert (0, "", "19 records: no mistakes\n") == (
        result.returncode,
        result.stdout,
        result.stderr,
    )


def test_check_reports_all_files_and_fails(tmp_path) -> None:
    """Every mistake of every file stands on stdout, sorted; exit 1; no traceback."""
    _broken(tmp_path)
    result = _run("check", cwd=tmp_path)
    heads = [line for line in result.stdout.splitlines() if line.startswith("records/")]
    assert 1 == result.returncode
    assert [
        "records/attacks/ssrf.yaml:2:1: error[yaml-syntax]:",
        "records/glossary/pin.yaml:1:1: error[missing-key]:",
        "records/glossary/pin.yaml:2:1: error[unknown-key]:",
    ] == [" ".join(line.split()[:2]) for line in heads]
    assert "Traceback" not in result.stderr


def test_check_can_be_narrowed_to_a_file(tmp_path) -> None:
    """With a path, only the findings in it are shown and count."""
    _broken(tmp_path)
    assert "ssrf" not in _run("check", "records/glossary", cwd=tmp_path).stdout
    assert 0 == _run("check", "records/servers", cwd=tmp_path).returncode


def test_check_prints_json_and_annotations(tmp_path) -> None:
    """Both machine formats carry the three findings, and nothing else is on stdout."""
    _broken(tmp_path)
    found = json.loads(_run("check", "--json", cwd=tmp_path).stdout)["diagnostics"]
    assert ["yaml-syntax", "missing-key", "unknown-key"] == [item["code"] for item in found]
    lines = _run("check", "--format", "github", cwd=tmp_path).stdout.splitlines()
    assert ["::error file=records/attacks/ssrf.yaml,line=2,col=1"] == [
        line.split(",title")[0] for line in lines[:1]
    ]
    assert 3 == len(lines)


def test_strict_turns_warnings_into_failure(tmp_path) -> None:
    """A warning passes a plain check and fails a strict one."""
    records = _broken(tmp_path)
    (records / "attacks" / "ssrf.yaml").write_bytes((SAMPLE / "attacks/ssrf.yaml").read_bytes())
    (records / "glossary" / "pin.yaml").write_text("term: Pin\nshort: See issue #12 of ours.\n")
    assert (0, 1) == (
        _run("check", cwd=tmp_path).returncode,
        _run("check", "--strict", cwd=tmp_path).returncode,
    )


def test_a_console_without_unicode_loses_nothing(tmp_path) -> None:
    """On a cp1252 console a finding about text it cannot show is still a finding."""
    records = _broken(tmp_path)
    (records / "glossary" / "pin.yaml").write_text("term: Pin\nshort: x\n杀: y\n")
    environment = {
        **os.environ,
        "PYTHONIOENCODING": "cp1252",
        "PYTHONPATH": str(SAMPLE.parents[1]),
    }
    result = subprocess.run(
        [sys.executable, "-m", "site_builder", "check"],
        cwd=tmp_path, capture_output=True, check=False, env=environment,
    )  # fmt: skip
    assert 1 == result.returncode
    assert b"unknown key '\\u6740'" in result.stdout


def test_search_finds_by_part_of_a_name() -> None:
    """The best hit comes first, with its page; nothing found is exit 1."""
    result = _run("search", "delet", "--json", "--records", str(SAMPLE))
    first = json.loads(result.stdout)["hits"][0]
    assert ("delete_file", "servers/acme-files/tools/delete_file.html", "prefix") == (
        first["name"], first["path"], first["match"],
    )  # fmt: skip
    nothing = _run("search", "zzzz", "--records", str(SAMPLE))
    assert (1, "", "nothing found\n") == (nothing.returncode, nothing.stdout, nothing.stderr)


def test_policy_prints_the_block_alone_on_stdout() -> None:
    """The block can be piped into a file; what it cannot say goes to stderr."""
    result = _run(
        "policy", "acme-files", "delete_file", "--target", "policylayer", "--records", str(SAMPLE)
    )
    block = json.loads(result.stdout)
    assert ("deny", ["delete_file"]) == (block["default"], list(block["tools"]))
    assert result.stdout.endswith("}\n")
    assert "note[" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["acme-file", "--target", "policylayer"], "did you mean 'acme-files'?"),
        (["acme-files", "delete_fil", "--target", "policylayer"], "did you mean 'delete_file'?"),
        (["acme-files", "--target", "claude"], "did you mean 'claude-code'?"),
        (
            ["acme-files", "--target", "claude-code", "--server-name", "a b"],
            "cannot name a server",
        ),
    ],
)
def test_a_wrong_name_is_wrong_usage(arguments, words) -> None:
    """An unknown server, tool, target or client name is exit 2 with the nearest right one."""
    result = _run("policy", *arguments, "--records", str(SAMPLE))
    assert (2, "") == (result.returncode, result.stdout)
    assert words in result.stderr


def test_policy_takes_the_name_of_the_readers_own_configuration() -> None:
    """The block for a client that names servers uses the name that was given."""
    result = _run(
        "policy", "acme-files", "--target", "claude-code", "--server-name", "my-files",
        "--records", str(SAMPLE),
    )  # fmt: skip
    assert "mcp__my-files__delete_file" in result.stdout


def test_build_reports_and_builds_nothing_twice(tmp_path) -> None:
    """The second build of the same records writes no file, and both say what they did."""
    command = ["build", "--records", str(SAMPLE), "--output", str(tmp_path / "out"), "--json"]
    first, second = (json.loads(_run(*command).stdout) for _ in range(2))
    assert (True, 19, 0) == (first["built"], first["records"], first["unchanged"])
    assert (0, first["written"], 0) == (second["written"], second["unchanged"], second["removed"])


def test_a_build_with_mistakes_keeps_the_last_site(tmp_path) -> None:
    """Broken records: exit 1, the findings on stderr, and the output as it was."""
    output = str(tmp_path / "out")
    _run("build", "--records", str(SAMPLE), "--output", output)
    before = (tmp_path / "out" / "index.html").read_bytes()
    result = _run("build", "--records", str(_broken(tmp_path)), "--output", output)
    assert (1, "") == (result.returncode, result.stdout)
    assert "error[unknown-key]" in result.stderr
    assert "nothing written" in result.stderr
    assert before == (tmp_path / "out" / "index.html").read_bytes()


def test_an_unsafe_output_is_the_environments_fault(tmp_path) -> None:
    """An output that holds the records is refused in one sentence, exit 3."""
    records = _broken(tmp_path)
    result = _run("build", "--records", str(records), "--output", str(tmp_path))
    assert 3 == result.returncode
    assert "overlap" in result.stderr
    assert 1 == len(result.stderr.splitlines())


@pytest.mark.parametrize("address", ["example.org", "ftp://x/", "https://x/?q", "https://"])
def test_a_base_url_must_be_absolute(address) -> None:
    """Half an address is wrong usage."""
    assert 2 == _run("build", "--base-url", address, "--records", str(SAMPLE)).returncode


def test_a_closed_stdout_is_no_failure() -> None:
    """`check | head` ends without a traceback."""
    shell = f"{sys.executable} -m site_builder check --json --records {SAMPLE} | head -c 1"
    result = subprocess.run(  # noqa: S602 - a pipe of our own words
        shell,
        shell=True,
        cwd=SAMPLE.parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ("{", "") == (result.stdout, result.stderr)


def test_a_path_that_is_not_there_is_wrong_usage() -> None:
    """A mistyped path must not pass for records without a mistake."""
    result = _run("check", "no/such.yaml", "--records", str(SAMPLE))
    assert (2, "") == (result.returncode, result.stdout)


@pytest.mark.parametrize("command", ["check", "search delete"])
def test_a_stdout_that_was_never_open_is_no_failure(command) -> None:
    """A process started without a standard output does its work all the same."""
    shell = f"{sys.executable} -m site_builder {command} --records {SAMPLE} >&-"
    result = subprocess.run(  # noqa: S602 - our own words
        shell, shell=True, cwd=SAMPLE.parents[1], capture_output=True, text=True, check=False
    )
    assert 0 == result.returncode, result.stderr


@pytest.mark.parametrize("address", ["https://x.example/\nEvil: 1", "https://u:p@x.example/"])
def test_a_base_url_brings_no_line_and_no_password(address) -> None:
    """What would stand in robots.txt and in every canonical link is a plain address."""
    assert 2 == _run("build", "--base-url", address, "--records", str(SAMPLE)).returncode
