"""The files a candidate starts from: they load, run and fail politely, and the READMEs are true."""

from __future__ import annotations

import doctest
import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import kata.board
from graders.katas.best_move.task import BestMoveTask
from graders.katas.operations.task import ScriptTask
from graders.model.suite import Case
from kata.board import Board
from solutions.operations import solution
from tests.shipped import shipped

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


def test_the_best_move_starter_plays_a_legal_column_but_not_the_right_one() -> None:
    find_best_move = starter("best_move").find_best_move
    assert not [case.id for case in BEST_MOVE if not plays_legally_but_misses(find_best_move, case)]


def plays_legally_but_misses(find_best_move: Callable[[Board], int], case: Case) -> bool:
    right = []
    for task in (member.task for member in case.members):
        assert isinstance(task, BestMoveTask)
        board = task.board()
        column = find_best_move(board)
        if column not in board.valid_moves() or board != task.board():
            return False
        right.append(column in task.accept)
    return not all(right)


def test_the_operations_starter_answers_each_operation_but_not_rightly() -> None:
    solution = starter("operations").solution
    found = []
    for case in SMALL_SCRIPTS:
        task = case.task
        assert isinstance(task, ScriptTask)
        answers = solution(task.rows, task.cols, task.k, list(task.operations))
        if len(answers) != len(task.operations) or answers == list(task.expected):
            found.append(case.id)
    assert not found


@pytest.mark.thorough
def test_the_starters_satisfy_a_strict_type_checker(tmp_path: Path) -> None:
    api = pytest.importorskip("mypy.api")
    made = [tmp_path / f"{path.parent.name}.py" for path in KATA.glob("*/starter.py")]
    for copy in made:
        copy.write_bytes((KATA / copy.stem / "starter.py").read_bytes())
    (tmp_path / "kata").symlink_to(KATA)
    words = ["--strict", "--config-file=", f"--cache-dir={tmp_path / 'cache'}"]
    said, wrong, code = api.run([*words, *map(str, made)])
    assert (len(made), code, wrong) == (4, 0, ""), said


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
