"""Explain a missed position: the board with marks, what was played leads to, what would win."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Sequence
from itertools import cycle

from graders.model.scorecard import Explanation
from kata.board import COLS, CONNECT, ROWS, Board, Player
from solutions.prover import OutOfBudgetError, Position, Prover

SECONDS = 1.0
"""What one explanation may cost."""
LONGEST_REFUTATION = 14
"""How many plies of a refuting line are spelt out; beyond that nobody reads on."""
_SHARE_OF_THE_WIN = 0.6
_PLAYED, _RIGHT = "x", "^"
_SUITE_IS_WRONG = "the suite is wrong, as kata verify would show"
_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
_DOES = {
    "win": ("wins", "win"),
    "block": ("blocks", "block"),
    "draw": ("holds the draw", "hold the draw"),
}


def explain(
    board: Board,
    accept: Collection[int],
    *,
    goal: str = "win",
    mate_in: int | None = None,
    played: int | None = None,
    seconds: float = SECONDS,
) -> Explanation:
    """Explain why `played` (None: no column came) is not among `accept`.

    The goal is to `win`, to `block` or to `draw`. The exact solver is given `seconds`; what it
    cannot tell by then is said to be longer than it looked.
    """
    started = time.monotonic()
    solver = Prover(deadline=started + seconds * _SHARE_OF_THE_WIN)
    position = Position.from_board(board)
    if played not in position.legal_columns():
        played = None
    right, line = _right(solver, position, accept, goal, mate_in)
    solver.deadline = started + seconds
    story, refutation = _story(solver, position, played, accept, goal)
    end = line or (refutation if len(refutation) <= LONGEST_REFUTATION else ())
    return Explanation(
        drawing=marked(board, played, accept),
        lines=(*right, *story),
        final=drawing_of_the_end(board, end) if end else (),
    )


def does(goal: str, *, many: bool) -> str:
    """Return the verb for what one column, or `many`, does to reach a goal.

    >>> does("win", many=False), does("block", many=True)
    ('wins', 'block')
    """
    return _DOES[goal][many]


def marked(board: Board, played: int | None, right: Collection[int]) -> tuple[str, ...]:
    """Draw a board, with an `x` under the played and a `^` under each right column.

    >>> marked(Board(), 0, [3])[-2:]
    ('0123456', 'x  ^      x played, ^ right')
    """
    marks = [_RIGHT if col in right else " " for col in range(COLS)]
    legend = f"{_RIGHT} right"
    if played is not None and played not in right:
        marks[played] = _PLAYED
        legend = f"{_PLAYED} played, {legend}"
    return (*str(board).splitlines(), f"{''.join(marks)}   {legend}")


def drawing_of_the_end(board: Board, line: Iterable[int]) -> tuple[str, ...]:
    """Draw the board after `line` was played on it, every four in brackets.

    >>> drawing_of_the_end(Board.from_moves("001122"), [3])[-2:]
    ('[R][R][R][R] .  .  . ', ' 0  1  2  3  4  5  6 ')
    """
    end = board.copy()
    for col in line:
        end.drop_disc(col)
    four = cells_in_fours(end)
    rows = [
        "".join(_cell(end, row, col, (row, col) in four) for col in range(COLS))
        for row in reversed(range(ROWS))
    ]
    return (*rows, "".join(f" {col} " for col in range(COLS)))


def cells_in_fours(board: Board) -> frozenset[tuple[int, int]]:
    """Return the cells, as row and column, of every four in a row on the board.

    >>> sorted(cells_in_fours(Board.from_moves("0011223")))
    [(0, 0), (0, 1), (0, 2), (0, 3)]
    """
    fours: set[tuple[int, int]] = set()
    for row in range(ROWS):
        for col in range(COLS):
            for d_row, d_col in _DIRECTIONS:
                cells = [(row + n * d_row, col + n * d_col) for n in range(CONNECT)]
                if _is_four(board, cells):
                    fours.update(cells)
    return frozenset(fours)


def in_words(line: Iterable[int], to_move: str) -> str:
    """Write a line of play, the side and its column for each ply.

    >>> in_words([3, 2, 3], "Y")
    'YELLOW 3, RED 2, YELLOW 3'
    """
    mover = Player(to_move)
    sides = cycle((mover.name, mover.opponent.name))
    return ", ".join(f"{side} {col}" for side, col in zip(sides, line, strict=False))


def _right(
    solver: Prover, position: Position, accept: Collection[int], goal: str, mate_in: int | None
) -> tuple[list[str], Sequence[int]]:
    """Say what the right columns do; for a win, return the winning line as well."""
    side = Player(position.to_move)
    columns = _columns(accept)
    verb = does(goal, many=len(accept) > 1)
    if goal == "draw":
        return [f"{side.name} is to move; only {columns} {verb}."], ()
    if goal == "block":
        threatened = _completes_four(position, side.opponent, accept)
        why = f": {side.opponent.name} would complete four there" if threatened else ""
        return [f"{side.name} is to move; only {columns} {verb}{why}."], ()
    to_move = f"{side.name} is to move; {columns} {verb}"
    try:
        if solver.mate_in(position) is None:
            return [f"{side.name} is to move and cannot win: {_SUITE_IS_WRONG}."], ()
        line = solver.best_line(position)
    except OutOfBudgetError:
        longer = "The winning line is longer than it looked: it was not found in time."
        return [f"{to_move}{_soonest(accept, mate_in)}.", longer], ()
    words = in_words(line, position.to_move)
    return [f"{to_move}{_soonest(accept, len(line))}.", f"The winning line: {words}."], line


def _story(
    solver: Prover, position: Position, played: int | None, accept: Collection[int], goal: str
) -> tuple[list[str], Sequence[int]]:
    """Say what the played column leads to; where it loses, return the refuting line as well."""
    if played is None or played in accept:
        return [], ()
    after = position.play(played)
    other = Player(after.to_move).name
    safe_for = 0
    try:
        for plies in range(1, ROWS * COLS - position.discs, 2):
            if solver.win_in(after, plies):
                return _refuted(solver, position, played, plies + 1)
            safe_for = plies
        value = -solver.score(after)
    except OutOfBudgetError:
        known = f"{other} cannot win within {safe_for} plies after it" if safe_for else ""
        return [f"Where column {played} leads is longer than it looked{known and ': '}{known}."], ()
    if value > 0:
        return [f"Column {played} wins too: {_SUITE_IS_WRONG}."], ()
    if goal == "draw":
        return [f"Column {played} draws too: {_SUITE_IS_WRONG}."], ()
    return [f"Column {played} draws."], ()


def _refuted(
    solver: Prover, position: Position, played: int, plies: int
) -> tuple[list[str], Sequence[int]]:
    """Spell out why `played` loses in `plies`, counted from it, as far as anybody reads on."""
    loses = f"Column {played} loses{_in_plies(plies)}"
    try:
        line = (played, *solver.best_line(position.play(played)))
    except OutOfBudgetError:
        return [f"{loses}; the line is longer than it looked."], ()
    words = in_words(line[:LONGEST_REFUTATION], position.to_move)
    words += " and so on" if len(line) > LONGEST_REFUTATION else ""
    return [f"{loses}: {words}."], line


def _completes_four(position: Position, side: Player, columns: Iterable[int]) -> bool:
    turned = Position(position.own ^ position.taken, position.taken, side.value)
    return all(turned.play(col).lost for col in columns)


def _in_plies(plies: int | None) -> str:
    if plies is None:
        return ""
    return " at once" if plies == 1 else f" in {plies} plies"


def _soonest(accept: Collection[int], plies: int | None) -> str:
    soonest = ", the soonest" if len(accept) > 1 and plies is not None else ""
    return f"{soonest}{_in_plies(plies)}"


def _columns(columns: Collection[int]) -> str:
    listed = ", ".join(str(col) for col in sorted(columns))
    return f"column {listed}" if len(columns) == 1 else f"columns {listed}"


def _cell(board: Board, row: int, col: int, in_four: bool) -> str:
    player = board.get_cell(row, col)
    letter = player.value if player else "."
    return f"[{letter}]" if in_four else f" {letter} "


def _is_four(board: Board, cells: Sequence[tuple[int, int]]) -> bool:
    if not all(0 <= row < ROWS and 0 <= col < COLS for row, col in cells):
        return False
    owners = {board.get_cell(row, col) for row, col in cells}
    return len(owners) == 1 and None not in owners
