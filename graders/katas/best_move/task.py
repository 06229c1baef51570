"""What one case of the best-move kata holds, and how a submission is asked about it.

A case is a position and the columns that it accepts. It has an identity, which its mirror image and
the same with colours exchanged share, and it is asked in our own way or in that of Kaggle's
ConnectX.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from graders.katas.fields import CASE_FIELDS, read_fields
from graders.katas.kata import TaskError, Variant
from graders.model.explanation import Side
from graders.model.request import (
    BoardArgument,
    ConfigurationArgument,
    ObservationArgument,
    Request,
    Survey,
)
from graders.model.scorecard import Observation
from graders.model.suite import Hardness
from kata.board import COLS, CONNECT, ROWS, Board, Player

FUNCTION = "find_best_move"
AGENT = "agent"
"""What Kaggle's ConnectX calls, with an observation and a configuration."""
A_KAGGLE_AGENT = "a Kaggle agent"
Goal = Literal["win", "block", "draw"]
RUNGS_COUNTED = 4
"""The rungs that search on a `Board`, on which nodes are counted."""

_SWAPPED = str.maketrans("RY", "YR")
_OBSERVATION = ("obs", "observation")
_CONFIGURATION = ("config", "configuration")


class BestMoveTask(msgspec.Struct, frozen=True):
    """A position and every column that reaches its goal.

    `moves` are column digits from the empty board, on which `first` (`R` or `Y`) moved first.
    The goal of `accept` is to `win`, to `block` (every other column loses at once) or to
    `draw`. `mate_in` counts plies. `quiet` says that nobody is won or lost in fewer. `line` is
    a win of best play on both sides, a column a ply; of a case without one it has to be searched.
    `hardness` is what its suite states, nothing that anybody is asked or judged by.
    """

    moves: str
    accept: tuple[int, ...]
    first: str = "R"
    mate_in: int | None = None
    goal: Goal = "win"
    quiet: bool = False
    line: tuple[int, ...] = ()
    hardness: Hardness | None = None

    def board(self) -> Board:
        return Board.from_moves(self.moves, Player(self.first))

    @property
    def to_move(self) -> str:
        """Return the letter of the side to move.

        >>> BestMoveTask("323", (3,)).to_move
        'Y'
        """
        first = Player(self.first)
        return (first if len(self.moves) % 2 == 0 else first.opponent).value


def side(letter: str) -> Side:
    """Return the name of a side by its letter.

    >>> side("R"), side("Y")
    ('RED', 'YELLOW')
    """
    return "RED" if Player(letter) is Player.RED else "YELLOW"


class _Fields(msgspec.Struct, frozen=True):
    moves: str
    accept: list[int]
    first: Side = "RED"
    to_move: Side | None = None
    board: str | None = None
    mate_in: int | None = None
    goal: Goal = "win"
    quiet: bool = False
    line: str | None = None
    hardness: dict[str, object] | None = None


def read_task(fields: Mapping[str, object]) -> BestMoveTask:
    """Check one case: a position that a game reaches, and columns that can be played."""
    for name in ("moves", "line"):
        if isinstance(fields.get(name), int):
            reason = 'write it in quotes, as in "0123": without them it is read as a number'
            raise TaskError(name, reason)
    read = read_fields(_Fields, fields, CASE_FIELDS)
    board = _board(read)
    _check_drawing(read, board)
    _check_accept(read.accept, board)
    _check_mate(read)
    line = () if read.line is None else _line(read, read.line, board)
    accept = tuple(sorted(read.accept))
    hardness = None if read.hardness is None else _hardness(read.hardness)
    return BestMoveTask(
        read.moves, accept, read.first[0], read.mate_in, read.goal, read.quiet, line, hardness
    )


def position_of(moves: str, first: str, *, to_play: bool = False) -> BestMoveTask:
    """Return a position without a key; the game may be over, unless somebody is `to_play`.

    Raises `TaskError` for no game.
    """
    try:
        board = Board.from_moves(moves, Player[first])
    except ValueError as error:
        raise TaskError("moves", str(error).splitlines()[0]) from None
    if to_play:
        _check_goes_on(board)
    return BestMoveTask(moves, (), Player[first].value)


def _board(read: _Fields) -> Board:
    if len(read.moves) > ROWS * COLS:
        raise TaskError("moves", f"{len(read.moves)} moves, but there are {ROWS * COLS} cells")
    try:
        board = Board.from_moves(read.moves, Player[read.first])
    except ValueError as error:
        raise TaskError("moves", str(error).splitlines()[0]) from None
    _check_goes_on(board)
    if read.to_move not in (None, board.current_player.name):
        reason = f"it is not {read.to_move}'s turn: {board.current_player.name} is to move here"
        raise TaskError("to_move", reason)
    return board


def _check_goes_on(board: Board) -> None:
    if board.check_winner() is not None:
        raise TaskError("moves", "the game is finished: the last move completes four")
    if board.is_full():
        raise TaskError("moves", "the game is finished: the board is full")


