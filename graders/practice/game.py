"""A game that somebody plays against a file: its moves, the other side, what was missed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

import msgspec
from msgspec.structs import replace

from graders.channel.budget import Budget, Settings
from graders.channel.channel import ask
from graders.channel.sandbox_pool import SandboxPool, pool_for
from graders.grading import messages
from graders.grading.intake import check_is_a_file_of_code, read_submission
from graders.katas import all_katas, kata_named
from graders.katas.playing import Forecast, Lapse, Playing, Review
from graders.model.explanation import Picture
from graders.model.installation import kata_command
from graders.model.outcome import Event
from graders.model.submission import Submission
from graders.model.usage_error import UsageError
from graders.model.value import answer_in_words
from kata.board import COLS, CONNECT, ROWS, Board, Player

MOST_MOVES = 42
RUNG_CAP_S = 60.0
"""Seconds for a move of a rung: the slow ones are to be played against as well."""
_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
_LEFT = {"win": "wins", "draw": "only draws", "loss": "loses"}


class PlayedGame(msgspec.Struct, frozen=True):
    """The moves so far, of which the first `begun` were given, and which side one plays.

    `given_up` is the side that has given no move, where one has; `first` made the first move.
    """

    moves: str
    mine: Player
    begun: int = 0
    given_up: Player | None = None
    first: Player = Player.RED

    @property
    def board(self) -> Board:
        return Board.from_moves(self.moves, self.first)

    @property
    def turn(self) -> Player:
        """Return whose turn it is.

        >>> PlayedGame("33", Player.RED).turn
        <Player.RED: 'R'>
        """
        return self.board.current_player

    @property
    def winner(self) -> Player | None:
        if self.given_up is not None:
            return self.given_up.opponent
        return self.board.check_winner()

    @property
    def over(self) -> bool:
        return self.winner is not None or self.board.is_full()

    def play(self, column: int) -> PlayedGame:
        """Return the game after another move; raise `ValueError` where it cannot be played."""
        if column not in self.board.valid_moves():
            there = "is full" if 0 <= column < COLS else "is not on the board"
            free = " ".join(map(str, self.board.valid_moves()))
            raise ValueError(f"column {column} {there}; there is room in {free}")
        return replace(self, moves=f"{self.moves}{column}")

    def taken_back(self) -> PlayedGame:
        """Return the game before one's own last move; the same where there is none to take back.

        >>> PlayedGame("3344", Player.RED).taken_back().moves
        '33'
        """
        own = [ply for ply in range(self.begun, len(self.moves)) if self._mover(ply) is self.mine]
        return replace(self, moves=self.moves[: own[-1]], given_up=None) if own else self

    def own_plies(self) -> tuple[int, ...]:
        """Return the plies, counted from 1, at which one has moved oneself."""
        plies = range(self.begun, len(self.moves))
        return tuple(ply + 1 for ply in plies if self._mover(ply) is self.mine)

    def picture(self) -> Picture:
        board = self.board
        rows = tuple(str(board).splitlines()[:ROWS])
        return Picture(rows, highlighted=frozenset((ROWS - 1 - r, c) for r, c in self._shown()))

    def _mover(self, index: int) -> Player:
        return self.first if index % 2 == 0 else self.first.opponent

    def _shown(self) -> set[tuple[int, int]]:
        """Return the cells to point out, as row from the bottom and column.

        Where there is no disc it is one beyond the board: so every board is drawn as wide.
        """
        if not self.moves:
            return {(-1, -1)}
        board, col = self.board, int(self.moves[-1])
        last = (board.column_height(col) - 1, col)
        lines = [self._line(board, last, step) for step in _DIRECTIONS]
        return set().union({last}, *(line for line in lines if len(line) >= CONNECT))

    @staticmethod
    def _line(board: Board, last: tuple[int, int], step: tuple[int, int]) -> set[tuple[int, int]]:
        own = board.get_cell(*last)
        found = {last}
        for sign in (1, -1):
            row, col = last[0] + sign * step[0], last[1] + sign * step[1]
            while 0 <= row < ROWS and 0 <= col < COLS and board.get_cell(row, col) is own:
                found.add((row, col))
                row, col = row + sign * step[0], col + sign * step[1]
        return found


def game_from(moves: str, *, second: bool, first: Player = Player.RED) -> PlayedGame:
    """Return a game that goes on after `moves`; in it one moves next, or `second`.

    Raises `ValueError` where these are no moves of a game, or its last.
    """
    board = Board.from_moves(moves, first)
    if board.check_winner() is not None or board.is_full():
        raise UsageError("the game is over after these moves: leave some of them out")
    to_move: Player = board.current_player
    return PlayedGame(moves, to_move.opponent if second else to_move, len(moves), first=first)


def playing_of(kata_name: str | None) -> Playing | None:
    """Return what a kata, or the first that has it, offers to be played; None where it has none."""
    katas = all_katas().values() if kata_name is None else [kata_named(kata_name)]
    return next(filter(None, (kata.playing() for kata in katas)), None)


def rung_named(name: str, playing: Playing) -> tuple[Submission, float]:
    """Return a rung, and the seconds that a move of it may take."""
    return read_submission(playing.rungs[name]), RUNG_CAP_S


def own_file(file: Path, playing: Playing) -> tuple[Submission, float]:
    """Return a file as it is now, and the seconds that a move of it may take.

    Raises `FileNotFoundError`, and `ValueError` where it is none that can be played against.
    """
    check_is_a_file_of_code(file)
    return read_submission(file), playing.cap_s


class OpponentMove(msgspec.Struct, frozen=True):
    """The column that an opponent plays and the seconds it took; or why it plays none."""

    column: int | None
    seconds: float
    why: str = ""


class Opponent:
    def __init__(
        self, submission: Submission, playing: Playing, settings: Settings, cap_s: float
    ) -> None:
        self.name = submission.name
        self._submission, self._playing = submission, playing
        self._settings, self._cap_s = settings, cap_s
        self._open = ExitStack()
        self._boxes: SandboxPool | None = None

    def __enter__(self) -> Opponent:
        endless = Budget(self._settings.limits._replace(total_s=math.inf))
        boxes = pool_for(self._submission, self._settings, longest_s=self._cap_s, budget=endless)
        boxes.left = MOST_MOVES
        self._boxes = self._open.enter_context(boxes)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open.__exit__(kind, error, trace)

    def move(self, moves: str, first: str) -> OpponentMove:
        request = self._playing.request(moves, first)
        outcome = ask(self._submission, request, self._cap_s, self._settings, self._boxes)
        took_s = outcome.counted_s
        if outcome.event is Event.TIMED_OUT or (
            outcome.event is Event.REPLIED and took_s > self._cap_s
        ):
            return OpponentMove(None, took_s, messages.too_late(outcome, self._cap_s))
        if outcome.event is not Event.REPLIED:
            return OpponentMove(None, took_s, messages.reason(outcome))
        column = outcome.value
        if (
            type(column) is not int
            or column not in Board.from_moves(moves, Player(first)).valid_moves()
        ):
            return OpponentMove(
                None, took_s, f"it answered {answer_in_words(column)}, which cannot be played"
            )
        return OpponentMove(column, took_s)


def hint(found: Forecast, *, where: bool) -> str:
    """Return a hint on a position; `where` names the columns too.

    >>> hint(Forecast("win", 5, (3,)), where=False)
    'You can force four in 5 plies. Ask again to see where.'
    >>> hint(Forecast("win", 5, (3,)), where=True)
    'You can force four in 5 plies: column 3.'
    """
    said, columns = _what(found)
    if not columns:
        return f"{said}."
    return f"{said}: {columns}." if where else f"{said}. Ask again to see where."


def _what(found: Forecast) -> tuple[str, str]:
    best, losing = _columns(found.best), _columns(found.losing)
    if found.value == "win":
        return f"You can force four{_in(found.plies)}", best
    if found.value == "loss":
        return f"Every column loses against best play{_in(found.plies)}", ""
    if found.value == "draw":
        return "With best play it is a draw", best
    if found.losing:
        return "Some columns lose by force", losing
    return f"You cannot force four within {found.quiet_plies} plies, and no column is lost yet", ""


def how_it_ended(game: PlayedGame, other: str) -> str:
    if game.winner is game.mine:
        return f"You win, after {_plies(len(game.moves))}."
    if game.winner is not None:
        return f"{other} wins, after {_plies(len(game.moves))}."
    if game.over:
        return "A draw: the board is full."
    return f"You left the game after {_plies(len(game.moves))}: {game.moves or 'no moves'}."


def missed_moves(game: PlayedGame, review: Review) -> Iterator[str]:
    """Say what one's own moves gave away, move by move, and what was not found out."""
    own = set(game.own_plies())
    lapses = [lapse for lapse in review.lapses if lapse.ply in own]
    yield ""
    yield "What you missed:" if lapses else "Nothing was missed that exact search can prove."
    yield from (f"  ply {lapse.ply}: {what_it_lost(lapse)}" for lapse in lapses)
    unknown = sorted(own.intersection(review.open))
    if unknown:
        yield f"Not found within the budget of the search: {_ranges(unknown)}."
    yield f"To replay it: {kata_command()} play --moves {game.moves}" if not game.over else ""


