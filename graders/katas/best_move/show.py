"""Show a position: what every column is worth, and how best play goes on, a board after each ply.

What a column of a shipped position is worth is stored; of any other it is found by exact search
within a budget of nodes, never of seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle

from msgspec.structs import replace

from graders.katas.best_move.known_values import known_values
from graders.katas.best_move.messages import cells_in_fours, columns_text, line_text
from graders.katas.best_move.task import BestMoveTask, side
from graders.model.explanation import (
    Column,
    Exhibit,
    Line,
    Listing,
    Mark,
    Part,
    Picture,
    Played,
    PositionExplanation,
    Step,
)
from kata.board import ROWS, Board, Player
from solutions.prover import (
    CELLS,
    FOREVER,
    ONE_LONG_SEARCH_AFTER,
    OutOfBudgetError,
    Position,
    Prover,
)

_DOES = {"win": "wins", "draw": "draws", "loss": "loses", None: "not settled"}


def show(task: BestMoveTask, nodes: int, *, spoilers: bool = True) -> Exhibit:
    """Return a position and, with `spoilers`, what is known of it within so many `nodes`."""
    board, position = task.board(), Position.from_moves(task.moves, first=task.first)
    mover = side(task.to_move)
    if not spoilers or _over(board, position):
        return Exhibit(question(task))
    known = known_values(task)
    worth = tuple(each.column for each in known.values()) or evaluate_columns(position, nodes)
    line = _line(task, position, worth, nodes)
    steps = steps_of(board, line)
    answer: list[Part] = [_table(worth), *_in_words(worth, mover, nodes)]
    if line:
        what = "The winning line" if len(line) % 2 else "Best play"
        answer.append(f"{what}: {line_text(line, mover)}.")
        answer.append(steps[-1].picture)
    return Exhibit(question(task), tuple(answer), steps)


def question(task: BestMoveTask) -> tuple[Picture, ...]:
    """Return the position as it is, which takes no search."""
    board, position = task.board(), Position.from_moves(task.moves, first=task.first)
    caption = _over(board, position) or f"the position, {side(task.to_move)} to move"
    return (Picture(rows_of(board), caption),)


def _over(board: Board, position: Position) -> str:
    if position.lost:
        return f"the game is over, {board.current_player.opponent.name} has won"
    return "the game is over, a draw" if board.is_full() else ""


def _table(worth: Sequence[Column]) -> Listing:
    rows = tuple((str(each.column), _DOES[each.value], _distance(each)) for each in worth)
    return Listing(("column", "it", "in plies"), rows, "what each column is worth")


def _distance(worth: Column) -> str:
    if worth.plies is not None:
        return str(worth.plies)
    if is_settled(worth):
        return "-"
    # The other side cannot win within `safe_plies` after the column: its own disc comes before.
    return f"more than {worth.safe_plies + (worth.value == 'loss')}"


def _in_words(worth: Sequence[Column], mover: str, nodes: int) -> Iterator[str]:
    """Say what the position is worth as far as it is known, and what is not."""
    wins = [each for each in worth if each.value == "win"]
    draws = [each.column for each in worth if each.value == "draw"]
    if wins:
        yield _won(wins, mover)
    elif all(each.value == "loss" for each in worth):
        yield _lost(worth, mover)
    elif draws and all(each.value is not None for each in worth):
        held = "holds" if len(draws) == 1 else "hold"
        yield f"Nobody wins against best play; {columns_text(draws)} {held} the draw."
    left = [each.column for each in worth if not is_settled(each)]
    if left:
        within = f"within {nodes:,} positions looked at"
        yield f"Not settled {within}: {columns_text(left)}. --nodes allows more."


def _won(wins: Sequence[Column], mover: str) -> str:
    soonest = min(wins, key=lambda each: each.plies or 99)
    others = [each.column for each in wins if each is not soonest]
    plies = "" if soonest.plies is None else f" in {soonest.plies} plies"
    plies = " at once" if soonest.plies == 1 else plies
    too = f"; {columns_text(others)} {'wins' if len(others) == 1 else 'win'} too"
    return f"{mover} wins{plies} with column {soonest.column}{too if others else ''}."


def _lost(worth: Sequence[Column], mover: str) -> str:
    if not all(map(is_settled, worth)):
        return f"{mover} loses, whatever it plays."
    longest = max(worth, key=lambda each: each.plies or 0)
    after = f"column {longest.column} holds out longest, {longest.plies} plies"
    return f"{mover} loses, whatever it plays; {after}."


def _line(
    task: BestMoveTask, position: Position, worth: Sequence[Column], nodes: int
) -> tuple[int, ...]:
    """Return best play where somebody wins and it is known how soon: the case's own, if right."""
    wins = [each for each in worth if each.value == "win" and each.plies is not None]
    if wins:
        best = min(wins, key=lambda each: each.plies or 0)
        if task.line and (task.line[0], len(task.line)) == (best.column, best.plies):
            return task.line
    elif worth and all(each.value == "loss" and each.plies for each in worth):
        best = max(worth, key=lambda each: each.plies or 0)
    else:
        return ()
    known = known_values(task).get(best.column)
    return known.line if known else best_line(position, best.column, nodes)


