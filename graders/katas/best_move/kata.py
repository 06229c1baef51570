"""Grade `find_best_move(board)`: one position, one column back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import msgspec

from graders.katas.answers import not_a_column
from graders.katas.best_move import explain, ladder
from graders.katas.entry import classes_with, functions_named
from graders.katas.fields import CASE_FIELDS, read_fields, shown
from graders.katas.kata import TaskError, Variant
from graders.model.request import BoardArgument, Request, Survey
from graders.model.scorecard import Explanation, Result, Standing
from graders.model.verdict import Judgement, Verdict
from kata.board import COLS, ROWS, Board, Player

FUNCTION = "find_best_move"

Goal = Literal["win", "block", "draw"]


@dataclass(frozen=True)
class BestMoveTask:
    """Hold a position and every column that reaches its goal.

    `moves` are column digits from the empty board, on which `first` (`R` or `Y`) moved first.
    The goal of `accept` is to `win`, to `block` (every other column loses at once) or to
    `draw`. `mate_in` counts plies. `quiet` says that nobody is won or lost in fewer.
    """

    moves: str
    accept: tuple[int, ...]
    first: str = "R"
    mate_in: int | None = None
    goal: Goal = "win"
    quiet: bool = False

    def board(self) -> Board:
        """Return the position as a board of its own."""
        return Board.from_moves(self.moves, Player(self.first))

    @property
    def to_move(self) -> str:
        """Return the letter of the side to move.

        >>> BestMoveTask("323", (3,)).to_move
        'Y'
        """
        first = Player(self.first)
        return (first if len(self.moves) % 2 == 0 else first.opponent).value


class _Fields(msgspec.Struct, frozen=True):
    moves: str
    accept: list[int]
    first: Literal["RED", "YELLOW"] = "RED"
    to_move: Literal["RED", "YELLOW"] | None = None
    board: str | None = None
    mate_in: int | None = None
    goal: Goal = "win"
    quiet: bool = False


class BestMove:
    """Ask for the best column of a position; see `graders.katas.kata.Kata`."""

    name = "best_move"
    function = FUNCTION
    expects = (
        "a function find_best_move(board), or one class with a method find_best_move(self) that "
        "is constructed with the board"
    )

    def read_task(self, fields: Mapping[str, object]) -> BestMoveTask:
        """Check one case: a position that a game reaches, and columns that can be played."""
        if isinstance(fields.get("moves"), int):
            raise TaskError(
                "moves", 'write it in quotes, as in "0123": without them it is read as a number'
            )
        read = read_fields(_Fields, fields, CASE_FIELDS)
        board = _board(read)
        _check_drawing(read, board)
        _check_accept(read.accept, board)
        _check_mate(read)
        accept = tuple(sorted(read.accept))
        return BestMoveTask(read.moves, accept, read.first[0], read.mate_in, read.goal, read.quiet)

    def request(self, task: object) -> Request:
        """Return the call: the position, and nothing of what is accepted."""
        task = _task(task)
        board = BoardArgument(task.moves, task.first)
        return Request(FUNCTION, (board,), as_method=True, expects=self.expects)

    def check(self, task: object, answer: object) -> Judgement:
        """Accept exactly an int that is one of the columns in `accept`."""
        task = _task(task)
        board = task.board()
        if type(answer) is not int:
            return Judgement(Verdict.INVALID_ANSWER, not_a_column(answer, FUNCTION))
        if not 0 <= answer < COLS:
            hint = ""
            if answer == COLS:
                hint = "; were they counted from 1?"
            elif answer == -1:
                hint = "; was -1 meant for no move found? Some column must be played"
            message = f"there is no column {shown(answer)}: columns are 0-{COLS - 1}{hint}"
            return Judgement(Verdict.INVALID_ANSWER, message)
        if board.column_height(answer) == ROWS:
            message = f"column {answer} is full; board.valid_moves() names those with room"
            return Judgement(Verdict.INVALID_ANSWER, message)
        if answer not in task.accept:
            purpose = explain.does(task.goal, many=True)
            message = f"column {answer} does not {purpose}; {_columns_in_words(task)}"
            return Judgement(Verdict.WRONG_ANSWER, message)
        return Judgement(Verdict.ACCEPTED)

    def explain(self, task: object, answer: object) -> Explanation | None:
        """Draw the position and show what was missed."""
        task = _task(task)
        played = answer if type(answer) is int else None
        return explain.explain(
            task.board(), task.accept, goal=task.goal, mate_in=task.mate_in, played=played
        )

    def entries(self, survey: Survey) -> Sequence[str]:
        """Return the function and the classes that could be called."""
        return [
            *functions_named(survey, FUNCTION, "(board)"),
            *classes_with(survey, FUNCTION),
        ]

    def variants(self, task: object) -> Sequence[Variant]:
        """Return the position mirrored, with the colours exchanged, and both."""
        task = _task(task)
        mirrored = replace(
            task,
            moves="".join(str(_mirror(int(digit))) for digit in task.moves),
            accept=tuple(sorted(_mirror(column) for column in task.accept)),
        )
        return (
            Variant("mirror", mirrored),
            Variant("swap", _swap(task)),
            Variant("mirror-swap", _swap(mirrored)),
        )

    def standing(self, results: Sequence[Result]) -> Standing | None:
        """Place a submission on the ladder of the reference solutions."""
        lost = _lost_variants(results)
        if lost:
            return ladder.one_sided(lost)
        return ladder.standing(
            [
                ladder.Seen(
                    result.id,
                    result.task.mate_in,
                    result.verdict,
                    result.cpu_s or result.wall_s,
                    result.cap_s,
                    result.task.goal if isinstance(result.task, BestMoveTask) else "win",
                )
                for result in results
                if isinstance(result.task, BestMoveTask) and not result.variant
            ]
        )


def _lost_variants(results: Sequence[Result]) -> list[str]:
    """Return the variants missed by a submission that knows positions or sides by heart.

    That is one which misses every variant of half the positions it finds, or every swapped
    one; a single variant missed may be a matter of time or of luck.
    """
    found = {result.id for result in results if result.accepted and not result.variant}
    variants = [r for r in results if r.variant and r.original in found]
    missed = [r for r in variants if r.verdict is Verdict.WRONG_ANSWER]
    held = {r.original for r in variants if r.accepted}
    swapped = [r for r in variants if r.variant == "swap"]
    by_heart = {r.original for r in missed} - held
    one_side = len(swapped) > 2 and not any(r.accepted for r in swapped)
    if variants and (len(by_heart) * 2 >= len(found) > 2 or one_side):
        return [r.id for r in missed]
    return []


def _task(task: object) -> BestMoveTask:
    if not isinstance(task, BestMoveTask):
        raise TypeError(f"not a task of best_move: {task!r}")
    return task


def _mirror(column: int) -> int:
    return COLS - 1 - column


def _swap(task: BestMoveTask) -> BestMoveTask:
    return replace(task, first=Player(task.first).opponent.value)


def _board(read: _Fields) -> Board:
    if len(read.moves) > ROWS * COLS:
        raise TaskError("moves", f"{len(read.moves)} moves, but there are {ROWS * COLS} cells")
    try:
        board = Board.from_moves(read.moves, Player[read.first])
    except ValueError as error:
        raise TaskError("moves", str(error).splitlines()[0]) from None
    if board.check_winner() is not None:
        raise TaskError("moves", "the game is finished: the last move completes four")
    if board.is_full():
        raise TaskError("moves", "the game is finished: the board is full")
    if read.to_move not in (None, board.current_player.name):
        reason = f"{read.to_move} is not to move: after the moves it is {board.current_player.name}"
        raise TaskError("to_move", reason)
    return board


def _check_drawing(read: _Fields, board: Board) -> None:
    if read.board is None:
        return
    try:
        drawn = Board.parse(read.board, board.current_player)
    except ValueError as error:
        raise TaskError("board", str(error).splitlines()[0]) from None
    if drawn != board:
        both = f"drawn {_in_a_line(drawn)}, but the moves make {_in_a_line(board)}"
        raise TaskError("board", f"the drawing is not what the moves make: {both}")


def _in_a_line(board: Board) -> str:
    return "/".join(str(board).splitlines()[:ROWS])


def _check_accept(accept: Sequence[int], board: Board) -> None:
    if not accept:
        raise TaskError("accept", "at least one column must be accepted")
    for column in accept:
        if not 0 <= column < COLS:
            raise TaskError("accept", f"there is no column {column}: columns are 0-{COLS - 1}")
        if board.column_height(column) == ROWS:
            raise TaskError("accept", f"column {column} is full")
        if accept.count(column) > 1:
            raise TaskError("accept", f"column {column} is there twice")


def _check_mate(read: _Fields) -> None:
    if read.mate_in is None:
        return
    left = ROWS * COLS - len(read.moves)
    if read.goal != "win":
        raise TaskError("mate_in", f"the goal is to {read.goal}, not to win")
    if not 1 <= read.mate_in <= 41 or read.mate_in % 2 == 0:
        raise TaskError("mate_in", f"should be an odd number of plies, 1-41, not {read.mate_in}")
    if read.mate_in > left:
        raise TaskError("mate_in", f"{read.mate_in} plies, but only {left} cells are empty")


def _columns_in_words(task: BestMoveTask) -> str:
    columns = ", ".join(str(column) for column in task.accept)
    many = len(task.accept) > 1
    verb = explain.does(task.goal, many=many)
    soonest = "the soonest " if many else ""
    mate = f" ({soonest}in {task.mate_in} plies)" if (task.mate_in or 0) > 1 else ""
    return f"only {'columns' if many else 'column'} {columns} {verb}{mate}"


KATA = BestMove()
