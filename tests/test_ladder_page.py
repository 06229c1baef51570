"""The page of the ladder: its nodes are counted anew, and its positions do what it says."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml

from graders.katas.best_move.ladder import lessons
from graders.katas.best_move.ladder.lessons import (
    book_rows,
    reuse_lines,
    rung_row,
    rungs,
    searches,
    short_name,
)
from graders.katas.best_move.ladder.measure import PositionGroup, group_nodes, groups_of
from graders.katas.best_move.task import BestMoveTask
from graders.model.progress import Quiet
from graders.model.suite import members_of
from graders.model.tables import cell_text
from graders.suites import by_name
from kata.board import Board
from solutions import transposition
from solutions.lessons import LESSONS, opening_book
from solutions.prover import Position, Prover
from tests.opening_book import PROOF
from tests.solutions.test_specimens import loaded
from tests.test_positions import KeyedByDepth
from tests.tiers import sampled

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "ladder.md").read_text(encoding="utf-8")
WORDS = " ".join(PAGE.split())
BENCHMARKS = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
TASKS = {
    case.id: case.task
    for name in ("phase3", "phase4")
    for case in members_of(by_name(name, kata="best_move").cases)
    if isinstance(case.task, BestMoveTask)
}
GROUPS = {group.name: group for group in groups_of(TASKS)}
QUICK, DEEP = list(GROUPS)[:3], list(GROUPS)[3:]
UNSOUND = loaded("unsound_transposition")
LATE, SOON = ("1,523,532", "1,319,386"), ("68,804", "78,455")
TRAP, AGAIN, BEFORE = "354305415062", "443125", "312544"


def table(number: int) -> list[dict[str, str]]:
    """Return the rows of a table of the page, each cell by the head of its column."""
    block = re.search(rf"^\*\*Table {number}\.\*\* .*?\n\n(\|.*?)\n\n", PAGE, re.M | re.S)
    assert block, f"no table {number}"
    heads, _, *rows = (
        [cell.strip() for cell in line.strip("|").split("|")] for line in block[1].splitlines()
    )
    return [dict(zip(heads, row, strict=True)) for row in rows]


def plain(figure: str) -> int:
    return int(figure.replace(",", ""))


def shown(count: int | None) -> str:
    return "—" if count is None else f"{count:,}"


COUNTED = {row["lesson"]: row for row in table(13)}


def counted(name: str, group: PositionGroup) -> str:
    return shown(group_nodes(import_module(name).deepen, group))


@pytest.mark.thorough
@pytest.mark.parametrize("group", sampled(QUICK, lambda group: group == "mates in 3 to 7"))
def test_the_nodes_of_the_quick_groups_are_counted_anew(group: str) -> None:
    cells = {name: COUNTED[short_name(name)][group] for name in searches()}
    few = {name: cell for name, cell in cells.items() if plain(cell) < 15_000}
    assert {name: counted(name, GROUPS[group]) for name in few} == few


@pytest.mark.slow
@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("name", searches())
def test_all_nodes_are_counted_anew(name: str, group: str) -> None:
    cell = COUNTED[short_name(name)][group]
    if cell != "—":
        assert counted(name, GROUPS[group]) == cell


@pytest.mark.parametrize(
    "lesson", [each for each in LESSONS if each.searches], ids=lambda e: e.name
)
def test_what_a_lesson_takes_of_its_base_is_that_of_the_nodes(lesson: Any) -> None:
    own, base = COUNTED[short_name(lesson.name)], COUNTED[short_name(lesson.base)]
    (row,) = [row for row in table(14) if row["lesson"] == short_name(lesson.name)]
    assert row["base"] == short_name(lesson.base)
    for group in GROUPS:
        if "—" in (own[group], base[group]):
            assert row[group] == "—"
        else:
            assert row[group] == f"{plain(own[group]) / plain(base[group]):.2f}x"


@pytest.mark.parametrize(
    "rung",
    sampled(
        [each for each in rungs() if each.name[0] != "i"],
        lambda rung: rung.name in ("transposition.py", "bitboard.py"),
    ),
    ids=lambda each: each.name,
)
def test_what_a_rung_finds_and_its_nodes_are_true(rung: lessons.Rung) -> None:
    mates = [task for case_id, task in TASKS.items() if case_id.startswith("phase3/")]
    *counted_anew, _seconds = map(cell_text, rung_row(rung, mates, Quiet()))
    (row,) = [row for row in table(12) if row["rung"] == rung.name]
    assert list(row.values())[:-1] == counted_anew


def test_plain_deepening_takes_as_many_nodes_on_the_rungs_as_among_the_lessons() -> None:
    (row,) = [row for row in table(12) if row["rung"] == "iterative_deepening.py"]
    mates = [plain(COUNTED["iterative_deepening"][group]) for group in QUICK[1:]]
    assert plain(row["nodes"]) == sum(mates)


@pytest.mark.thorough
def test_what_tables_remember_is_counted_anew() -> None:
    rows = {row["lesson"]: [plain(cell) for cell in list(row.values())[1:]] for row in table(15)}
    assert rows == {
        short_name(name): [reuse.same, reuse.earlier, reuse.deep_enough]
        for name, reuse in reuse_lines(GROUPS["mates in 9"]).items()
    }


@pytest.mark.thorough
def test_the_positions_of_the_book_are_searched_anew() -> None:
    rows = [list(row.values()) for row in table(16)]
    assert rows == [list(map(cell_text, row)) for row in book_rows()]


def test_every_lesson_has_its_place_on_the_page() -> None:
    for lesson in LESSONS:
        assert f"{short_name(lesson.name)}.py`]" in PAGE
    assert "fourteen lessons" in WORDS
    assert len(LESSONS) - 1 == 14  # all but the rung that is among them


@pytest.mark.parametrize("moves", [TRAP, TRAP + AGAIN, "044145641421023"])
def test_a_board_is_drawn_as_it_stands(moves: str) -> None:
    assert f"```text\n{Board.from_moves(moves)}\n" in PAGE


@pytest.mark.parametrize("nodes", ["18,911", "126,168", "848,319", "6,201"])
def test_what_the_first_rungs_take_by_depth_is_that_of_the_benchmarks(nodes: str) -> None:
    assert f" {nodes} " in WORDS
    assert f" {nodes} |" in BENCHMARKS


@pytest.mark.slow
@pytest.mark.parametrize(
    ("moves", "centre", "left"), [("3632406063", *LATE), ("044145641421023", *SOON)]
)
def test_an_order_is_a_guess(moves: str, centre: str, left: str) -> None:
    (position,) = [each for each in GROUPS["mates in 9"].positions if each.task.moves == moves]
    alone = PositionGroup("alone", (position,))
    assert counted("solutions.iterative_deepening", alone) == centre
    assert counted("solutions.lessons.left_to_right", alone) == left
    assert f"{left} in place of {centre}" in WORDS


@pytest.mark.thorough
class TestABoundIsNotAScore:
    def test_only_column_4_wins_and_tables_without_flags_play_3(self) -> None:
        position, board = Position.from_moves(TRAP), Board.from_moves(TRAP)
        assert Prover().winning_columns(position) == {4}
        assert Prover().mate_in(position) == 9
        unsound, by_depth = UNSOUND.Search(board), KeyedByDepth(board)
        for depth in range(1, 13):
            for search in (unsound, by_depth):
                search.score(depth, -100, 100)
            assert unsound.table[unsound.key][2] == by_depth.table[by_depth.key][3] == 3
        assert transposition.find_best_move(board, 1e9) == 4

    def test_two_entries_of_depth_9_are_wrong_and_this_one_hides_a_win_at_once(self) -> None:
        found = lookups(TRAP, 9)
        wrong = [each for each in found if each.is_misleading()]
        assert f"{len(found):,} times" in WORDS
        assert len(wrong) == 2
        first = min(wrong, key=lambda each: len(each.path))
        assert (first.path, first.kept_by) == (AGAIN, BEFORE)
        assert (first.window, first.kept_window) == ((0, 91), (-100, 0))
        assert (first.said, first.truth()) == (0, 93)
        assert Prover().column_wins_in(Position.from_moves(TRAP + AGAIN), 2, 1)


class Lookup:
    """Hold an answer that the unsound table gave: on the path of moves, within which window."""

    def __init__(
        self, path: str, depth: int, window: tuple[int, int], said: int, kept: tuple[Any, ...]
    ) -> None:
        self.path, self.depth, self.window, self.said = path, depth, window, said
        self.kept_by, self.kept_window = kept

    def truth(self) -> int:
        """Return the score of the position, counted from the root of the search."""
        search = transposition.Search(Board.from_moves(TRAP + self.path))
        score, ply = search.score(self.depth, -100, 100), len(self.path)
        return score - ply if score > 0 else score + ply if score < 0 else 0

    def is_misleading(self) -> bool:
        """Tell whether it lies on another side of the window than the truth, or inside."""
        (alpha, beta), truth = self.window, self.truth()
        same_side = max(truth, self.said) <= alpha or min(truth, self.said) >= beta
        return truth != self.said and not same_side


def lookups(moves: str, depth: int) -> list[Lookup]:
    """Return what the unsound table is asked at the last of so many depths."""
    found: list[Lookup] = []
    kept: dict[int, tuple[str, tuple[int, int]]] = {}

    class Watched(UNSOUND.Search):  # type: ignore[misc, name-defined]
        path = ""

        def score(self, depth: int, alpha: int, beta: int) -> int:
            over = self.board.check_winner() is not None or depth == 0 or self.board.is_full()
            known_depth, known, _ = self.table.get(self.key, (0, 0, -1))
            if not over and known_depth >= depth:
                found.append(Lookup(self.path, depth, (alpha, beta), known, kept[self.key]))
            elif not over:
                value: int = super().score(depth, alpha, beta)
                kept[self.key] = self.path, (alpha, beta)
                return value
            score: int = super().score(depth, alpha, beta)
            return score

        def score_after(self, col: int, depth: int, alpha: int, beta: int) -> int:
            self.path += str(col)
            score: int = super().score_after(col, depth, alpha, beta)
            self.path = self.path[:-1]
            return score

    search = Watched(Board.from_moves(moves))
    for each in range(1, depth + 1):
        found.clear()
        search.score(each, -100, 100)
    return found


class TestTheBook:
    def test_the_nodes_of_the_proof_are_those_of_its_record(self) -> None:
        proof = yaml.safe_load(PROOF.read_text(encoding="utf-8"))
        each = proof["leaves"].values()
        assert f"{proof['nodes']:,} nodes" in WORDS
        assert f"{proof['cpu_seconds']} seconds of CPU time" in WORDS
        assert f"the hardest {max(each):,}" in WORDS
        assert sum(count > 1_000_000 for count in each) == 19
        assert 2 * sum(count < 1000 for count in each) == pytest.approx(len(each), rel=0.02)

    @pytest.mark.slow
    def test_half_of_what_a_search_plays_otherwise_throws_the_win_away(self) -> None:
        bitbully = pytest.importorskip("bitbully", reason="the extra `oracle` is not installed")
        solver, others, lost = bitbully.BitBully(), 0, 0
        for game in opening_book.BOOK.split():
            *_, (_, col, _) = transposition.deepen(Board.from_moves(game[:-1]), lessons.BOOK_DEPTH)
            if col != int(game[-1]):
                board = bitbully.Board.from_moves([int(each) for each in game[:-1]])
                others += 1
                lost += solver.score_all_moves(board)[col] <= 0
        assert f"Of the {others} positions" in WORDS
        assert f"throws the win away in {lost}." in WORDS
