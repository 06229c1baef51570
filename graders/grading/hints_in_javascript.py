"""Find a hint for the errors that many submissions in JavaScript meet, in the words of Node.js."""

from __future__ import annotations

import re

import msgspec

from graders.model.outcome import Raised
from graders.model.spelling import camel_case

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


class _Hint(msgspec.Struct, frozen=True):
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


_BOARD_CALLS = (
    "a board has validMoves, dropDisc, undoMove, checkWinner, isFull, currentPlayer, "
    "columnHeight, getCell and copy"
)
_IMPORT_THE_BOARD = 'write import { Board, Player } from "kata/board.mjs"'
_HINTS = (
    _Hint(
        "Error",
        re.compile(r"Cannot find (?:module|package) '(?:[^']*/)?(?:kata|board)(?:\.[cm]?js)?'"),
        _IMPORT_THE_BOARD,
        board=True,
    ),
    _Hint(
        "Error",
        re.compile(r"Cannot find (?:module|package) '"),
        "a submission may import Node's own modules and kata/board.mjs",
        board=True,
    ),
    _Hint(
        "Error",
        re.compile(r"Cannot find (?:module|package) '"),
        "a submission may import Node's own modules",
    ),
    _Hint(
        "ReferenceError",
        re.compile(r"(?:module|exports) is not defined"),
        "call the file .cjs, or write `export` before what is handed over",
    ),
    _Hint(
        "ReferenceError",
        re.compile(r"require is not defined"),
        "call the file .cjs, or write `import` in place of `require`",
    ),
    _Hint(
        "ReferenceError",
        re.compile(r"(?:Board|Player) is not defined"),
        _IMPORT_THE_BOARD,
        board=True,
    ),
    _Hint(
        "SyntaxError",
        re.compile(r"Cannot use import statement outside a module|Unexpected token 'export'"),
        "call the file .mjs",
        ".cjs",
    ),
    _Hint(
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
    return next((hint.advice for hint in _HINTS if hint.fits(error, said, board=board)), "")


def _hint_for_type(error: Raised, said: str) -> str:
    found = _NO_FUNCTION.search(said)
    if found is not None and found["name"] in _NAMES_IN_PYTHON:
        return f"in JavaScript it is {camel_case(found['name'])}()"
    source = "" if error.own_line is None else error.own_line.source
    is_undefined = said.startswith("Cannot read properties of undefined") and "board." in source
    is_no_call = found is not None and f"board.{found['name']} is" in said
    return _BOARD_CALLS if is_undefined or is_no_call else ""
