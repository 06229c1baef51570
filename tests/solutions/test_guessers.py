"""The programs that guess: each does what it says, and knows no more than it declares."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graders import grade_file
from graders.katas.best_move.guessers import DECLARED, FOLDER, Guesser, guessers
from graders.katas.best_move.task import BestMoveTask
from graders.suites import load_suite
from kata.board import COLS, ROWS, Board
from solutions.guessers import (
    claim_even,
    heavy_playouts,
    nearest_known,
    open_threes,
    playouts,
    shallow,
    threat_parity,
    win_block_else,
)
from solutions.prover import Position, Prover
from tests.by_heart import FILE, with_shipped
from tests.tiers import sampled

BANKS = Path(__file__).parents[1] / "katas/best_move/mining/banks"
LINES = [
    [(row + step * d_row, col + step * d_col) for step in range(4)]
    for row in range(ROWS)
    for col in range(COLS)
    for d_row, d_col in ((0, 1), (1, 0), (1, 1), (1, -1))
    if 0 <= row + 3 * d_row < ROWS and 0 <= col + 3 * d_col < COLS
]
RACE = "66600022520036560465222145"
"""Won by the side to move, in more than nine plies."""
PLAYED = {
    "flat": [4, 6, 3, 4, 0, 1, 6, 1],
    "uct": [4, 5, 3, 0, 6, 4, 6, 4],
    "puct": [1, 3, 3, 3, 3, 0, 6, 3],
}
MATE_IN_7 = "3404340063064136"
SUITE = f"""\
kata: best_move
phase: null
cap_s: 30.0
cases:
  - {{id: mate-in-7, moves: "{MATE_IN_7}", accept: [1], mate_in: 7, points: 1}}
