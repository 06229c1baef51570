"""Find a hint for the exceptions that many submissions meet."""

from __future__ import annotations

import shlex

import msgspec

from graders.grading.hints_in_javascript import hint_in_javascript
from graders.grading.phrases import first_line
from graders.model.limits import Limits
from graders.model.outcome import Offer, Raised


class _Hint(msgspec.Struct, frozen=True):
    """Hold what helps against exceptions of a type (any, where it is empty).

    The first line of the message starts with one of `starts` and holds one of `holds`. With `board`
    it is for katas that hand out a `kata.board.Board`: elsewhere such a name is the submission's.
    With `by_call` it is for the call itself, which no line of the submission's own raised.
    """

    type: str
    advice: str
    starts: tuple[str, ...] = ("",)
    holds: tuple[str, ...] = ("",)
    board: bool = False
    by_call: bool = False

    def fits(self, exception: Raised, said: str, *, board: bool) -> bool:
        return (
            board >= self.board
            and not (self.by_call and exception.own_line is not None)
            and self.type in ("", exception.type)
            and said.startswith(self.starts)
            and any(part in said for part in self.holds)
        )


_BOARD_CALLS = (
    "a board has valid_moves, drop_disc, undo_move, check_winner, is_full, current_player, "
    "column_height and get_cell"
)
_IMPORT_THE_BOARD = "write from kata.board import Board, Player"
_ALLOWED = "a submission may import the standard library"
_HINTS = (
    _Hint(
        "TypeError",
        "a board is mutable, so it cannot be a key: use (str(board), board.current_player)",
        starts=("unhashable type: 'Board'",),
        board=True,
    ),
    _Hint(
        "ImportError",
        _IMPORT_THE_BOARD,
        starts=("cannot import name ",),
        holds=(" from 'kata'",),
        board=True,
    ),
    _Hint("ImportError", _IMPORT_THE_BOARD, starts=("attempted relative import",), board=True),
    _Hint(
        "ModuleNotFoundError",
        _IMPORT_THE_BOARD,
        starts=tuple(
            f"No module named '{name}'" for name in ("board", "kata.Board", "kata.Player")
        ),
        board=True,
    ),
    _Hint(
        "NameError",
        _IMPORT_THE_BOARD,
        starts=("name 'Board' is not defined", "name 'Player' is not defined"),
        board=True,
    ),
    _Hint("", _BOARD_CALLS, holds=("'Board' object has no attribute",), board=True),
    _Hint(
        "kata.board.ColumnFullError",
        "board.valid_moves() lists the columns that have room at that moment: was it asked anew "
        "after each disc?",
    ),
    _Hint("kata.board.NothingToUndoError", "was undo_move() called more often than drop_disc()?"),
    _Hint("EOFError", "there is no input to read: everything comes as arguments"),
    _Hint("bdb.BdbQuit", "a breakpoint was left in"),
    _Hint("BdbQuit", "a breakpoint was left in"),
    _Hint("RecursionError", "does the search stop when the game is over, and at some depth?"),
    _Hint(
        "TypeError",
        "compare the parameters with those in the kata's README",
        holds=("positional argument", "keyword-only argument", "takes no arguments"),
        by_call=True,
    ),
)


def hint_for(exception: Raised, limits: Limits, *, board: bool) -> str:
    """Return what usually helps against this exception, empty where nothing general does.

    What is said of the board is for submissions that are handed one.
    """
    said = first_line(exception.message)
    if "can't start new thread" in said or "Resource temporarily unavailable" in said:
        return f"at most {limits.processes} processes and threads may run"
    if "Too many open files" in said:
        return f"at most {limits.open_files} files may be open"
    found = next((hint.advice for hint in _HINTS if hint.fits(exception, said, board=board)), "")
    if not found and exception.type == "ModuleNotFoundError":
        return f"{_ALLOWED}{' and kata' if board else ''}{_of_packages(exception.offer)}"
    return found or hint_in_javascript(exception, said, board=board)


def _of_packages(offer: Offer | None) -> str:
    """Say how to allow the package that was missed, as it is to be had here.

    >>> _of_packages(Offer("numpy", "/home/me/env"))
    '; numpy is in /home/me/env: add --allow numpy --allow-from /home/me/env'
    """
    if offer is None:
        return "; other packages only where --allow names them"
    name, environment = offer.name, offer.environment
    options = f"add --allow {name} --allow-from {shlex.quote(environment or 'ENV')}"
    if environment and offer.there:
        return f"; {name} is in {environment}: {options}"
    if environment:
        return f"; install {name} in {environment}, then {options}"
    make = f"python3 -m venv ENV && ENV/bin/pip install {name}, then {options}"
    if offer.there:
        return f"; {name} is in the grader's own environment, which is shown to nobody: {make}"
    return f"; where {name} is a package: {make}"
