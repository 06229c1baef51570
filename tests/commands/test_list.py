"""`kata list`: every case by a name that other commands take, within 80 columns."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from graders.cli import main
from graders.katas import all_katas, kata_named
from graders.suites import shipped


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
            assert " ".join(line[1:]).endswith(f"{case.points} point {case.cap_s:g} s")


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


def test_without_a_kata_all_are_listed() -> None:
    assert listed() == "\n".join(listed(name) for name in all_katas())


def test_what_a_case_is_about_tells_no_answer() -> None:
    assert "column " not in listed("best_move").replace("columns", "")


def test_an_unknown_kata_lists_the_katas() -> None:
    result = CliRunner().invoke(main, ["list", "chess"])
    assert result.exit_code == 2
    assert "no kata 'chess'" in result.output
