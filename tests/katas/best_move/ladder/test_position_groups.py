"""What the lessons are measured on, what is left out, and what a table remembers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graders.katas.best_move.ladder import measure
from graders.katas.best_move.ladder.lessons import effects_table, nodes_table, searches
from graders.katas.best_move.ladder.measure import (
    ENDINGS,
    FULL_DEPTH,
    Efforts,
    PositionGroup,
    Reuse,
    SearchTask,
    efforts_of,
    group_nodes,
    groups_of,
    reuse_in,
)
from graders.katas.best_move.prove import oversight
from graders.katas.best_move.task import BestMoveTask
from graders.model.progress import Quiet
from graders.model.suite import members_of
from graders.model.tables import cell_text
from graders.suites import by_name
from kata.board import Board
from solutions import transposition
from solutions.lessons import LESSONS, Lesson, depth_in_key
from solutions.prover import Position, Prover

TASKS = {
    case.id: case.task
    for name in ("phase3", "phase4")
    for case in members_of(by_name(name, kata="best_move").cases)
    if isinstance(case.task, BestMoveTask)
}
NINE = SearchTask(BestMoveTask("044145641421023", (1,), mate_in=9), 9)


def drops(count: int) -> measure.Deepening:
    """Return a search that drops so many discs at depth 1, and sees nothing."""

    def deepen(board: Board, depth: int) -> Iterator[tuple[int, int, int]]:
        for _ in range(count):
            board.drop_disc(3)
            board.undo_move()
        yield 1, 3, 0

    return deepen


def group(name: str, *moves: str) -> PositionGroup:
    return PositionGroup(name, tuple(SearchTask(BestMoveTask(each, ()), 1) for each in moves))


def test_the_groups_hold_the_mates_of_the_suites_and_both_ends_of_a_game() -> None:
    found = {each.name: each.positions for each in groups_of(TASKS)}
    assert [len(positions) for positions in found.values()] == [1, 8, 2, 5, len(ENDINGS)]
    assert {each.depth for each in found["mates in 9"]} == {9}
    assert {each.depth for each in found["endings, to the end"]} == {FULL_DEPTH}


@pytest.mark.parametrize("moves", ENDINGS)
def test_an_ending_is_natural_and_not_decided_soon(moves: str) -> None:
    position, prover = Position.from_moves(moves), Prover()
    assert len(moves) == 24
    assert oversight(moves) is None
    assert not prover.win_in(position, 11)
    assert not prover.loses_in(position, 12)


def test_the_endings_are_won_lost_and_drawn() -> None:
    values = [Prover().score(Position.from_moves(moves)) for moves in ENDINGS]
    assert sorted(values) == [-1, -1, -1, 0, 0, 1]


def test_nodes_are_the_discs_dropped_on_all_positions() -> None:
    assert group_nodes(drops(5), group("two", "", "3")) == 10
    assert group_nodes(drops(5), group("two", "", "3"), most=10) == 10
    assert group_nodes(drops(5), group("two", "", "3"), most=9) is None


def test_a_search_stops_with_the_depth_that_sees_who_wins() -> None:
    deeper = SearchTask(NINE.task, 12)
    assert group_nodes(transposition.deepen, PositionGroup("", (NINE,))) == group_nodes(
        transposition.deepen, PositionGroup("", (deeper,))
    )


def test_what_takes_too_long_is_left_out_with_all_that_is_harder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(measure, "ENOUGH_NODES", 8)
    groups = [group("easy", ""), group("more", "", "3"), group("hard", "")]
    found = efforts_of({"a": drops(4), "b": drops(5)}, groups, 2, Quiet())
    assert found["a"].nodes == {"easy": 4, "more": 8, "hard": 4}
    assert found["b"].nodes == {"easy": 5, "more": 10}
    assert {name: len(times) for name, times in found["b"].times.items()} == {"easy": 2, "more": 2}


def test_the_tables_show_nodes_and_what_they_are_of_those_of_the_base() -> None:
    groups = [group("easy", ""), group("hard", "")]
    found = {
        "x.base": Efforts({"easy": 40, "hard": 200}, {"easy": [3.0, 2.0], "hard": [9.0]}),
        "x.lesson": Efforts({"easy": 10}, {"easy": [1.0, 4.0]}),
    }
    lesson = Lesson("x.lesson", "x.base", "", frozenset())
    (_, row) = nodes_table(groups, found).rows
    assert [cell_text(cell) for cell in row] == ["lesson", "10", "—"]
    (row,) = effects_table(groups, [lesson], found, repeat=2).rows
    cells = [cell_text(cell) for cell in row]
    assert cells == ["lesson", "base", "0.25x", "—", "0.50x", "1.00 s"]


def test_every_lesson_but_the_book_is_measured_and_so_is_its_base() -> None:
    measured = set(searches())
    assert measured >= {each.base for each in LESSONS}
    assert {each.name for each in LESSONS} - measured == {"solutions.lessons.opening_book"}


def test_with_the_depth_in_the_key_no_entry_serves_the_next_iteration() -> None:
    by_position, by_depth = (reuse_in(lesson, [NINE]) for lesson in (transposition, depth_in_key))
    assert by_depth.same > 0
    assert by_depth.earlier == by_depth.deep_enough == 0
    assert by_position.earlier > 1000
    assert by_position.deep_enough == 0  # it serves by its column alone


def test_an_entry_of_an_earlier_iteration_that_looked_deep_enough_is_counted() -> None:
    class Lesson(depth_in_key.Search):
        def score(self, depth: int, alpha: int, beta: int) -> int:
            self.table.get(self.key, None)  # type: ignore[call-overload]
            self.table[self.key] = 5, "exact", 0, 3  # type: ignore[index]
            return 0

    class Module:
        Search, WIN = Lesson, 100

    position = SearchTask(BestMoveTask("", ()), 7)
    assert reuse_in(Module, [position]) == Reuse(same=0, earlier=6, deep_enough=4)  # type: ignore[arg-type]