def lines_played(facts: PositionExplanation) -> tuple[Played, ...]:
    """Return the lines of an explanation as they are played, in their order."""
    return tuple(_played(facts, line) for line in facts.lines if line.moves)


def steps_of(board: Board, line: Sequence[int]) -> tuple[Step, ...]:
    """Play a line on the board, and return it as it is now and after each ply; () for no line."""
    return tuple(_steps(board, line))


def rows_of(board: Board) -> tuple[str, ...]:
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
    return Played(title, steps_of(board, line.moves), note, answers=line.kind == "win")


def _steps(board: Board, line: Sequence[int]) -> Iterator[Step]:
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


def evaluate_columns(position: Position, nodes: int) -> tuple[Column, ...]:
    """Return the columns that can be played, left to right; what is not known is left open.

    Each is given a fair share of the nodes, and what the others left over in a second turn.

    >>> evaluate_columns(Position.from_moves("001122"), 1_000)[3]
    Column(column=3, value='win', plies=1, safe_plies=0)
    """
    prover = Prover()
    found = {col: Column(col) for col in position.legal_columns()}
    for _ in range(2):
        still_open = [col for col, worth in found.items() if not is_settled(worth)]
        for done, col in enumerate(still_open):
            share = (nodes - prover.nodes) // (len(still_open) - done)
            prover.node_limit = prover.nodes + share
            found[col] = _worth(prover, position, col)
    return tuple(found.values())


def is_settled(worth: Column) -> bool:
    """Tell whether both the value of a column and its distance are known."""
    return worth.value == "draw" or worth.plies is not None


def best_line(position: Position, column: int, nodes: int) -> tuple[int, ...]:
    """Return best play on both sides from a column on; nothing where the nodes run out."""
    try:
        return (column, *Prover(node_limit=nodes).best_line(position.play(column)))
    except OutOfBudgetError:
        return ()


def _worth(prover: Prover, position: Position, col: int) -> Column:
    after, found = position.play(col), Column(col)
    try:
        for plies in range(1, CELLS + 1 - position.discs, 2):
            if found.value != "loss" and prover.column_wins_in(position, col, plies):
                return Column(col, "win", plies)
            if found.value != "win" and prover.win_in(after, plies):
                return Column(col, "loss", plies + 1)
            found = replace(found, safe_plies=plies)
            if plies == ONE_LONG_SEARCH_AFTER:
                if prover.column_wins_in(position, col, FOREVER):
                    found = replace(found, value="win")
                elif prover.win_in(after, FOREVER):
                    found = replace(found, value="loss")
                else:
                    break
        return replace(found, value="draw", safe_plies=0)
    except OutOfBudgetError:
        return found
