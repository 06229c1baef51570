"""The shipped positions, each proved with exact search: never with a rung that they test."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace

import pytest

from graders.katas.best_move.prove import oversight
from graders.katas.best_move.task import BestMoveTask
from graders.model.suite import Case, Suite, members_of
from kata.board import COLS, Board
from solutions import bitboard, transposition
from solutions.bitboard import find_best_move
from solutions.prover import Position, Prover
from tests.shipped import shipped
from tests.tiers import sampled

SUITES = {suite.name: suite for suite in shipped("best_move", stretch=True)}
CASES = [case for suite in SUITES.values() for case in members_of(suite.cases)]
"""Every position: the members of groups each for itself."""
MATES = (3, 5, 7, 9)
GROUPS = [pytest.param(case, id=case.id) for case in SUITES["phase3"].cases]
STOPPED_CLOCK = SimpleNamespace(monotonic=lambda: 0.0)


def task_of(case: Case) -> BestMoveTask:
    assert isinstance(case.task, BestMoveTask)
    return case.task


def with_goal(goal: str) -> list[object]:
    return [pytest.param(case, id=case.id) for case in CASES if task_of(case).goal == goal]


def bottom_row(case: Case) -> str:
    return str(task_of(case).board()).splitlines()[5]


def named(suite: Suite, start: str) -> list[Case]:
    return [case for case in suite.cases if case.id.startswith(f"{suite.name}/{start}")]


TRAPS = [pytest.param(case, id=case.id) for case in named(SUITES["phase4"], "trap-")]


def loses_in(prover: Prover, position: Position, col: int, plies: int) -> bool:
    """Tell whether `col` loses within `plies` plies, its own disc included."""
    return prover.win_in(position.play(col), plies - 1)


class TestKeys:
    @pytest.mark.parametrize(
        "case", sampled(with_goal("win"), lambda case: (task_of(case).mate_in or 0) < 9)
    )
    def test_exactly_the_accepted_columns_win_at_all(self, case: Case) -> None:
        task, prover = task_of(case), Prover()
        assert prover.winning_columns(Position.from_moves(task.moves)) == set(task.accept)

    @pytest.mark.parametrize("case", with_goal("win"))
    def test_the_mate_takes_exactly_so_many_plies(self, case: Case) -> None:
        task, prover = task_of(case), Prover()
        position = Position.from_moves(task.moves)
        assert task.mate_in is not None
        assert prover.win_in(position, task.mate_in)
        assert not prover.win_in(position, task.mate_in - 2)

    @pytest.mark.parametrize("case", with_goal("win"))
    def test_at_every_shallower_depth_a_quiet_position_scores_0_for_every_move(
        self, case: Case
    ) -> None:
        task, prover = task_of(case), Prover()
        position = Position.from_moves(task.moves)
        assert task.mate_in is not None
        seen = {
            (col, plies)
            for plies in range(1, task.mate_in)
            for col in position.legal_columns()
            if prover.column_wins_in(position, col, plies) or loses_in(prover, position, col, plies)
        }
        if task.quiet:
            assert seen == set()
        else:
            # `quiet` is said wherever it holds, but for a win at once, where nothing is shallower.
            assert seen or task.mate_in == 1

    @pytest.mark.parametrize("case", with_goal("block"))
    def test_every_column_loses_at_once_but_the_block(self, case: Case) -> None:
        task, prover = task_of(case), Prover()
        position = Position.from_moves(task.moves)
        assert not prover.win_in(position, 1)
        safe = {col for col in position.legal_columns() if not loses_in(prover, position, col, 2)}
        assert safe == set(task.accept)
        assert len(safe) == 1

    @pytest.mark.parametrize("case", with_goal("draw"))
    def test_every_column_loses_but_the_draw(self, case: Case) -> None:
        task, prover = task_of(case), Prover()
        values = prover.column_values(Position.from_moves(task.moves))
        (draw,) = task.accept
        assert values == {col: 0 if col == draw else -1 for col in values}

    @pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in CASES])
    def test_the_fifth_rung_plays_it(self, case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(bitboard, "time", STOPPED_CLOCK)
        assert find_best_move(task_of(case).board()) in task_of(case).accept


class TestPhase2:
    @pytest.mark.parametrize("case", SUITES["phase2"].cases, ids=lambda case: case.id)
    def test_each_case_is_a_group_in_which_both_sides_are_to_move(self, case: Case) -> None:
        assert {task_of(member).to_move for member in case.members} == {"R", "Y"}

    def test_a_win_at_once(self) -> None:
        yellow, red = members_of(named(SUITES["phase2"], "win-at-once"))
        assert ".YYY" in bottom_row(yellow)
        assert ".RRR" in bottom_row(red)
        assert task_of(yellow).mate_in == task_of(red).mate_in == 1

    def test_a_block_at_once(self) -> None:
        level, upright = members_of(named(SUITES["phase2"], "block-at-once"))
        assert "YYY." in bottom_row(level)
        assert task_of(upright).board().column_height(4) == 3
        assert {task_of(level).goal, task_of(upright).goal} == {"block"}

    def test_a_quiet_move_that_wins_in_five(self) -> None:
        tasks = [task_of(case) for case in members_of(named(SUITES["phase2"], "quiet-win-in-5"))]
        assert all(task.mate_in == 5 and task.quiet for task in tasks)

    def test_no_column_is_right_twice_so_always_the_same_one_earns_no_point(self) -> None:
        columns = [
            col for case in members_of(SUITES["phase2"].cases) for col in task_of(case).accept
        ]
        assert len(columns) == len(set(columns)) == 6


class TestPhase3:
    def test_groups_of_mates_in_3_5_7_and_9(self) -> None:
        assert [case.id for case in SUITES["phase3"].cases] == [
            f"phase3/mate-in-{n}" for n in MATES
        ]
        for mate_in, case in zip(MATES, SUITES["phase3"].cases, strict=True):
            tasks = [task_of(member) for member in case.members]
            assert {task.mate_in for task in tasks} == {mate_in}
            assert all(task.quiet and len(task.accept) == 1 for task in tasks)

    @pytest.mark.parametrize("case", GROUPS)
    def test_in_each_group_both_sides_are_to_move(self, case: Case) -> None:
        assert {task_of(member).to_move for member in case.members} == {"R", "Y"}

    @pytest.mark.parametrize("case", GROUPS)
    def test_in_each_group_no_column_is_right_twice(self, case: Case) -> None:
        columns = [task_of(member).accept for member in case.members]
        assert len(set(columns)) == len(columns)

    def test_no_column_is_right_in_more_than_a_third(self) -> None:
        columns = Counter(task_of(case).accept for case in members_of(SUITES["phase3"].cases))
        assert 3 * max(columns.values()) <= columns.total()


class TestPhase4:
    @pytest.mark.parametrize("mate_in", [11, 13])
    def test_at_least_three_mates_of_each_length_and_both_sides_to_move(self, mate_in: int) -> None:
        mates = [task_of(case) for case in SUITES["phase4"].cases]
        mates = [task for task in mates if task.mate_in == mate_in]
        assert len(mates) >= 3
        assert {task.to_move for task in mates} == {"R", "Y"}
        assert all(task.quiet and len(task.accept) == 1 for task in mates)

    @pytest.mark.parametrize(
        ("start", "least"), [("trap-", 5), ("only-draw-", 2), ("only-block-", 2)]
    )
    def test_enough_of_each_kind_and_both_sides_to_move(self, start: str, least: int) -> None:
        cases = named(SUITES["phase4"], start)
        assert len(cases) >= least
        assert {task_of(case).to_move for case in cases} == {"R", "Y"}

    @pytest.mark.thorough
    @pytest.mark.parametrize("case", TRAPS)
    def test_a_sound_table_does_not_fall_into_a_trap(self, case: Case) -> None:
        task = task_of(case)
        assert played_by(transposition.Search(task.board()), task) in task.accept

    @pytest.mark.thorough
    @pytest.mark.parametrize("case", sampled(TRAPS, lambda case: case.id == "phase4/trap-2"))
    def test_a_table_that_keeps_bounds_as_scores_does(
        self, case: Case, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        task = task_of(case)
        by_depth = played_by(KeyedByDepth(task.board()), task)
        monkeypatch.setattr(transposition, "LOWER", transposition.EXACT)
        monkeypatch.setattr(transposition, "UPPER", transposition.EXACT)
        without_flags = played_by(transposition.Search(task.board()), task)
        assert {by_depth, without_flags} - set(task.accept)


class TestAllSuites:
    @pytest.mark.parametrize("suite", SUITES)
    def test_no_win_is_passed_by_or_left_open_on_the_way(self, suite: str) -> None:
        for case in members_of(SUITES[suite].cases):
            assert oversight(task_of(case).moves) is None, case.id

    def test_no_position_comes_twice_not_even_mirrored(self) -> None:
        seen: dict[str, str] = {}
        for case in CASES:
            task = task_of(case)
            drawings = [str(board_after(task.moves)), str(board_after(mirrored(task.moves)))]
            assert seen.setdefault(min(drawings), case.id) == case.id

    def test_each_case_is_worth_a_point(self) -> None:
        assert {case.points for suite in SUITES.values() for case in suite.cases} == {1}


def mirrored(moves: str) -> str:
    return "".join(str(COLS - 1 - int(col)) for col in moves)


def board_after(moves: str) -> Board:
    return Board.from_moves(moves)


def played_by(search: transposition.Search, task: BestMoveTask) -> int:
    """Return what deepening plays once it sees somebody win, at the mate's depth at the latest."""
    column = -1
    for depth in range(1, (task.mate_in or 0) + 1):
        score = search.score(depth, -transposition.WIN, transposition.WIN)
        column = search.table[search.key][3]
        if score != 0:
            break
    return column


class KeyedByDepth(transposition.Search):
    """Keep what alpha-beta returns per position and depth, as many published programs do."""

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self._scores: dict[tuple[int, int], int] = {}

    def score(self, depth: int, alpha: int, beta: int) -> int:
        if self.board.check_winner() is not None:
            return self.ply - transposition.WIN
        if depth == 0 or self.board.is_full():
            return 0
        if (self.key, depth) in self._scores:
            return self._scores[self.key, depth]
        best, best_col = -transposition.WIN, -1
        for col in self.moves(-1):
            score = self.score_after(col, depth, alpha, beta)
            if score > best:
                best, best_col = score, col
            alpha = max(alpha, score)
            if alpha >= beta:
                break
        self._scores[self.key, depth] = best
        self.table[self.key] = depth, transposition.EXACT, best, best_col
        return best