def what_it_lost(lapse: Lapse) -> str:
    """Say what one move gave away.

    >>> what_it_lost(Lapse(9, 5, "win", (3,), 3, "draw"))
    'column 3 wins in 3 plies; column 5 only draws.'
    >>> what_it_lost(Lapse(8, 1, None, (6, 2), None, "loss", 2, within=6))
    'column 1 loses in 2 plies; columns 2, 6 hold out for 6 or more.'
    """
    played, best = f"column {lapse.column}", _columns(lapse.best)
    many = len(lapse.best) > 1
    if lapse.had is None:
        hold = "hold" if many else "holds"
        out = f"{hold} out for {lapse.within} or more"
        return f"{played} loses{_in(lapse.left_plies)}; {best} {out}."
    verb = {"win": "win" if many else "wins", "draw": "draw" if many else "draws"}[lapse.had]
    kept = f"{best} {verb}{_in(lapse.had_plies)}"
    if lapse.left is None:
        return f"{kept}; {played} does not within {lapse.within}."
    return f"{kept}; {played} {_LEFT[lapse.left]}{_in(lapse.left_plies)}."


def _columns(columns: Sequence[int]) -> str:
    listed = ", ".join(map(str, sorted(columns)))
    return (f"column {listed}" if len(columns) == 1 else f"columns {listed}") if columns else ""


def _in(plies: int | None) -> str:
    if plies is None:
        return ""
    return " at once" if plies == 1 else f" in {plies} plies"


def _plies(number: int) -> str:
    return "1 ply" if number == 1 else f"{number} plies"


def _ranges(numbers: Sequence[int]) -> str:
    """Write plies shortly: those of one side are every other one.

    >>> _ranges([1, 3, 5, 9])
    'ply 1 to 5, 9'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number - runs[-1][-1] == 2:
            runs[-1].append(number)
        else:
            runs.append([number])
    return "ply " + ", ".join(str(r[0]) if len(r) == 1 else f"{r[0]} to {r[-1]}" for r in runs)
