"""The sentences and pictures that tell the facts about a position."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import cycle

from graders.model.explanation import Column, Line, Mark, Part, Picture, PositionExplanation
from kata.board import COLS, CONNECT, ROWS, Board, Player

LONGEST_LINE = 14
"""How many plies of a refutation are spelt out; a longer one is cut."""

_WRONG_KEY = "the suite is wrong, as kata verify would show"
_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
_DOES = {
    "win": ("wins", "win"),
    "block": ("blocks", "block"),
    "draw": ("holds the draw", "hold the draw"),
}


def tell(facts: PositionExplanation) -> tuple[Part, ...]:
    """Return the position with its marks, what the columns do, and the end of the line shown."""
    parts: list[Part] = [_position(facts), *_of_the_accepted(facts)]
    parts.extend(_of_the_played(facts))
    shown = next((line for line in facts.lines if _is_told_whole(line)), None)
    if shown is not None:
        parts.append(end_of_line(facts, shown))
    return tuple(parts)


def tell_played(facts: PositionExplanation) -> tuple[Part, ...]:
    """Return what the played column leads to and the end of that line, and nothing of the right."""
    line = _line(facts, "refutation")
    picture = (end_of_line(facts, line),) if line is not None and _is_told_whole(line) else ()
    return (*_of_the_played(facts), *picture)


def goal_verb(goal: str, *, many: bool) -> str:
    """Return the verb for what one column, or `many`, does to reach a goal.

    >>> goal_verb("win", many=False), goal_verb("block", many=True)
    ('wins', 'block')
    """
    return _DOES[goal][many]


def goal_message(goal: str, mate_in: int | None) -> str:
    """Say what a position asks for.

    >>> goal_message("win", 9), goal_message("win", 1), goal_message("block", None)
    ('win in 9 plies', 'win at once', 'block at once')
    """
    if goal == "win":
        return f"win{_in_plies(mate_in)}"
    return "block at once" if goal == "block" else "hold the draw"


def columns_text(columns: Collection[int]) -> str:
    """Name one column or several.

    >>> columns_text([3]), columns_text([4, 2])
    ('column 3', 'columns 2, 4')
    """
    listed = ", ".join(str(col) for col in sorted(columns))
    return f"column {listed}" if len(columns) == 1 else f"columns {listed}"


def line_text(line: Iterable[int], to_move: str) -> str:
    """Write a line of play, the side and its column for each ply.

    >>> line_text([3, 2, 3], "YELLOW")
    'YELLOW 3, RED 2, YELLOW 3'
    """
    sides = cycle((to_move, Player[to_move].opponent.name))
    return ", ".join(f"{side} {col}" for side, col in zip(sides, line, strict=False))


def end_of_line(facts: PositionExplanation, line: Line) -> Picture:
    """Return the board after a line was played, every four highlighted."""
    board = Board.from_moves(facts.moves, Player[facts.first])
    for col in line.moves:
        board.drop_disc(col)
    four = frozenset((ROWS - 1 - row, col) for row, col in cells_in_fours(board))
    what = "the winning line" if line.kind == "win" else f"the refutation of column {line.moves[0]}"
    return Picture(tuple(str(board).splitlines()[:ROWS]), f"after {what}", highlighted=four)


def cells_in_fours(board: Board) -> frozenset[tuple[int, int]]:
    """Return the cells, as row from the bottom and column, of every four in a row on the board.

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


def _position(facts: PositionExplanation) -> Picture:
    right = [column.column for column in facts.accept]
    marks = [(col, Mark.RIGHT) for col in right]
    if facts.played is not None and facts.played.column not in right:
        marks.append((facts.played.column, Mark.PLAYED))
    caption = f"the position, {facts.to_move} to move"
    return Picture(facts.drawing, caption, marks=tuple(marks))


def _of_the_accepted(facts: PositionExplanation) -> Iterator[str]:
    right = [column.column for column in facts.accept]
    columns, verb = columns_text(right), goal_verb(facts.goal, many=len(right) > 1)
    if facts.goal != "win":
        other = Player[facts.to_move].opponent.name
        why = f": {other} would complete four there" if facts.threat else ""
        yield f"{facts.to_move} is to move; only {columns} {verb}{why}."
        return
    if facts.contradiction == "accepted_does_not_win":
        failing = [column.column for column in facts.accept if column.value != "win"]
        do = "does" if len(failing) == 1 else "do"
        yield (
            f"{facts.to_move} is to move, but {columns_text(failing)} {do} not win: {_WRONG_KEY}."
        )
        return
    soonest = ", the soonest" if len(right) > 1 and facts.mate_in is not None else ""
    yield f"{facts.to_move} is to move; {columns} {verb}{soonest}{_in_plies(facts.mate_in)}."
    win = _line(facts, "win")
    if win is not None and win.complete:
        yield f"The winning line: {line_text(win.moves, facts.to_move)}."
    elif facts.searched:
        yield f"The winning line was not found{_within(facts)}."


def _of_the_played(facts: PositionExplanation) -> Iterator[str]:
    """Say what the played column leads to, unless it is accepted or nothing was searched."""
    played = facts.played
    if played is None or not facts.searched or played.column in [c.column for c in facts.accept]:
        return
    if facts.contradiction == "played_reaches_goal":
        yield f"Column {played.column} {played.value}s too: {_WRONG_KEY}."
    elif played.value == "loss":
        yield _loss(facts, played)
    elif played.value == "draw":
        yield f"Column {played.column} draws."
    else:
        other = Player[facts.to_move].opponent.name
        plies = played.safe_plies
        so_far = f"; {other} cannot win within {_plies(plies)} after it" if plies else ""
        not_found = f"was not found{_within(facts)}"
        yield f"What column {played.column} leads to {not_found}{so_far}."


def _loss(facts: PositionExplanation, played: Column) -> str:
    loses = f"Column {played.column} loses{_in_plies(played.plies)}"
    line = _line(facts, "refutation")
    if played.plies is None:
        other, plies = Player[facts.to_move].opponent.name, _plies(played.safe_plies)
        loses += f", though {other} cannot win within {plies} after it"
    if line is None or not line.complete:
        return f"{loses}; the line was not found{_within(facts)}."
    and_so_on = " and so on" if len(line.moves) > LONGEST_LINE else ""
    return f"{loses}: {line_text(line.moves[:LONGEST_LINE], facts.to_move)}{and_so_on}."


def _within(facts: PositionExplanation) -> str:
    """Say how far was searched; scorecards of earlier versions were bounded by the clock."""
    if facts.node_limit is None:
        return " in time"
    return f" within {facts.node_limit:,} positions looked at"


def _line(facts: PositionExplanation, kind: str) -> Line | None:
    return next((line for line in facts.lines if line.kind == kind), None)


def _is_told_whole(line: Line) -> bool:
    return line.complete and (line.kind == "win" or len(line.moves) <= LONGEST_LINE)


def _in_plies(plies: int | None) -> str:
    if plies is None:
        return ""
    return " at once" if plies == 1 else f" in {plies} plies"


def _plies(plies: int) -> str:
    return "1 ply" if plies == 1 else f"{plies} plies"


def _is_four(board: Board, cells: Sequence[tuple[int, int]]) -> bool:
    if not all(0 <= row < ROWS and 0 <= col < COLS for row, col in cells):
        return False
    owners = {board.get_cell(row, col) for row, col in cells}
    return len(owners) == 1 and None not in owners
