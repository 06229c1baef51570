"""`kata list`: the path, and every case by a name that other commands take, within 80 columns."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from graders.cli import main
from graders.katas import all_katas, kata_named
from graders.katas.best_move.kata import BestMove
from graders.katas.path import path
from graders.model.suite import members_of
from graders.practice import run_history
from graders.practice.run_history import CaseRun, GradedRun
from tests.shipped import shipped


@pytest.fixture(autouse=True)
def _state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KATA_STATE", str(tmp_path))
    monkeypatch.delenv("KATA_HISTORY", raising=False)


def listed(*words: str, columns: int = 80) -> str:
    result = CliRunner().invoke(main, ["list", *words], env={"COLUMNS": str(columns)})
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("name", all_katas())
def test_every_case_is_there_with_its_points_and_its_cap(name: str) -> None:
    lines = [line.split() for line in listed(name).splitlines()]
    for suite in shipped(name, stretch=True):
        heading = next(words for words in lines if words and words[0] == f"{suite.name}:")
        assert ("--stretch" in heading) is suite.stretch
        for case in suite.cases:
            line = next(words for words in lines if words and words[0] == case.id.split("/")[1])
            about = "" if case.yardstick is None else "~"
            assert " ".join(line[1:]).endswith(f"{case.points} point {about}{case.cap_s:g} s")


@pytest.mark.parametrize("name", all_katas())
def test_every_case_says_what_it_is_about(name: str) -> None:
    text = " ".join(listed(name).split())
    for suite in shipped(name, stretch=True):
        for case in suite.cases:
            about = case.about or kata_named(name).about(case.members[0].task)
            assert about
            assert about in text


@pytest.mark.parametrize("columns", [80, 120, 40])
def test_no_line_is_wider_than_the_terminal(columns: int) -> None:
    longest = max(map(len, listed(columns=columns).splitlines()))
    assert longest <= max(columns, 72)  # the longest name of a case, its points and its cap


def stops(text: str) -> dict[str, list[str]]:
    """Return the lines of each kata: what it teaches, how far one is, what is next."""
    blocks = (block.splitlines() for block in text.split("\n\n"))
    return {
        words[1].rstrip(":"): [line.strip() for line in block]
        for block in blocks
        if (words := block[0].split())[0].rstrip(".").isdigit()
    }


def test_without_a_kata_they_are_listed_as_a_path() -> None:
    found = stops(listed(columns=100))
    assert list(found) == [stop.name for stop in path()]
    for stop in path():
        teaches, far, following = found[stop.name]
        assert teaches.endswith(stop.teaches)
        assert far == "not begun"
        assert following.endswith(f" new {stop.name}")


def test_the_path_shows_the_best_run_of_each_and_what_is_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("")
    first, second = (stop.name for stop in path()[:2])
    won, lost = CaseRun("a/b", "accepted", 1, 1, 0.1), CaseRun("a/c", "wrong_answer", 0, 1, 0.1)
    for kata, cases in ((first, (won,)), (first, (won, lost)), (second, (lost, won))):
        points = sum(case.points for case in cases)
        run_history.append(
            GradedRun(
                "2026-11-22",
                run_history.whole_name(Path("mine.py")),
                "0",
                kata,
                points,
                len(cases),
                cases=cases,
            )
        )
    found = stops(listed())
    assert found[first][-2] == "all 1 point with mine.py"
    assert found[first][-1].endswith(" grade mine.py --stretch --variants")
    assert found[second][-2] == "1 of 2 points with mine.py"
    assert found[second][-1].endswith(" watch mine.py")


def test_what_a_case_is_about_tells_no_answer() -> None:
    assert "column " not in listed("best_move").replace("columns", "")


def remember(file: str, *cases: CaseRun, later: int = 0) -> None:
    """Remember a run, on versions of the suites that are by so many later than today's."""
    today = {suite.name: suite.version for suite in shipped("best_move", stretch=True)}
    run_history.append(
        GradedRun(
            *("2026-11-22T09:30:00.000Z", file, "0", "best_move", 1, 7),
            cases=tuple(
                replace(case, version=today[case.id.partition("/")[0]] + later) for case in cases
            ),
        )
    )


