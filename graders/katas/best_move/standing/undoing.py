"""Find discs that are dropped and not taken back: on some path, or on any."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from graders.katas.best_move.standing.syntax import called, functions_of

DROP, UNDO = "drop_disc", "undo_move"
_OTHER_BOARDS = frozenset({"copy", "deepcopy", "Board", "parse", "from_moves"})
"""What makes a board on which discs may stay."""


def leaves_a_disc(tree: ast.AST) -> bool:
    """Tell whether some function leaves between a drop and its undo, or nothing is ever undone.

    >>> leaves_a_disc(ast.parse('''
    ... def value(board, col):
    ...     board.drop_disc(col)
    ...     if board.check_winner():
    ...         return 1
    ...     board.undo_move()
    ... '''))
    True
    """
    return _never_undoes(tree) or any(_leaves(block) for block in _blocks(tree))


def _never_undoes(tree: ast.AST) -> bool:
    """Tell whether discs are dropped on the board that was handed over, and none taken back."""
    names = called([tree])
    return DROP in names - set(functions_of(tree)) and not names & (_OTHER_BOARDS | {UNDO})


def _blocks(tree: ast.AST) -> Iterator[Sequence[ast.stmt]]:
    for node in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                yield block


def _leaves(block: Sequence[ast.stmt]) -> bool:
    dropped_at: int | None = None
    for number, statement in enumerate(block):
        names = called([statement])
        if UNDO in names:
            dropped_at = None
        elif DROP in names:
            dropped_at = number
        elif dropped_at is not None and isinstance(statement, ast.If):
            later = any(UNDO in called([other]) for other in block[number + 1 :])
            if later and _gets_out(statement):
                return True
    return False


def _gets_out(statement: ast.If) -> bool:
    inner = [node for part in (*statement.body, *statement.orelse) for node in ast.walk(part)]
    return any(isinstance(node, ast.Return | ast.Continue | ast.Break) for node in inner)