"""


@st.composite
def boards(draw: st.DrawFn, most: int = 30) -> Board:
    """Make a board that a game reached, and on which it goes on."""
    board = Board()
    for col in draw(st.lists(st.integers(0, 6), max_size=most)):
        if col in board.valid_moves():
            board.drop_disc(col)
            if board.check_winner() or board.is_full():
                board.undo_move()
    return board


def one_of_each_file() -> list[Guesser]:
    """Return of each file the last of the ways in which it is called."""
    return list({each.file: each for each in guessers()}.values())


def discs(board: Board) -> tuple[int, int]:
    """Return the discs of the side to move and those of the other, as the guessers keep them."""
    own = other = 0
    for row in range(ROWS):
        for col in range(COLS):
            cell = board.get_cell(row, col)
            own |= (cell is board.current_player) << 7 * col + row
            other |= (cell is board.current_player.opponent) << 7 * col + row
    return own, other


def four_cells(board: Board) -> Iterator[tuple[int, int]]:
    """Yield for each line how many discs on it are the mover's, and how many the other side's."""
    for line in LINES:
        cells = [board.get_cell(*cell) for cell in line]
        mine = board.current_player
        yield cells.count(mine), cells.count(mine.opponent)


def plainly(name: str, board: Board) -> int:
    """Work an estimate out line by line, for the side to move."""
    if name == "lines":
        worth = {(3, 0): 5, (2, 0): 2, (0, 3): -4}
        centre = sum(board.get_cell(row, 3) is board.current_player for row in range(ROWS))
        return 3 * centre + sum(worth.get(counts, 0) for counts in four_cells(board))
    if name == "centre":
        return sum(own - other for own, other in four_cells(board))
    completing = {
        (cell, holder)
        for line in LINES
        for cell in line
        if board.get_cell(*cell) is None
        for holder in {board.get_cell(*each) for each in line if each != cell}
        if all(board.get_cell(*each) is holder for each in line if each != cell)
    }
    me = board.current_player
    return sum(
        (holder is me) - (holder is me.opponent) for _, holder in completing if holder is not None
    )


def minimax(name: str, board: Board, depth: int, *, mine: bool) -> int:
    """Return the value for who began, as a program would that keeps to the rules of the books."""
    if board.check_winner():
        return (shallow.WIN + depth) * (-1 if mine else 1)
    if board.is_full():
        return 0
    if depth == 0:
        return plainly(name, board) if mine else of_who_waits(name, board)
    values = []
    for col in board.valid_moves():
        board.drop_disc(col)
        values.append(minimax(name, board, depth - 1, mine=not mine))
        board.undo_move()
    return max(values) if mine else min(values)


def of_who_waits(name: str, board: Board) -> int:
    turned = Board.parse(str(board), board.current_player)
    turned.current_player = board.current_player.opponent
    return plainly(name, turned)


@pytest.mark.parametrize("name", shallow.EVALUATIONS)
@given(board=boards())
def test_an_estimate_is_what_a_count_line_by_line_gives(name: str, board: Board) -> None:
    assert shallow.EVALUATIONS[name](*discs(board)) == plainly(name, board)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "name", sampled(shallow.EVALUATIONS, lambda name: name in ("lines", "centre"))
)
@given(board=boards(), depth=st.integers(1, 3))
@settings(max_examples=12, deadline=None)
def test_a_shallow_search_is_plain_minimax(name: str, board: Board, depth: int) -> None:
    values = {}
    for col in board.valid_moves():
        board.drop_disc(col)
        values[col] = minimax(name, board, depth - 1, mine=False)
        board.undo_move()
    best = {col for col, value in values.items() if value == max(values.values())}
    assert set(shallow.best_columns(*discs(board), depth, name)) == best
    assert shallow.find_best_move(board, depth, name, "left") == min(best)
    nearest = min(best, key=shallow.ORDERS["centre"].index)
    assert shallow.find_best_move(board, depth, name, "centre") == nearest


def test_every_file_is_declared_and_imports_only_what_a_candidate_may() -> None:
    files = {path.name for path in FOLDER.glob("*.py")} - {"__init__.py"}
    assert files == {each.file.name for each in guessers() if each.file.parent == FOLDER}
    standard = {"collections.abc", "functools", "math", "random"}
    for file in {each.file for each in guessers()}:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        assert "Sight: " in (ast.get_docstring(tree) or "") or file.parent != FOLDER
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Import)]
        froms = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert froms <= {"kata.board", *standard}, file.name


def test_either_half_of_the_panel_has_weak_and_strong_ones_of_each_family() -> None:
    halves = [[each for each in guessers() if each.held_out is held] for held in (False, True)]
    looking = [[each for each in half if not each.blind] for half in halves]
    assert abs(len(looking[0]) - len(looking[1])) <= 3
    for half in looking:
        assert {"shallow.py", "threat_parity.py", "heavy_playouts.py", "claim_even.py"} <= {
            each.file.name for each in half
        }
        strong = {each.file.name for each in half if each.strong}
        assert strong == {"threat_parity.py", "heavy_playouts.py"}
        assert {each.is_random for each in half if not each.strong} == {True, False}


def test_each_is_declared_once_and_the_usual_ones_are_there() -> None:
    names = [each.name for each in guessers()]
    assert len(set(names)) == len(names)
    assert {each.sight for each in guessers()} == {0, 1, 2, 3, 4, 5, 6, 8}
    assert [each.name for each in guessers() if each.is_random] == [
        "win_block_else.py otherwise=random",
        "playouts.py playouts=500",
        "heavy_playouts.py search=flat playouts=200",
        "heavy_playouts.py search=flat playouts=1000",
        "heavy_playouts.py search=uct playouts=500",
        "heavy_playouts.py search=uct playouts=3000",
        "heavy_playouts.py search=puct playouts=3000",
    ]
    assert sum(each.blind for each in guessers()) == 7
    assert DECLARED.is_file()


@pytest.mark.thorough
@pytest.mark.parametrize(
    "guesser",
    sampled(one_of_each_file(), lambda guesser: guesser.file.name == "win_block_else.py"),
    ids=lambda each: each.name,
)
def test_as_a_submission_it_plays_what_it_plays_here(guesser: Guesser, tmp_path: Path) -> None:
    submission, suite = tmp_path / "guesser.py", tmp_path / "suite.yaml"
    submission.write_text(guesser.source(), encoding="utf-8")
    suite.write_text(SUITE, encoding="utf-8")
    (result,) = grade_file(submission, suites=[suite], isolation="limits").results
    assert result.answer == guesser.column(Board.from_moves(MATE_IN_7))


@pytest.mark.parametrize(
    "guesser",
    sampled(guessers(), lambda guesser: guesser.sight < 4 and "000" not in guesser.name),
    ids=lambda each: each.name,
)
@given(board=boards(), seed=st.integers(0, 99))
@settings(max_examples=3, deadline=None)
def test_it_plays_a_column_that_has_room_unless_it_is_blind(
    guesser: Guesser, board: Board, seed: int
) -> None:
    before = board.copy()
    column = guesser.column(board, seed)
    assert board == before
    assert column == guesser.column(board, seed)
    assert guesser.blind or column in board.valid_moves()


@pytest.mark.thorough
@pytest.mark.parametrize("mate", [3, 5])
def test_what_is_within_its_sight_it_finds(mate: int) -> None:
    tasks = [case.task for case in load_suite(BANKS / f"mate-{mate}.yaml").cases][:6]
    seeing = [each for each in guessers() if each.sight in (mate, mate + 1)]
    assert len(seeing) == {3: 19, 5: 18}[mate]
    assert all(each.earns(task) and each.finds(task) for each in seeing for task in tasks)


def test_what_is_beyond_its_sight_is_not_earned() -> None:
    (guesser,) = [each for each in guessers() if each.sight == 8 and "lines" in each.name]
    assert [guesser.earns(BestMoveTask("", (3,), mate_in=mate)) for mate in (7, 9)] == [True, False]
    assert not guesser.earns(BestMoveTask("606152", (3,), goal="block"))


@given(boards())
def test_it_wins_or_blocks_at_once(board: Board) -> None:
    me, legal = board.current_player, board.valid_moves()
    fours = [
        [col for col in legal if win_block_else.completes_four(board, col, player)]
        for player in (me, me.opponent)
    ]
    for col in legal:
        board.drop_disc(col)
        assert (board.check_winner() is me) == (col in fours[0])
        board.undo_move()
    if must := next(filter(None, fours), None):
        for otherwise in ("centre", "edge", "random"):
            assert win_block_else.find_best_move(board, otherwise) == must[0]


def test_the_habits_are_the_centre_the_edge_and_anything() -> None:
    board = Board.from_moves("3333336")
    assert win_block_else.find_best_move(board, "centre") in (2, 4)
    assert win_block_else.find_best_move(board, "edge") in (0, 6)
    played = Counter(win_block_else.find_best_move(board, "random", seed) for seed in range(600))
    assert set(played) == {0, 1, 2, 4, 5, 6}
    assert min(played.values()) > 60


def test_most_open_threes_are_counted_after_the_disc() -> None:
    board = Board.from_moves("0616")
    assert open_threes.find_best_move(board, "left") == open_threes.find_best_move(board) == 2
    assert open_threes.find_best_move(Board(), "centre") == 3
    assert open_threes.find_best_move(Board.from_moves("060616")) == 0, "a four beats all threes"


def test_so_many_playouts_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    roots = []
    whole = playouts._one_more
    monkeypatch.setattr(
        playouts, "_one_more", lambda root, *rest: (roots.append(root), whole(root, *rest))
    )
    playouts.find_best_move(Board(), playouts=120)
    assert len(roots) == roots[0].visits == 120
    assert sum(child.visits for child in roots[0].children) == 120


@pytest.mark.thorough
@given(boards(), st.integers(0, 9))
@settings(max_examples=20, deadline=None)
def test_playouts_win_at_once_where_they_can(board: Board, seed: int) -> None:
    me = board.current_player
    wins = [col for col in board.valid_moves() if win_block_else.completes_four(board, col, me)]
    played = playouts.find_best_move(board, seed=seed)
    assert not wins or played in wins


def test_a_seed_gives_the_same_playouts_on_every_machine() -> None:
    board = Board.from_moves("36013401106063")
    played = [playouts.find_best_move(board, seed=seed) for seed in range(12)]
    assert played == [6, 6, 6, 0, 4, 6, 4, 6, 6, 6, 6, 0]


@given(boards())
def test_the_threats_are_the_free_cells_that_complete_four(board: Board) -> None:
    own, other = discs(board)
    completing = {
        cell
        for line in LINES
        for cell in line
        if board.get_cell(*cell) is None
        if all(board.get_cell(*each) is board.current_player for each in line if each != cell)
    }
    for module in (threat_parity, heavy_playouts):
        found = module.threats(own) & ~(own | other)
        assert found == sum(1 << 7 * col + row for row, col in completing)


@pytest.mark.parametrize("estimate", threat_parity.ESTIMATES)
@given(board=boards())
@settings(max_examples=30, deadline=None)
def test_threat_parity_claimed_even_and_heavy_playouts_win_or_block_at_once(
    estimate: str, board: Board
) -> None:
    me, legal = board.current_player, board.valid_moves()
    fours = [
        [col for col in legal if win_block_else.completes_four(board, col, player)]
        for player in (me, me.opponent)
    ]
    if must := next(filter(None, fours), None):
        assert threat_parity.find_best_move(board, 2, estimate) in must
        assert heavy_playouts.find_best_move(board, playouts=20) in must
        assert claim_even.find_best_move(board) == must[0]


@pytest.mark.thorough
@pytest.mark.parametrize("estimate", threat_parity.ESTIMATES)
@given(columns=st.lists(st.integers(0, 6), min_size=12, max_size=60))
@settings(max_examples=40, deadline=None)
def test_what_threat_parity_takes_for_won_or_lost_is_so(estimate: str, columns: list[int]) -> None:
    board, position = Board(), Position()
    for col in columns:
        if col in board.valid_moves() and not position.play(col).lost:
            board.drop_disc(col)
            position = position.play(col)
    own, other = discs(board)
    placed = (own | other).bit_count()
    search = threat_parity.Search(threat_parity.ESTIMATES[estimate], nodes=2_000)
    try:
        value = search._value(own, other, 3, -2 * threat_parity.WIN, 2 * threat_parity.WIN)
    except threat_parity.OutOfNodes:
        return
    distance = threat_parity.WIN - abs(value) - placed
    prover = Prover()
    if value > threat_parity.WIN // 2:
        assert prover.win_in(position, distance)
        assert not prover.win_in(position, distance - 2)
    if value < -threat_parity.WIN // 2:
        assert all(prover.win_in(position.play(col), distance - 1) for col in board.valid_moves())


def test_with_no_reply_given_away_the_side_with_a_good_threat_wins_the_race() -> None:
    own, other = discs(Board.from_moves(RACE))
    assert threat_parity.filled_up(own, other) > 0
    assert threat_parity.odd_even(own, other) > 0
    assert Prover().win_in(Position.from_moves(RACE), 41)


def test_who_moved_first_may_claim_the_odd_rows() -> None:
    assert claim_even.find_best_move(Board(), "even") == 3
    assert claim_even.find_best_move(Board.from_moves("3"), "even") == 3
    assert claim_even.find_best_move(Board.from_moves("33"), "parity") == 3
    assert claim_even.find_best_move(Board.from_moves("32"), "parity") == 4


@pytest.mark.parametrize("search", ["flat", "uct", "puct"])
def test_heavy_playouts_find_the_same_with_a_seed_on_every_machine(search: str) -> None:
    board = Board.from_moves("36013401106063")
    played = [heavy_playouts.find_best_move(board, search, 60, seed) for seed in range(8)]
    assert played == PLAYED[search]


def test_the_nearest_known_position_is_another_one_and_may_be_a_mirror_image() -> None:
    moves, right = next(iter(nearest_known.KNOWN))
    mirrored = "".join(str(6 - int(digit)) for digit in moves)
    assert (
        nearest_known.both_ways(moves, right) == nearest_known.both_ways(mirrored, 6 - right)[::-1]
    )


def test_what_is_known_by_heart_is_what_is_shipped() -> None:
    source = FILE.read_text(encoding="utf-8")
    assert source == with_shipped(source), "python -m tests.by_heart"