def last_words(text: str, name: str) -> str:
    return next(line for line in text.splitlines() if line.startswith(f"  {name} "))[-22:].strip()


def test_how_the_last_run_did_stands_beside_each_case_that_was_in_it() -> None:
    assert "Last run" not in listed("best_move")
    remember("/elsewhere/old.py", CaseRun("phase2/win-at-once", "runtime_error", 0, 1, 0.1))
    remember("/elsewhere/mine.py", CaseRun("phase3/mate-in-9", "time_limit_exceeded", 0, 1, 2.0))
    remember("/elsewhere/mine.py", CaseRun("phase2/win-at-once", "accepted", 1, 1, 0.3125))
    text = listed("best_move")
    assert "Last run: /elsewhere/mine.py\n" in text
    assert last_words(text, "win-at-once").endswith("2 s  accepted 0.31 s")
    assert last_words(text, "mate-in-9").endswith("time limit exceeded")
    assert last_words(text, "block-at-once").endswith("2 s")
    assert "runtime error" not in text
    assert max(map(len, text.splitlines())) <= 80


def test_how_another_version_of_a_suite_went_does_not_stand_there() -> None:
    won = CaseRun("phase2/win-at-once", "accepted", 1, 1, 0.3125)
    remember("/elsewhere/mine.py", won, later=1)
    assert last_words(listed("best_move"), "win-at-once").endswith("2 s")


def test_the_best_run_on_the_path_is_one_on_the_latest_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("")
    won = CaseRun("phase2/win-at-once", "accepted", 7, 7, 0.1)
    mine = run_history.whole_name(Path("mine.py"))
    remember(mine, won)
    remember(mine, replace(won, verdict="wrong_answer", points=0), later=1)
    assert stops(listed())["best_move"][-1].endswith(" watch mine.py")


def test_a_history_that_is_off_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    remember("/elsewhere/mine.py", CaseRun("phase2/win-at-once", "accepted", 1, 1, 0.3))
    monkeypatch.setenv("KATA_HISTORY", "off")
    assert "Last run" not in listed("best_move")


def test_an_unknown_kata_lists_the_katas() -> None:
    result = CliRunner().invoke(main, ["list", "chess"])
    assert result.exit_code == 2
    assert "no kata 'chess'" in result.output


def test_hardness_has_a_row_for_each_position_with_the_panel_and_the_nodes_of_each_rung() -> None:
    lines = listed("best_move", "--hardness").splitlines()
    rows = {words[0]: words[1:] for line in lines if (words := line.split())}
    for suite in shipped("best_move", stretch=True):
        for case in members_of(suite.cases):
            stated = kata_named("best_move").hardness(case.task)
            assert stated is not None
            row = rows[case.id.partition("/")[2]]
            counts = ["over 10M" if nodes is None else f"{nodes:,}" for nodes in stated.nodes]
            assert " ".join(row).endswith(" ".join([f"{stated.share:.0%}", *counts]))
    assert rows["win-at-once#1"][:2] == ["win", "1"]
    assert max(map(len, lines)) <= 80
    assert listed("--hardness").splitlines() == lines


def test_hardness_fits_a_narrow_terminal_too() -> None:
    text = listed("best_move", "--hardness", columns=40)
    assert max(map(len, text.splitlines())) <= 40
    stated = kata_named("best_move").hardness(shipped("best_move")[0].cases[0].members[0].task)
    assert stated is not None
    naive, alpha_beta, deepening, table = stated.nodes
    counts = f"naive {naive:,}, alpha-beta {alpha_beta:,}, deepening {deepening:,}, table {table:,}"
    assert f"panel {stated.share:.0%}, {counts}" in " ".join(text.split())


def test_a_suite_that_states_no_hardness_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BestMove, "hardness", lambda self, task: None)
    assert "\nphase2: its file states no hardness\n" in listed("best_move", "--hardness")


def test_a_kata_without_a_measure_of_hardness_says_so() -> None:
    result = CliRunner().invoke(main, ["list", "operations", "--hardness"])
    assert result.exit_code == 2
    assert "nothing measures how hard the cases of operations are" in result.output
