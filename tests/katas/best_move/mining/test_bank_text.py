"""The file that a bank is written to."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from graders.katas.best_move.mining.held_out import GuessRate
from graders.katas.best_move.mining.order import Order
from graders.katas.best_move.mining.search import bank_text, case_id
from graders.katas.best_move.prove import prove, winning_line
from graders.katas.best_move.task import BestMoveTask
from graders.suites import load_suite

FIRST = BestMoveTask("3404340063064136", (1,), mate_in=7, quiet=True)
SECOND = BestMoveTask("30211522403433123611004366", (4,), mate_in=7, quiet=True)
FOUND = ((FIRST,), (SECOND,))
ORDER = Order(mate=7, count=2, seed=5)


def with_line(task: BestMoveTask) -> BestMoveTask:
    return replace(task, line=winning_line(task))


def test_a_bank_loads_as_the_suite_that_was_mined(tmp_path: Path) -> None:
    (tmp_path / "bank.yaml").write_text(bank_text(ORDER, FOUND), encoding="utf-8")
    suite = load_suite(tmp_path / "bank.yaml")
    assert (suite.kata, suite.phase, suite.stretch) == ("best_move", None, False)
    assert tuple(case.task for case in suite.cases) == (with_line(FIRST), with_line(SECOND))
    assert [case.id for case in suite.cases] == [f"bank/{case_id(found)}" for found in FOUND]
    assert {(case.cap_s, case.points) for case in suite.cases} == {(2.0, 1)}


def test_every_line_that_is_written_is_proved(tmp_path: Path) -> None:
    (tmp_path / "bank.yaml").write_text(bank_text(ORDER, FOUND), encoding="utf-8")
    for case in load_suite(tmp_path / "bank.yaml").cases:
        assert isinstance(case.task, BestMoveTask)
        assert len(case.task.line) == 7
        assert prove(case.task).holds


def test_a_group_loads_as_one_case(tmp_path: Path) -> None:
    (tmp_path / "bank.yaml").write_text(bank_text(ORDER, [(FIRST, SECOND)]), encoding="utf-8")
    (case,) = load_suite(tmp_path / "bank.yaml").cases
    assert [member.task for member in case.members] == [with_line(FIRST), with_line(SECOND)]
    assert (case.id, case.points) == (f"bank/{case_id((FIRST, SECOND))}", 1)


def test_a_bank_says_where_yellow_moved_first(tmp_path: Path) -> None:
    yellow = replace(FIRST, first="Y")
    (tmp_path / "bank.yaml").write_text(bank_text(ORDER, [(yellow, SECOND)]), encoding="utf-8")
    (case,) = load_suite(tmp_path / "bank.yaml").cases
    assert [member.task for member in case.members] == [with_line(yellow), with_line(SECOND)]
    assert [yellow.to_move, SECOND.to_move] == ["Y", "R"]
    assert case.id == f"bank/{case_id((FIRST, SECOND))}"


def test_the_head_says_who_was_asked_and_what_the_rest_of_the_panel_answers() -> None:
    rates = [GuessRate("steady.py", (1,)), GuessRate("lucky.py", (0, 2, 2))]
    head = bank_text(ORDER, FOUND, rates).split("kata: best_move")[0]
    flowing = " ".join(head.replace("\n#", "").split())
    assert "18 guessers that do not search as deep as the mate were asked" in flowing
    assert "they answer a whole case in at most 15% of runs" in flowing
    assert "turned nothing down. Of the 2 cases they answer by guessing" in flowing
    assert "#     steady.py: 1\n#     lucky.py: 1.3, at most 2 in 3 runs\n" in head
    assert "guessers" not in bank_text(replace(ORDER, allow_guessable=True), FOUND)


def test_the_head_holds_the_seed_and_the_command() -> None:
    head = bank_text(ORDER, FOUND).split("kata: best_move")[0]
    assert "Seed 5" in head
    assert f"#     {ORDER.command()}\n" in head
    assert "Stopped early" not in head


def test_the_head_says_when_fewer_were_found_than_asked_for() -> None:
    assert "# Stopped early: 1 of 2 were found." in bank_text(ORDER, FOUND[:1])


def test_the_case_is_drawn_for_people() -> None:
    text = bank_text(ORDER, FOUND[:1])
    assert text.endswith(
        """\
    to_move: RED
    board: |
      .......
      .......
      R..RR..
      Y..YY.Y
      R..RY.Y
      RY.RY.R
    accept: [1]
    mate_in: 7
    line: "1663232"
    quiet: true
    points: 1
"""
    )
