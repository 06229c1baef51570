"""Play a line from a position ply by ply, a board after each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle

from graders.katas.best_move.words import cells_in_fours
from graders.model.explanation import Line, Mark, Picture, Played, PositionExplanation, Step
from kata.board import ROWS, Board, Player


def lines_played(facts: PositionExplanation) -> tuple[Played, ...]:
    """Return the lines of an explanation as they are played, in their order."""
    return tuple(_played(facts, line) for line in facts.lines if line.moves)


def steps_of(board: Board, line: Sequence[int]) -> tuple[Step, ...]:
    """Play a line on the board, and return it as it is now and after each ply; () for no line."""
    return tuple(_steps(board, line))


def rows_of(board: Board) -> tuple[str, ...]:
    """Return the board as a picture has it."""
    return tuple(str(board).splitlines()[:ROWS])


def _played(facts: PositionExplanation, line: Line) -> Played:
    board = Board.from_moves(facts.moves, Player[facts.first])
    title = "The winning line"
    if line.kind == "refutation":
        title = f"The refutation of column {line.moves[0]}"
    note = ""
    if not line.complete:
        within = "" if facts.node_limit is None else f" within {facts.node_limit:,} positions"
        note = f"How it goes on, to the four at ply {line.plies}, was not found{within}."
    return Played(title, steps_of(board, line.moves), note)


def _steps(board: Board, line: Sequence[int]) -> Iterator[Step]:
    """Return the board after each ply, from the position itself to the four."""
    if line:
        yield Step("now", Picture(rows_of(board), f"now, {board.current_player.name} to move"))
    sides = cycle((board.current_player, board.current_player.opponent))
    for ply, (col, player) in enumerate(zip(line, sides, strict=False), start=1):
        board.drop_disc(col)
        yield Step(f"{ply} {player.name} {col}", _after(board, ply, len(line), col, player))


def _after(board: Board, ply: int, plies: int, col: int, player: Player) -> Picture:
    caption = f"ply {ply} of {plies}, {player.name} {col}"
    four = cells_in_fours(board) if ply == plies else ()
    if not four:
        return Picture(rows_of(board), caption, marks=((col, Mark.STEP),))
    cells = frozenset((ROWS - 1 - row, col) for row, col in four)
    return Picture(rows_of(board), f"{caption}, four in a row", highlighted=cells)
