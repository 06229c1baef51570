"""What runs JavaScript is found on the PATH; where it is not, it is said what to install."""

from __future__ import annotations

from pathlib import Path

import pytest

from graders import grade_file
from graders.channel import languages
from graders.channel.languages import UnavailableError
from graders.lab.doctor.examination import language_checks
from graders.model.limits import MIB, Limits
from graders.model.verdict import Verdict
from tests.node import ONLY_WITH_NODE

TOLD = '{{"file": "/opt/node/bin/node", "version": "{}", "strips": {}, "libraries": []}}'


def there_is(monkeypatch: pytest.MonkeyPatch, folder: Path, body: str) -> None:
    """Have the `PATH` hold one program called node, a script of the shell's."""
    program = folder / "node"
    program.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))


def of_version(
    monkeypatch: pytest.MonkeyPatch, folder: Path, version: str, *, strips: bool = False
) -> None:
    told = TOLD.format(version, "true" if strips else "false")
    there_is(monkeypatch, folder, f"echo '{told}'")


def why_not(finder: languages.Finder) -> str:
    with pytest.raises(UnavailableError) as caught:
        finder(Limits())
    return str(caught.value)


@ONLY_WITH_NODE
def test_the_one_that_is_here_tells_of_itself() -> None:
    node = languages.found()
    assert node.version >= (20,)
    assert node.file.is_file() and node.file in node.in_place
    assert all(path.exists() for path in node.in_place)
    words = languages.javascript(Limits(memory_bytes=64 * MIB)).words
    assert words[0] == str(node.file)
    assert "--max-old-space-size=64" in words


def test_without_any_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    said = why_not(languages.javascript)
    assert said.startswith("there is no Node.js here, which runs JavaScript; install Node.js 20")
    mine = tmp_path / "mine.js"
    mine.write_text("exports.findBestMove = () => 3;\n", encoding="utf-8")
    card = grade_file(mine, kata="best_move")
    assert {result.verdict for result in card.results} == {Verdict.GRADER_ERROR}
    assert {result.message for result in card.results} == {said}
    assert [(check.name, check.holds, check.needed) for check in language_checks()] == [
        ("JavaScript", False, False),
        ("TypeScript", False, False),
    ]


def test_one_that_is_too_old_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    of_version(monkeypatch, tmp_path, "18.20.4")
    assert why_not(languages.javascript).startswith(
        "JavaScript needs a newer Node.js than Node.js 18.20.4 (/opt/node/bin/node); install"
    )


@pytest.mark.parametrize(("version", "strips"), [("20.20.2", False), ("22.17.1", True)])
def test_types_need_one_that_leaves_them_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: str, strips: bool
) -> None:
    of_version(monkeypatch, tmp_path, version, strips=strips)
    said = why_not(languages.typescript)
    assert "TypeScript needs Node.js 22.18 or newer" in said
    assert f"Node.js {version} (/opt/node/bin/node)" in said
    assert languages.javascript(Limits()).words[0] == "/opt/node/bin/node"


def test_types_are_left_out_by_a_newer_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    of_version(monkeypatch, tmp_path, "22.18.0", strips=True)
    assert languages.typescript(Limits()).words[0] == "/opt/node/bin/node"
    assert [check.holds for check in language_checks()] == [True, True]


@pytest.mark.parametrize(
    ("version", "is_told"),
    [("20.9.0", False), ("20.10.0", True), ("20.19.0", False), ("22.6.0", True), ("22.7.0", False)],
)
def test_a_version_that_can_tell_modules_apart_and_does_not_is_told_to(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: str, is_told: bool
) -> None:
    of_version(monkeypatch, tmp_path, version)
    assert ("--experimental-detect-module" in languages.javascript(Limits()).words) is is_told


@pytest.mark.parametrize("body", ["exit 3", "echo no JSON", "echo '{}'", "echo broken >&2; exit 1"])
def test_one_that_does_not_work_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, body: str
) -> None:
    there_is(monkeypatch, tmp_path, body)
    assert why_not(languages.javascript).startswith(f"{tmp_path / 'node'} does not work: ")


def test_what_lies_outside_the_folders_of_libraries_is_shown() -> None:
    libraries = [Path("/opt/x/lib/libz.so.1"), Path("/usr/lib/libc.so.6")]
    file = Path("/opt/node/bin/node")
    assert languages._in_place(file, libraries) == (file, Path("/opt/x/lib"))
    stored = Path("/nix/store/abc-node/bin/node")
    assert languages._in_place(stored, []) == (Path("/nix/store"),)
