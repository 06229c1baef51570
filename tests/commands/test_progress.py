"""`kata progress` as a person calls it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from graders.cli import main
from graders.practice import run_history
from graders.practice.run_history import CaseRun, GradedRun, timestamp, whole_name


def progress(*words: object) -> Result:
    return CliRunner().invoke(main, ["progress", *map(str, words)])


def graded(file: Path, source: bytes, score: int) -> None:
    """Remember a run of `file` in which it had that source, and `score` of two cases."""
    file.write_bytes(source)
    cases = tuple(
        CaseRun(f"a/{number}", verdict, int(number < score), 1, 0.1)
        for number, verdict in enumerate((["accepted"] * score + ["wrong_answer"] * 2)[:2])
    )
    name = run_history.keep_source(source)
    run_history.append(
        GradedRun(timestamp(), whole_name(file), name, "best_move", score, 2, cases=cases)
    )


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KATA_STATE", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    return Path("mine.py")


def test_it_shows_what_broke_and_the_change_since_the_best_run(mine: Path) -> None:
    graded(mine, b"good = True\n", 2)
    graded(mine, b"good = False\n", 1)
    shown = progress(mine)
    assert shown.exit_code == 0
    assert shown.output.startswith("mine.py  kata best_move\n")
    assert "  a/1  wrong answer\n" in shown.output
    assert "-good = True\n+good = False\n" in shown.output


def test_now_is_the_file_as_it_is_and_where_it_is_gone_as_it_was_graded_last(mine: Path) -> None:
    graded(mine, b"good = True\n", 2)
    graded(mine, b"good = False\n", 1)
    mine.write_bytes(b"good = None\n")
    assert "+good = None\n" in progress(mine).output
    mine.unlink()
    assert "+good = False\n" in progress(mine).output


def test_the_only_file_needs_no_name_and_several_are_listed(mine: Path) -> None:
    graded(mine, b"x = 1\n", 1)
    assert progress().output == progress(mine).output
    graded(Path("other.py"), b"x = 2\n", 2)
    listed = progress().output
    assert "mine.py" in listed
    assert "other.py" in listed
    assert "kata progress FILE" in listed


@pytest.mark.parametrize("words", [[], ["mine.py"]])
def test_without_a_run_it_says_how_to_make_one(mine: Path, words: list[str]) -> None:
    shown = progress(*words)
    assert shown.exit_code == 2
    assert "make the first with: kata grade m" in shown.output
    assert shown.output.count("\n") == 1


def test_where_the_history_is_off_it_says_so(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KATA_HISTORY", "off")
    assert "it is turned off: unset KATA_HISTORY" in progress().output


def test_a_page_is_written_where_it_is_wanted(mine: Path) -> None:
    graded(mine, b"x = 1\n", 1)
    assert progress(mine, "--format", "html", "--output", "page.html").exit_code == 0
    assert Path("page.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert progress(mine, "--format", "html", "--output", mine).exit_code == 2
    assert json.loads(progress(mine, "--format", "json").stdout)["files"][0]["best"] == 0


def test_without_jinja2_the_page_says_what_to_install(
    mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    graded(mine, b"x = 1\n", 1)
    monkeypatch.setitem(sys.modules, "jinja2", None)
    shown = progress(mine, "--format", "html")
    assert shown.exit_code == 2
    assert "pip install 'connect-four-kata[practice]'" in shown.output
    assert progress(mine).exit_code == 0
