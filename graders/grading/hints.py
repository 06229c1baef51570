"""Read a submission's traceback: its last words, and a hint where the mishap is a common one."""

from __future__ import annotations

import re

from graders.model.limits import Limits

LONGEST_WORDS = 300

_FRAME = re.compile(r'^\s*(?:\|\s*)*File "(?P<file>[^"\n]*)", line (?P<line>\d+)')
_NOT_THE_SUBMISSION = re.compile(r"^<|(^|/)(kata/|lib/python|site-packages/)")

_BOARD_CALLS = (
    "a board has valid_moves, drop_disc, undo_move, check_winner, is_full, current_player, "
    "column_height and get_cell"
)
_IMPORT_THE_BOARD = "write from kata.board import Board, Player"
_HINTS = (
    (
        r"^TypeError: unhashable type: 'Board'",
        "a board changes, so it is no key: use (str(board), board.current_player)",
    ),
    (r"^ImportError: cannot import name '\w+' from 'kata'", _IMPORT_THE_BOARD),
    (r"^ImportError: attempted relative import", _IMPORT_THE_BOARD),
    (r"^ModuleNotFoundError: No module named '(board|kata\.(Board|Player))'", _IMPORT_THE_BOARD),
    (r"^NameError: name '(Board|Player)' is not defined", _IMPORT_THE_BOARD),
    (r"'Board' object has no attribute", _BOARD_CALLS),
    (r"^ValueError: column \d+ is full", "board.valid_moves() names the columns with room"),
    (r"^ValueError: there is no move to undo", "one undo_move() for each drop_disc, no more"),
    (r"^EOFError", "there is no input to read: everything comes as arguments"),
    (r"^(bdb\.)?BdbQuit", "a breakpoint was left in"),
    (
        r"^ModuleNotFoundError: No module named '(graders|solutions|positions)",
        "a submission may import the standard library and kata",
    ),
    (
        r"^ModuleNotFoundError",
        "a submission may import the standard library and kata; other packages only with "
        "--site-packages",
    ),
    (r"^RecursionError", "does the search stop when the game is over and at a depth?"),
    (
        r"^TypeError: .*(positional argument|keyword-only argument|takes no arguments)",
        "compare the parameters with those in the kata's README",
    ),
)


def last_words(traceback: str) -> str:
    r"""Return the exception in one line, with the submission's line that led to it.

    >>> last_words('Traceback:\n  File "mine.py", line 12, in f\n    g()\nValueError: no\nmore\n')
    'ValueError: no, line 12'
    """
    lines = traceback.splitlines()
    frames = [(number, found) for number, line in enumerate(lines) if (found := _FRAME.match(line))]
    after = frames[-1][0] + 1 if frames else 0
    said = [line.strip() for line in lines[after:] if line.strip() and not line[0].isspace()]
    words = said[0] if said else (lines[-1].strip() if lines else "")
    words = "".join(char if char.isprintable() else "?" for char in words)
    if len(words) > LONGEST_WORDS:
        words = f"{words[:LONGEST_WORDS]}…"
    own = [found for _, found in frames if not _NOT_THE_SUBMISSION.search(found["file"])]
    return f"{words}, line {own[-1]['line']}" if own else words


def hint_for(traceback: str, limits: Limits) -> str:
    """Return what usually helps against this exception, empty where nothing general does."""
    words = last_words(traceback)
    if re.search(r"can't start new thread|Resource temporarily unavailable", words):
        return f"at most {limits.processes} processes and threads may run"
    if re.search(r"Too many open files", words):
        return f"at most {limits.open_files} files may be open"
    return next((hint for pattern, hint in _HINTS if re.search(pattern, words)), "")
