"""Programs that play alike where there are several good answers are told, unless many do."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

import solutions
from graders.katas import all_katas, kata_named
from graders.katas.best_move.probes import QUIET_FILE
from graders.model.batch import Pair, SamePlay
from graders.model.scorecard import QuietMove
from graders.similarity.pairs import AT_LEAST_IF_ALIKE, AT_LEAST_IF_UNLIKE, find_pairs
from graders.similarity.play import ALIKE, LEAST_MOVES, MOST_OTHERS, Plays, is_published, play_of
from graders.suites import by_name
from kata.board import Board
from tests.similarity.shares import BY_HAND, program, text

TASKS = kata_named("best_move").quiet_tasks()
POSITIONS = [task.moves for task in TASKS]
columns = st.dictionaries(st.sampled_from(POSITIONS), st.integers(0, 6))


def played(differ: int = 0, answered: int = 16) -> dict[str, int]:
    """Return what a program plays that chooses otherwise on so many positions than others do."""
    return {moves: (at + (at < differ)) % 7 for at, moves in enumerate(POSITIONS[:answered])}


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

    def test_it_says_nothing_where_something_published_plays_so(self) -> None:
        for moves in kata_named("best_move").published_quiet_moves():
            assert not Plays([play_of(moves)] * 2).alike()
            assert is_published(play_of(moves[:14]))

    @given(st.lists(columns, max_size=6), st.randoms())
    def test_the_order_of_a_batch_changes_nothing(
        self, batch: list[dict[str, int]], rng: random.Random
    ) -> None:
        order = list(range(len(batch)))
        rng.shuffle(order)
        shuffled = [batch[at] for at in order]
        there = {tuple(sorted((order[a], order[b]))) for a, b in Plays(shuffled).alike()}
        assert there == set(Plays(batch).alike())


def moves_of(columns: dict[str, int]) -> list[QuietMove]:
    return [QuietMove(position, column) for position, column in columns.items()]


def test_of_two_that_play_alike_less_of_the_source_has_to_be_the_same_and_of_others_more() -> None:
    original, copy = program("line_ledger"), text(BY_HAND / "line_ledger.py")
    files = [("a.py", original.encode()), ("b.py", copy.encode()), ("c.py", b"print(1)\n")]

    def reported(second: dict[str, int], at_least: float) -> list[Pair]:
        moves = [moves_of(played()), moves_of(second), moves_of(played())]
        return list(find_pairs(files, at_least=at_least, quiet_moves=moves))

    (bare,) = find_pairs(files, at_least=0.01)
    assert AT_LEAST_IF_ALIKE < bare.share < AT_LEAST_IF_UNLIKE
    above, below = bare.share + 0.01, bare.share - 0.01
    (pair,) = reported(played(differ=2), above)
    assert (pair.first, pair.second, pair.share) == (0, 1, bare.share)
    assert pair.play == SamePlay(14, 16, 0, telling=True)
    assert not reported(played(differ=3), above)
    assert reported(played(differ=3), below)
    assert not reported(played(differ=6), below)
    assert reported({}, below)


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

    @pytest.mark.thorough
    def test_published_programs_play_as_the_file_says(self) -> None:
        said = yaml.safe_load(QUIET_FILE.read_text(encoding="utf-8"))["published"]
        for name in ("iterative_deepening.py", "lessons/left_to_right.py", "guessers/constant.py"):
            path = Path(solutions.__path__[0]) / name
            spec = importlib.util.spec_from_file_location(path.stem, path)
            assert spec is not None and spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            found = [module.find_best_move(Board.from_moves(moves)) for moves in POSITIONS]
            same = sum(
                str(column) == there for column, there in zip(found, said[name], strict=True)
            )
            assert same >= ALIKE * len(POSITIONS)