def _check_drawing(read: _Fields, board: Board) -> None:
    if read.board is None:
        return
    try:
        drawn = Board.parse(read.board, board.current_player)
    except ValueError as error:
        raise TaskError("board", str(error).splitlines()[0]) from None
    if drawn != board:
        both = f"it shows {_in_a_line(drawn)}, but the moves lead to {_in_a_line(board)}"
        raise TaskError("board", f"the drawing does not match the moves: {both}")


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
            raise TaskError("accept", f"column {column} is listed twice")


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


def _line(read: _Fields, line: str, board: Board) -> tuple[int, ...]:
    """Return the columns of a line that is legal and ends in a four of the side to move."""
    if read.goal != "win":
        raise TaskError("line", f"the goal is to {read.goal}, not to win")
    try:
        end = Board.from_moves(read.moves + line, Player[read.first])
    except ValueError as error:
        raise TaskError("line", f"after the moves, {str(error).splitlines()[0]}") from None
    if end.check_winner() is not board.current_player:
        raise TaskError("line", f"it does not end in a four of {board.current_player.name}")
    if read.mate_in not in (None, len(line)):
        raise TaskError("line", f"it has {len(line)} plies, but mate_in is {read.mate_in}")
    if int(line[0]) not in read.accept:
        raise TaskError("line", f"it begins with column {line[0]}, which is not accepted")
    return tuple(map(int, line))


def _hardness(fields: Mapping[str, object]) -> Hardness:
    try:
        hardness = read_fields(Hardness, fields)
    except TaskError as error:
        raise TaskError("hardness", str(error)) from None
    if not 0 <= hardness.found_by <= hardness.of or not hardness.of:
        raise TaskError("hardness", f"{hardness.found_by:g} of {hardness.of} guessers find it")
    if len(hardness.nodes) != RUNGS_COUNTED:
        reason = f"{len(hardness.nodes)} counts, but nodes are those of {RUNGS_COUNTED} rungs"
        raise TaskError("hardness", reason)
    if any(nodes is not None and nodes < 1 for nodes in hardness.nodes):
        raise TaskError("hardness", "no search takes less than one node")
    return hardness


def identity(task: BestMoveTask) -> str:
    """Return one drawing for a position, its mirror image and both with colours exchanged.

    The side to move is always drawn as `R`.

    >>> identity(BestMoveTask("0", (3,))) == identity(BestMoveTask("6", (3,), first="Y"))
    True
    """
    lines = str(task.board()).splitlines()[:-1]
    if task.to_move == "Y":
        lines = [line.translate(_SWAPPED) for line in lines]
    return min("\n".join(lines), "\n".join(line[::-1] for line in lines))


def variants(task: BestMoveTask) -> tuple[Variant[BestMoveTask], ...]:
    """Return the position mirrored, with the colours exchanged, and both."""
    mirrored = replace(
        task,
        moves="".join(str(_mirror(int(digit))) for digit in task.moves),
        accept=tuple(sorted(_mirror(column) for column in task.accept)),
        line=tuple(_mirror(column) for column in task.line),
        hardness=None,  # a search that begins with one side costs something else in the mirror
    )
    return (
        Variant("mirror", mirrored),
        Variant("swap", _swap(task)),
        Variant("mirror-swap", _swap(mirrored)),
    )


def _mirror(column: int) -> int:
    return COLS - 1 - column


def _swap(task: BestMoveTask) -> BestMoveTask:
    return replace(task, first=Player(task.first).opponent.value)


def last_agents(survey: Survey) -> list[str]:
    """Return the last function of a file, in words, where its parameters say what it is.

    >>> last_agents(Survey(last=("my_agent", ("obs", "config"))))
    ['the last function my_agent(obs, config)']
    >>> last_agents(Survey(last=("main", ("arguments",))))
    []
    """
    if survey.last is None:
        return []
    name, parameters = survey.last
    known = zip(parameters, (_OBSERVATION, _CONFIGURATION), strict=False)
    if not 1 <= len(parameters) <= 2 or not all(each in names for each, names in known):
        return []
    return [f"the last function {name}({', '.join(parameters)})"]


def called_as(name: str) -> tuple[Observation, ...]:
    """Say which function is called as an agent."""
    last = "" if name == AGENT else ", the last function of the file"
    return (Observation("the agent", f"{name}{last}, as Kaggle's ConnectX calls it"),)


def request_for(moves: str, first: str, expects: str) -> Request:
    """Return the call for a position; a file with an agent is called as it is there.

    A program is asked what an agent is.
    """
    agent = Request(
        AGENT,
        (ObservationArgument(moves), ConfigurationArgument(ROWS, COLS, CONNECT)),
        expects=A_KAGGLE_AGENT,
        parameters=("observation", "configuration"),
        answer="action",
        or_last=True,
    )
    board = BoardArgument(moves, first)
    return Request(FUNCTION, (board,), as_method=True, expects=expects, otherwise=agent)
