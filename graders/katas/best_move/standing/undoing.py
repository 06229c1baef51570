"""Find the path on which a disc is dropped and never taken back."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from graders.katas.best_move.standing.syntax import called

DROP, UNDO = "drop_disc", "undo_move"


def leaves_a_disc(tree: ast.AST) -> bool:
    """Tell whether some function leaves between a drop and its undo, the disc still there.

    >>> leaves_a_disc(ast.parse('''
    ... def value(board, col):
    ...     board.drop_disc(col)
    ...     if board.check_winner():
    ...         return 1
    ...     board.undo_move()
    ... '''))
    True
    """
    return any(_leaves(block) for block in _blocks(tree))


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
