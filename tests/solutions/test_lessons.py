"""The further lessons: one change each, the same scores, and other nodes."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graders import grade_file
from graders.lab.verifying.declared import Declaration, lessons
from graders.lab.verifying.runs import Run
from kata.board import Board, Player
from solutions import iterative_deepening, transposition
from solutions.lessons import LESSONS, Lesson
from solutions.prover import Position, Prover
from tests.shipped import shipped
from tests.solutions.brute_force import late_board, outcome
from tests.solutions.known import MATES
from tests.solutions.test_rungs import CountingBoard, counting
from tests.tiers import sampled
from tests.unhurried import by_cpu_time, unhurried

FOLDER = Path(transposition.__file__).parent / "lessons"
MODULES = {each.name.rpartition(".")[2]: import_module(each.name) for each in LESSONS}
NAMED = [pytest.param(each, id=each.name.rpartition(".")[2]) for each in LESSONS]
WIN = transposition.WIN

boards = st.builds(
    late_board, st.integers(0, 2**32), st.integers(1, 34), st.sampled_from(list(Player))
)
late_boards = st.builds(
    late_board, st.integers(0, 2**32), st.integers(1, 8), st.sampled_from(list(Player))
)


def parts_of(module: ModuleType) -> dict[str, str]:
    """Return the code of each function, method and constant, without what is said of it."""
    found: dict[str, str] = {}
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{name}": code for name, code in methods_of(node)}
        elif isinstance(node, ast.FunctionDef):
            found[node.name] = code_of(node)
        elif isinstance(node, ast.Assign):
            found |= dict(values_of(node))
    return found


def methods_of(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for each in node.body:
        if isinstance(each, ast.FunctionDef):
            yield each.name, code_of(each)


def values_of(node: ast.Assign) -> Iterator[tuple[str, str]]:
    (target,), value = node.targets, node.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for name, each in zip(target.elts, value.elts, strict=True):
            yield ast.unparse(name), ast.dump(each)
    else:
        yield ast.unparse(target), ast.dump(value)


def code_of(node: ast.FunctionDef) -> str:
    if ast.get_docstring(node):
        node.body = node.body[1:]
    return ast.dump(node)


def score_of(module: ModuleType, board: Board, depth: int) -> tuple[int, int]:
    """Return the column and the score of the last depth that a lesson searches."""
    *_, (_, col, score) = module.deepen(board, depth)
    return col, score


def test_every_file_of_the_folder_is_a_lesson_and_declared() -> None:
    files = {path.name for path in FOLDER.glob("*.py")} - {"__init__.py"}
    assert {each.file.name for each in lessons()} == files
    assert {f"{name}.py" for name in MODULES} == files | {"transposition.py"}


@pytest.mark.parametrize("lesson", NAMED)
def test_a_lesson_changes_its_base_where_it_says_and_nowhere_else(lesson: Lesson) -> None:
    own, base = parts_of(import_module(lesson.name)), parts_of(import_module(lesson.base))
    assert {part for part in {*own, *base} if own.get(part) != base.get(part)} == lesson.parts


@pytest.mark.parametrize("name", sorted(set(MODULES) - {"transposition"}))
def test_a_lesson_says_what_it_changes_and_imports_only_what_a_candidate_may(name: str) -> None:
    lesson = next(each for each in LESSONS if each.name == MODULES[name].__name__)
    changed = f"Changed against `{lesson.base.rpartition('.')[2]}.py`:"
    assert changed in (MODULES[name].__doc__ or "")
    tree = ast.parse(inspect.getsource(MODULES[name]))
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported <= {"kata.board", "collections.abc"}


@pytest.mark.thorough
@settings(max_examples=25, deadline=None)
@given(boards, st.integers(1, 5))
def test_all_lessons_have_the_score_of_plain_deepening(board: Board, depth: int) -> None:
    depth = min(depth, 42 - Position.from_board(board).discs)
    _, plain = score_of(iterative_deepening, board, depth)
    for name, module in MODULES.items():
        before = board.copy()
        assert score_of(module, board, depth)[1] == plain, name
        assert board == before, name


@pytest.mark.thorough
@settings(max_examples=25, deadline=None)
@given(late_boards)
def test_all_lessons_solve_a_late_position_as_brute_force_does(board: Board) -> None:
    best = outcome(board)
    exact = (WIN - abs(best)) * (1 if best > 0 else -1) if best else 0
    for name, module in MODULES.items():
        assert score_of(module, board, 42)[1] == exact, name


@pytest.mark.thorough
@settings(max_examples=25, deadline=None)
@given(boards)
def test_the_column_of_every_lesson_wins_as_soon_as_its_score_says(board: Board) -> None:
    position, prover = Position.from_board(board), Prover()
    for name, module in MODULES.items():
        for depth, col, score in module.deepen(board, 5):
            assert col in board.valid_moves(), name
            if score > 0:
                assert prover.mate_in(position) == WIN - score, name
                assert prover.column_wins_in(position, col, WIN - score), name
            elif score == 0:
                assert not prover.win_in(position.play(col), depth - 1), name


@pytest.mark.parametrize("name", [each for each in MODULES if each != "left_to_right"])
@pytest.mark.parametrize(
    "case",
    sampled(
        ["phase3/mate-in-5", "phase3/mate-in-7", "phase3/mate-in-9"],
        lambda case: case != "phase3/mate-in-9",
    ),
)
def test_every_lesson_finds_the_mates_that_are_known(name: str, case: str) -> None:
    moves, plies, columns = MATES[case]
    col, score = score_of(MODULES[name], Board.from_moves(moves), plies)
    assert (WIN - score, {col}) == (plies, columns)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "declared",
    sampled(lessons(), lambda declared: declared.file.stem == "folded"),
    ids=lambda each: each.file.stem,
)
def test_a_lesson_gets_its_declared_verdicts(declared: Declaration, tmp_path: Path) -> None:
    copy = by_cpu_time(declared.file, tmp_path)
    suites = shipped("best_move")
    with unhurried():
        found = Run(declared, grade_file(copy, suites=suites, explain=False))
    assert found.deviations() == ()
    assert found.undeclared() == ()
    assert declared.unused_globs(result.id for result in found.scorecard.results) == ()


def nodes_to(name: str, moves: str, depth: int) -> int:
    board = counting(moves)
    assert isinstance(board, CountingBoard)
    score_of(MODULES[name], board, depth)
    return board.nodes


def test_folding_halves_the_empty_board_and_saves_nothing_where_no_symmetry_is_left() -> None:
    assert nodes_to("folded", "", 8) < 0.6 * nodes_to("transposition", "", 8)
    moves = MATES["phase3/mate-in-9"][0]
    assert nodes_to("folded", moves, 9) == nodes_to("transposition", moves, 9)


def test_without_a_table_fail_hard_visits_the_same_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    soft = nodes_of(iterative_deepening)
    score = iterative_deepening.score_of

    def hard(board: Board, depth: int, ply: int, alpha: int, beta: int) -> int:
        return max(alpha, min(score(board, depth, ply, alpha, beta), beta))

    monkeypatch.setattr(iterative_deepening, "score_of", hard)
    assert nodes_of(iterative_deepening) == soft


def nodes_of(module: ModuleType) -> int:
    board = counting(MATES["phase3/mate-in-7"][0])
    score_of(module, board, 7)
    return board.nodes
