"""Find a hint for the exceptions that many submissions meet."""

from __future__ import annotations

import re
import shlex

import msgspec

from graders.grading.messages import first_line
from graders.model.limits import Limits
from graders.model.raised import Offer, Raised
from graders.model.submission import camel_case


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


_NAMES_IN_PYTHON = (
    "valid_moves",
    "drop_disc",
    "undo_move",
    "check_winner",
    "is_full",
    "column_height",
    "get_cell",
    "from_moves",
)
_NO_FUNCTION = re.compile(r"(?:^|[.\s])(?P<name>\w+) is not a function")
_BOARD = "board.mjs"


class _JsHint(msgspec.Struct, frozen=True):
    """Hold what helps against errors of a type whose message begins like that."""

    type: str
    begins: re.Pattern[str]
    advice: str
    suffix: str = ""
    """That of the file which cannot be parsed, where it matters."""
    board: bool = False
    """Whether it is for katas that hand out a board alone."""

    def fits(self, error: Raised, said: str, *, board: bool) -> bool:
        file = "" if error.syntax is None else error.syntax.file
        return (
            board >= self.board
            and error.type == self.type
            and self.begins.match(said) is not None
            and file.endswith(self.suffix)
        )


_JS_BOARD_CALLS = (
    "a board has validMoves, dropDisc, undoMove, checkWinner, isFull, currentPlayer, "
    "columnHeight, getCell and copy"
)
_JS_IMPORT_THE_BOARD = 'write import { Board, Player } from "kata/board.mjs"'
_JS_HINTS = (
    _JsHint(
        "Error",
        re.compile(r"Cannot find (?:module|package) '(?:[^']*/)?(?:kata|board)(?:\.[cm]?js)?'"),
        _JS_IMPORT_THE_BOARD,
        board=True,
    ),
    _JsHint(
        "Error",
        re.compile(r"Cannot find (?:module|package) '"),
        "a submission may import Node's own modules and kata/board.mjs",
        board=True,
    ),
    _JsHint(
        "Error",
        re.compile(r"Cannot find (?:module|package) '"),
        "a submission may import Node's own modules",
    ),
    _JsHint(
        "ReferenceError",
        re.compile(r"(?:module|exports) is not defined"),
        "call the file .cjs, or write `export` before what is handed over",
    ),
    _JsHint(
        "ReferenceError",
        re.compile(r"require is not defined"),
        "call the file .cjs, or write `import` in place of `require`",
    ),
    _JsHint(
        "ReferenceError",
        re.compile(r"(?:Board|Player) is not defined"),
        _JS_IMPORT_THE_BOARD,
        board=True,
    ),
    _JsHint(
        "SyntaxError",
        re.compile(r"Cannot use import statement outside a module|Unexpected token 'export'"),
        "call the file .mjs",
        ".cjs",
    ),
    _JsHint(
        "RangeError",
        re.compile(r"Maximum call stack size exceeded"),
        "does the search stop when the game is over, and at some depth?",
    ),
)
_HINTS_OF_THE_BOARD = {
    "ColumnFullError": (
        "board.validMoves() lists the columns that have room at that moment: was it asked anew "
        "after each disc?"
    ),
    "NothingToUndoError": "was undoMove() called more often than dropDisc()?",
}


def hint_in_javascript(error: Raised, said: str, *, board: bool) -> str:
    """Return what usually helps against an error whose message begins with the line `said`.

    It is empty where nothing general does. What is said of the board is for those who have one.

    >>> said = "board.valid_moves is not a function"
    >>> hint_in_javascript(Raised("TypeError", said), said, board=True)
    'in JavaScript it is validMoves()'
    """
    if error.type == "TypeError":
        return _hint_for_type(error, said) if board else ""
    if any(frame.file.endswith(_BOARD) for frame in error.frames):
        return _HINTS_OF_THE_BOARD.get(error.type, "")
    return next((hint.advice for hint in _JS_HINTS if hint.fits(error, said, board=board)), "")


def _hint_for_type(error: Raised, said: str) -> str:
    found = _NO_FUNCTION.search(said)
    if found is not None and found["name"] in _NAMES_IN_PYTHON:
        return f"in JavaScript it is {camel_case(found['name'])}()"
    source = "" if error.own_line is None else error.own_line.source
    is_undefined = said.startswith("Cannot read properties of undefined") and "board." in source
    is_no_call = found is not None and f"board.{found['name']} is" in said
    return _JS_BOARD_CALLS if is_undefined or is_no_call else ""
