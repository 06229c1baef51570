"""Copies are recognised, independent programs are not, and what everybody was given is nobody's."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import kata
import solutions
from graders.similarity.pairs import AT_LEAST, find_pairs, published_fingerprints
from kata.board import Board
from tests.similarity import copies
from tests.similarity.moves import kept
from tests.similarity.shares import (
    BY_HAND,
    HALVES,
    by_hand,
    each_read_once,
    is_reported,
    many_ways,
    rows,
    text,
)
from tests.tiers import a_few, sampled

PROGRAMS = sorted((Path(__file__).parent / "programs").rglob("*.py"))
LESSONS = [
    path for path in sorted(Path(solutions.__path__[0]).glob("*.py")) if path.stem != "__init__"
]
STARTERS = sorted(Path(kata.__path__[0]).glob("*/starter.py"))
RUNGS = ["naive", "alpha_beta", "iterative_deepening", "transposition", "bitboard"]
COPIED = 0.8
INDEPENDENT = 0.5
HALF = "settled on"
"""The half of the programs that the first tier looks at."""
SLACK = 0.02
"""What stands outside of all functions is told as one, whoever wrote which of it."""


@pytest.fixture(autouse=True, scope="module")
def programs_read_once() -> Iterator[None]:
    with each_read_once():
        yield


def share(first: str, second: str, known: Collection[int] | None = None) -> float:
    both = [("a.py", first.encode()), ("b.py", second.encode())]
    return next((pair.share for pair in find_pairs(both, at_least=0, known=known)), 0.0)


def is_short(published: Path) -> bool:
    return published.stem in ("starter", "naive", "transposition")


every_program = pytest.mark.parametrize("program", a_few(PROGRAMS), ids=lambda path: path.stem)
every_way = pytest.mark.parametrize("way", copies.WAYS.values(), ids=copies.WAYS)


@every_program
@every_way
def test_a_copy_is_recognised(program: Path, way: Callable[[str], str]) -> None:
    assert share(text(program), way(text(program))) >= COPIED


@pytest.mark.thorough
@pytest.mark.parametrize("lesson", LESSONS[::3], ids=lambda path: path.stem)
@every_way
def test_a_copy_is_recognised_where_nothing_was_given(
    lesson: Path, way: Callable[[str], str]
) -> None:
    assert share(text(lesson), way(text(lesson)), known=()) >= COPIED


@pytest.mark.thorough
@every_program
@pytest.mark.parametrize("way", copies.HARDER.values(), ids=copies.HARDER)
def test_a_copy_that_was_worked_on_is_told_of(program: Path, way: Callable[[str], str]) -> None:
    assert share(text(program), way(text(program))) >= AT_LEAST


@pytest.mark.thorough
@pytest.mark.parametrize("program", ["rules_of_thumb", "sign_at_the_leaf", "deep_copies"])
@pytest.mark.parametrize(
    "way", [*copies.WAYS.values(), *copies.HARDER.values()], ids=[*copies.WAYS, *copies.HARDER]
)
def test_what_these_tests_call_a_copy_works_as_its_original(
    program: str, way: Callable[[str], str]
) -> None:
    source = text(next(path for path in PROGRAMS if path.stem == program))
    assert played(way(source)) == played(source)


@cache
def played(source: str) -> list[object]:
    """Return the columns that a program plays, by its function or by its only class."""
    moves = ["3632406063", "144330156"]
    scope: dict[str, Any] = {}
    exec(compile(source, "copy.py", "exec"), scope)
    boards = [Board.from_moves(each) for each in moves]
    if ask := scope.get("find_best_move"):
        return [ask(board) for board in boards]
    (solver,) = (each for each in scope.values() if isinstance(each, type))
    return [solver(board).find_best_move() for board in boards]


@pytest.mark.parametrize(
    ("half", "of", "by_source", "with_moves"),
    sampled([("settled on", 6, 5, 5), ("held out", 16, 7, 11)], lambda half, *_: half == HALF),
)
def test_of_copies_by_hand_these_are_found(
    half: str, of: int, by_source: int, with_moves: int
) -> None:
    pairs = by_hand(half)
    shares = [share(text(original), text(copy)) for original, copy in pairs]
    assert (len(pairs), sum(each >= AT_LEAST for each in shares)) == (of, by_source)
    assert sum(is_reported(*pair) for pair in pairs) == with_moves


@pytest.mark.parametrize("half", sampled(HALVES, lambda half: half == HALF))
def test_all_copies_that_many_rules_were_applied_to_are_found(half: str) -> None:
    assert all(share(*pair) >= AT_LEAST for pair in many_ways(half))


@pytest.mark.parametrize(
    ("half", "by_source", "with_moves"),
    sampled([("settled on", 0, 0), ("held out", 8, 4)], lambda half, *_: half == HALF),
)
def test_so_many_pairs_of_independent_programs_are_found(
    half: str, by_source: int, with_moves: int
) -> None:
    paths = [path for path in PROGRAMS if path.stem in HALVES[half]]
    files = [(path.name, path.read_bytes()) for path in paths]
    assert len(find_pairs(files)) == by_source
    assert len(find_pairs(files, quiet_moves=[kept(path) for path in paths])) == with_moves


@pytest.mark.thorough
@pytest.mark.parametrize("copy", sorted(BY_HAND.glob("*.py")), ids=lambda path: path.stem)
def test_a_copy_by_hand_plays(copy: Path) -> None:
    assert all(column in range(7) for column in played(text(copy)))


@pytest.mark.thorough
def test_the_table_of_the_docs_is_what_is_measured() -> None:
    table = (Path(kata.__path__[0]).parent / "docs" / "batch.md").read_text(encoding="utf-8")
    for row in rows():
        cells = next(line for line in table.splitlines() if line.startswith(f"| {row[0]} "))
        assert tuple(cell.strip() for cell in cells.strip("|").split("|")) == row


@pytest.mark.parametrize(("lower", "upper"), list(pairwise(RUNGS)))
def test_neighbouring_rungs_are_not_alike_even_where_nothing_was_given(
    lower: str, upper: str
) -> None:
    folder = Path(solutions.__path__[0])
    one, other = text(folder / f"{lower}.py"), text(folder / f"{upper}.py")
    assert share(one, other, known=()) < INDEPENDENT


@pytest.mark.parametrize(
    "published", sampled([*STARTERS, *LESSONS], is_short), ids=lambda path: path.stem
)
def test_what_was_given_has_nothing_in_common_with_its_copies(published: Path) -> None:
    source = text(published)
    assert share(source, source) == share(source, copies.disguised(source)) == 0.0


@pytest.mark.parametrize("starter", STARTERS, ids=lambda path: path.parent.name)
def test_two_who_left_the_starter_in_have_nothing_in_common_by_that(starter: Path) -> None:
    others = [path for path in PROGRAMS if path.stem in ("tree_of_games", "windows_of_four")]
    one, other = (f"{text(starter)}\n\n{text(path)}" for path in others)
    assert share(one, other) <= share(*map(text, others)) + SLACK


def test_a_lesson_and_work_of_ones_own_is_judged_by_ones_own_work() -> None:
    own, other = (text(path) for path in PROGRAMS if path.stem in ("tree_of_games", "odd_rows"))
    lesson = text(Path(solutions.__path__[0]) / "transposition.py")
    assert share(f"{lesson}\n{own}", f"{lesson}\n{copies.disguised(own)}") >= COPIED
    assert share(f"{lesson}\n{own}", f"{lesson}\n{other}") <= share(own, other) + SLACK


def test_what_is_given_is_found() -> None:
    assert len(published_fingerprints()) > 1000
