"""What a source shows: of each specimen its own mistake, of sound programs none."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from graders.katas.best_move.standing.leaves import Leaf
from graders.katas.best_move.standing.source import Code, Window, read_code
from graders.tools.verifying.declared import SOLUTIONS, SPECIMENS

PROGRAMS = Path(__file__).parents[3] / "programs"
SOUND = [
    *(SOLUTIONS / f"{name}.py" for name in ("naive", "alpha_beta", "iterative_deepening")),
    *(SOLUTIONS / f"{name}.py" for name in ("transposition", "bitboard")),
    *sorted((SOLUTIONS / "guessers").glob("*.py")),
    *sorted(PROGRAMS.glob("*.py")),
    *(SPECIMENS / f"{name}.py" for name in ("always_centre", "by_heart", "leftmost", "red_only")),
]


def code_of(file: Path) -> Code:
    return read_code(ast.parse(file.read_text(encoding="utf-8")))


def code(source: str) -> Code:
    return read_code(ast.parse(source))


@pytest.mark.parametrize("file", SOUND, ids=lambda file: file.stem)
def test_a_sound_source_shows_no_mistake(file: Path) -> None:
    found = code_of(file)
    assert found.window is None
    assert found.leaf is None
    assert not found.leaves_a_disc
    assert not found.one_winner
    assert found.turns_round or not found.searches


def test_a_specimen_shows_its_own_mistake() -> None:
    assert code_of(SPECIMENS / "window_never_reset.py").window is Window.SHARED
    assert code_of(SPECIMENS / "alpha_over_depths.py").window is Window.OVER_DEPTHS
    assert code_of(SPECIMENS / "depth_before_terminal.py").leaf is Leaf.DEPTH
    assert code_of(SPECIMENS / "full_board_first.py").leaf is Leaf.FULL
    assert code_of(SPECIMENS / "deepcopy_per_node.py").copies == "deepcopy"
    assert code_of(SPECIMENS / "cuts_before_undo.py").leaves_a_disc
    assert code_of(SPECIMENS / "forgets_undo.py").leaves_a_disc
    assert code_of(SPECIMENS / "own_wins_only.py").one_winner
    assert not code_of(SPECIMENS / "sign_error.py").turns_round


def test_a_clock_within_the_search_is_told_from_one_outside() -> None:
    outside = code_of(SPECIMENS / "clock_between_depths.py")
    assert (outside.reads_clock, outside.reads_clock_in_search) == (True, False)
    inside = code_of(PROGRAMS / "solver_with_table.py")
    assert (inside.reads_clock, inside.reads_clock_in_search) == (True, True)


def test_estimates_and_random_games_are_told() -> None:
    assert code_of(SOLUTIONS / "guessers" / "shallow.py").estimates
    assert code_of(PROGRAMS / "windows_of_four.py").estimates
    assert not code_of(SOLUTIONS / "alpha_beta.py").estimates
    leaf = (
        "def f(b, n):\n    if n == depth:\n        {leaf}\n        return v\n    return f(b, n + 1)"
    )
    assert code(leaf.format(leaf="v = points(b)")).estimates
    assert not code(leaf.format(leaf="b.undo_move(); v = 0")).estimates
    games = code_of(PROGRAMS / "tree_of_games.py")
    assert games.draws_lots
    assert games.takes_logarithms


SHARED = """
class Search:
    def value(self, depth):
        saved = self.alpha
        for col in self.moves():
            value = -self.value(depth - 1)
            self.alpha = max(self.alpha, value)
        {last}
        return value
"""


def test_a_window_that_is_put_back_is_no_mistake() -> None:
    assert code(SHARED.format(last="pass")).window is Window.SHARED
    assert code(SHARED.format(last="self.alpha = saved")).window is None


DEPTHS = """
def search(board):
    alpha = -9
    for depth in range(9):
        {first}
        for col in board.valid_moves():
            alpha = max(alpha, -value(board, depth))
    return alpha
"""


def test_a_window_that_is_opened_for_each_depth_is_no_mistake() -> None:
    assert code(DEPTHS.format(first="pass")).window is Window.OVER_DEPTHS
    assert code(DEPTHS.format(first="alpha = -9")).window is None


LEFT_OUT = """
def f(b, d, lo, hi):
    if b.check_winner() or d == 0:
        return 0
    for c in b.valid_moves():
        b.drop_disc(c)
        v = -f(b, d - 1, -hi, -lo)
        b.undo_move()
        {end}
        lo = max(lo, v)
    return lo
"""


def test_alpha_beta_is_seen_by_what_it_leaves_out_not_by_its_names() -> None:
    assert code(LEFT_OUT.format(end="if v >= hi: return v")).prunes
    assert code(LEFT_OUT.format(end="if lo >= hi: break")).prunes
    assert not code(LEFT_OUT.format(end="pass")).prunes
    assert not code(LEFT_OUT.format(end="if v > 0: return v")).prunes, "a win is no bound"
    clock = "now = time.time()\n        if now > hi: break"
    assert not code(LEFT_OUT.format(end=clock)).prunes, "nor is the time"
    assert not code_of(SOLUTIONS / "naive.py").prunes
    assert not code_of(PROGRAMS / "deep_copies.py").prunes


STORED = """
def f(position, n):
    {known}
    value = -max(f(each, n - 1) for each in position.children())
    d[position] = value
    return value
"""


def test_a_table_is_seen_by_being_asked_for_what_was_stored() -> None:
    assert code(STORED.format(known="if position in d: return d[position]")).remembers
    assert code(STORED.format(known="hit = d.get(position)")).remembers
    assert not code(STORED.format(known="pass")).remembers
    assert not code_of(SOLUTIONS / "naive.py").remembers


LOOK_FIRST = """
def value(board, depth):
    if depth == 0:
        return 0
    best = -1
    for col in board.valid_moves():
        board.drop_disc(col)
        won = board.check_winner() is not None
        best = max(best, 1 if won else -value(board, depth - 1))
        board.undo_move()
    return best
"""


def test_to_look_for_a_win_before_going_deeper_is_no_mistake() -> None:
    assert code(LOOK_FIRST).leaf is None


CUT = """
def value(board, col):
    board.drop_disc(col)
    if board.check_winner():
        {undo}
        return 1
    board.undo_move()
    return 0
"""


def test_an_undo_before_an_early_return_is_no_mistake() -> None:
    assert code(CUT.format(undo="pass")).leaves_a_disc
    assert not code(CUT.format(undo="board.undo_move()")).leaves_a_disc


UNDONE = """
def value(board, depth):
    best = -1
    for col in board.valid_moves():
        {drop}
        best = max(best, -value(board, depth - 1))
    return best
"""


def test_to_undo_nothing_leaves_discs_on_the_board_that_was_handed_over() -> None:
    assert code(UNDONE.format(drop="board.drop_disc(col)")).leaves_a_disc
    assert not code(UNDONE.format(drop="board.copy().drop_disc(col)")).leaves_a_disc
    own = "def drop_disc(grid, col): return grid"
    assert not code(own + UNDONE.format(drop="drop_disc([], col)")).leaves_a_disc


def test_of_very_many_functions_nothing_is_read() -> None:
    many = "\n".join(f"def f{n}(): return f{n}()" for n in range(400))
    assert code(many) == Code()
