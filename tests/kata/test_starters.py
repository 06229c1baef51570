"""The files a candidate starts from: they load, run and fail politely, and the READMEs are true."""

from __future__ import annotations

import doctest
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

import kata.board
from graders.katas.best_move.task import BestMoveTask
from graders.katas.operations.task import ScriptTask
from graders.model.suite import Case
from graders.suites import shipped
from kata.board import Board
from solutions.operations import solution

KATA = Path(kata.board.__file__).parent
BEST_MOVE = [case for suite in shipped("best_move") for case in suite.cases]
SMALL_SCRIPTS = [
    case for suite in shipped("operations") if suite.name != "scale" for case in suite.cases
]


def starter(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"{name}_starter", KATA / name / "starter.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("case", BEST_MOVE, ids=lambda case: case.id)
def test_the_best_move_starter_plays_a_legal_column_but_not_the_right_one(case: Case) -> None:
    right = []
    for task in (member.task for member in case.members):
        assert isinstance(task, BestMoveTask)
        board = task.board()
        column = starter("best_move").find_best_move(board)
        assert column in board.valid_moves()
        assert board == task.board()
        right.append(column in task.accept)
    assert not all(right)


@pytest.mark.parametrize("case", SMALL_SCRIPTS, ids=lambda case: case.id)
def test_the_operations_starter_answers_each_operation_but_not_rightly(case: Case) -> None:
    assert isinstance(case.task, ScriptTask)
    task = case.task
    answers = starter("operations").solution(task.rows, task.cols, task.k, list(task.operations))
    assert len(answers) == len(task.operations)
    assert answers != list(task.expected)


def test_the_best_move_readme_shows_what_the_board_does() -> None:
    results = doctest.testfile(str(KATA / "best_move" / "README.md"), module_relative=False)
    assert results.attempted > 0
    assert results.failed == 0


def test_the_best_move_readme_draws_the_first_case() -> None:
    text = (KATA / "best_move" / "README.md").read_text(encoding="utf-8")
    assert str(Board.from_moves("144330156")) in text


def test_the_operations_readme_shows_what_the_reference_returns() -> None:
    text = (KATA / "operations" / "README.md").read_text(encoding="utf-8")
    blocks = [block.partition("```")[0] for block in text.split("```python\n")[1:]]
    call, returned = (block.strip() for block in blocks if block.startswith(("solution(", "[")))
    assert eval(call, {"solution": solution}) == eval(returned)
