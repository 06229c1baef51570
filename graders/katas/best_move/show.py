"""Show a position: what every column is worth, in words, and how best play goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graders.katas.best_move.stepping import rows_of, steps_of
from graders.katas.best_move.task import BestMoveTask, side
from graders.katas.best_move.words import columns_in_words, line_in_words
from graders.katas.best_move.worth import best_line, is_settled, worth_of_all
from graders.model.explanation import Column, Exhibit, Listing, Part, Picture
from kata.board import Board
from solutions.prover import Position

_DOES = {"win": "wins", "draw": "draws", "loss": "loses", None: "not settled"}


def show(task: BestMoveTask, nodes: int, *, spoilers: bool = True) -> Exhibit:
    """Return a position and, with `spoilers`, what is known of it within so many `nodes`."""
    board, position = task.board(), Position.from_moves(task.moves, first=task.first)
    mover = side(task.to_move)
    over = _over(board, position)
    caption = over or f"the position, {mover} to move"
    question = (Picture(rows_of(board), caption),)
    if over or not spoilers:
        return Exhibit(question)
    worth = worth_of_all(position, nodes)
    line = _line(task, position, worth, nodes)
    steps = steps_of(board, line)
    answer: list[Part] = [_table(worth), *_in_words(worth, mover, nodes)]
    if line:
        what = "The winning line" if len(line) % 2 else "Best play"
        answer.append(f"{what}: {line_in_words(line, mover)}.")
        answer.append(steps[-1].picture)
    return Exhibit(question, tuple(answer), steps)


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
        yield f"Nobody wins against best play; {columns_in_words(draws)} {held} the draw."
    left = [each.column for each in worth if not is_settled(each)]
    if left:
        within = f"within {nodes:,} positions looked at"
        yield f"Not settled {within}: {columns_in_words(left)}. --nodes allows more."


def _won(wins: Sequence[Column], mover: str) -> str:
    soonest = min(wins, key=lambda each: each.plies or 99)
    others = [each.column for each in wins if each is not soonest]
    plies = "" if soonest.plies is None else f" in {soonest.plies} plies"
    plies = " at once" if soonest.plies == 1 else plies
    too = f"; {columns_in_words(others)} {'wins' if len(others) == 1 else 'win'} too"
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
        return best_line(position, best.column, nodes)
    if worth and all(each.value == "loss" and each.plies for each in worth):
        return best_line(position, max(worth, key=lambda each: each.plies or 0).column, nodes)
    return ()
