"""Programs that play alike where there are several good answers are told, unless many do."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.katas import all_katas, kata_named
from graders.model.scorecard import QuietMove
from graders.similarity.pairs import AT_LEAST_ALIKE_IN_PLAY, find_pairs
from graders.similarity.play import LEAST_MOVES, MOST_OTHERS, Plays
from graders.suites import by_name
from kata.board import Board

TASKS = kata_named("best_move").quiet_tasks()
POSITIONS = [task.moves for task in TASKS]
columns = st.dictionaries(st.sampled_from(POSITIONS), st.integers(0, 6))


def played(differ: int = 0, answered: int = 16) -> dict[str, int]:
    """Return what a program plays that chooses otherwise on so many positions than others do."""
    return {position: 3 if at >= differ else 4 for at, position in enumerate(POSITIONS[:answered])}


class TestPlays:
    @pytest.mark.parametrize(
        ("first", "second", "alike"),
        [
            (played(), played(), True),
            (played(), played(differ=2), True),
            (played(), played(differ=3), False),
            (played(), played(answered=LEAST_MOVES), True),
            (played(), played(answered=LEAST_MOVES - 1), False),
            (played(), {}, False),
        ],
    )
    def test_two_play_alike_who_agree_on_seven_of_eight_positions_that_both_answered(
        self, first: dict[str, int], second: dict[str, int], alike: bool
    ) -> None:
        assert Plays([first, second]).alike() == [(0, 1)] * alike

    def test_how_often_they_agree_is_told_of_others_too(self) -> None:
        plays = Plays([played(), played(differ=9), played(answered=3)])
        found = plays.same_play(0, 1)
        assert found is not None
        assert (found.same, found.of, found.others, found.telling) == (7, 16, 0, False)
        assert plays.same_play(0, 2) is None

    @pytest.mark.parametrize("others", [0, MOST_OTHERS, MOST_OTHERS + 1])
    def test_it_says_nothing_where_many_others_play_so(self, others: int) -> None:
        found = Plays([played()] * (2 + others)).same_play(0, 1)
        assert found is not None
        assert (found.others, found.telling) == (others, others <= MOST_OTHERS)

    @given(st.lists(columns, max_size=6), st.randoms())
    def test_the_order_of_a_batch_changes_nothing(
        self, batch: list[dict[str, int]], rng: random.Random
    ) -> None:
        order = list(range(len(batch)))
        rng.shuffle(order)
        shuffled = [batch[at] for at in order]
        there = {tuple(sorted((order[a], order[b]))) for a, b in Plays(shuffled).alike()}
        assert there == set(Plays(batch).alike())


FIRST = (
    "def f(a, b):\n" + "".join(f"    a += b * {n} - a % b\n" for n in range(9)) + "    return a\n"
)
SECOND = FIRST + "".join(
    f"def g{n}(x):\n    while x[{n}] < x[0]: x.append({'x[1] + ' * (n + 1)}x[2]())\n"
    for n in range(9)
)
"""Which has so much of the first that nobody would be told by that alone."""


def moves_of(columns: dict[str, int]) -> list[QuietMove]:
    return [QuietMove(position, column) for position, column in columns.items()]


def test_of_two_that_play_alike_less_of_the_source_has_to_be_the_same() -> None:
    files = [("a.py", FIRST.encode()), ("b.py", SECOND.encode()), ("c.py", b"print(1)\n")]
    (bare,) = find_pairs(files, at_least=0.01, known=())
    quiet = [moves_of(played()), moves_of(played()), moves_of(played())]
    assert bare.share >= AT_LEAST_ALIKE_IN_PLAY
    assert not find_pairs(files, at_least=1.1, known=())
    (pair,) = find_pairs(files, at_least=1.1, known=(), quiet_moves=quiet)
    assert (pair.first, pair.second, pair.share) == (0, 1, bare.share)
    assert pair.play is not None
    assert (pair.play.same, pair.play.of, pair.play.others) == (16, 16, 0)
    other = [moves_of(played()), moves_of(played(differ=9)), []]
    assert not find_pairs(files, at_least=1.1, known=(), quiet_moves=other)


class TestThePositions:
    def test_nobody_can_win_in_one_or_let_the_other_win(self) -> None:
        for moves in POSITIONS:
            board = Board.from_moves(moves)
            for column in board.valid_moves():
                board.drop_disc(column)
                assert not board.check_winner()
                for reply in board.valid_moves():
                    board.drop_disc(reply)
                    assert not board.check_winner()
                    board.undo_move()
                board.undo_move()

    def test_no_suite_has_them(self) -> None:
        asked = {
            case.task.moves
            for name in ("phase2", "phase3", "phase4")
            for case in by_name(name).cases
            for case in (case.group or (case,))
        }
        assert not asked & set(POSITIONS)

    def test_a_kata_in_which_every_answer_is_right_or_wrong_has_none(self) -> None:
        assert [name for name in all_katas() if kata_named(name).quiet_tasks()] == ["best_move"]
