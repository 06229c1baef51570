"""See how a search ends its lines: by what is asked first, and with what value."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from enum import StrEnum

from graders.katas.best_move.standing.syntax import called, names_in

_WINNER = ("win", "won", "four", "terminal", "over", "connect", "line", "check")


class Leaf(StrEnum):
    """Name what is asked before whether somebody has won."""

    DEPTH = "depth"
    FULL = "full"


def leaf_before_winner(recursive: Iterable[ast.AST], cycle: set[str]) -> Leaf | None:
    """Return what ends a line with a plain number before a win is looked for, None if nothing does.

    >>> tree = ast.parse('''
    ... def value(board, depth):
    ...     if depth == 0:
    ...         return 0
    ...     if board.check_winner():
    ...         return -1
    ...     return -value(board, depth - 1)
    ... ''')
    >>> leaf_before_winner(tree.body, {"value"})
    <Leaf.DEPTH: 'depth'>
    """
    found = (_of_function(function, cycle) for function in recursive)
    return next((leaf for leaf in found if leaf is not None), None)


def estimates(recursive: Iterable[ast.AST], cycle: set[str]) -> bool:
    """Tell whether a line that reaches its depth ends with a value that is computed there.

    >>> estimates(ast.parse('''
    ... def value(board, depth):
    ...     if depth == 0 or board.is_full():
    ...         return evaluate(board)
    ...     return -value(board, depth - 1)
    ... ''').body, {"value"})
    True
    """
    for function in recursive:
        for node in ast.walk(function):
            if isinstance(node, ast.If) and _asks_for_the_depth(node.test):
                names = called(_made_of(node.body)) - cycle
                if names and not any(won in name.lower() for name in names for won in _WINNER):
                    return True
    return False


def _made_of(body: Iterable[ast.stmt]) -> Iterator[ast.AST]:
    """Yield what a block returns, and what it assigns to the variables that it returns."""
    returned = [part for part in body if isinstance(part, ast.Return)]
    yield from returned
    names = set(names_in(returned))
    for part in body:
        if isinstance(part, ast.Assign) and names & set(names_in(part.targets)):
            yield part.value


def _of_function(function: ast.AST, cycle: set[str]) -> Leaf | None:
    leaf: Leaf | None = None
    for statement in getattr(function, "body", []):
        names = called([statement])
        if names & cycle:
            return None  # a win is looked for beside the call, if anywhere: before it goes deeper
        if any(part in name.lower() for name in names for part in _WINNER):
            return leaf
        if leaf is None and isinstance(statement, ast.If):
            leaf = _of_test(statement)
    return None


def _of_test(statement: ast.If) -> Leaf | None:
    """Return what an `if` asks that returns a number; an estimate may look for a win itself."""
    returns = [node for part in statement.body for node in ast.walk(part)]
    if called(statement.body) or not any(isinstance(node, ast.Return) for node in returns):
        return None
    if _asks_for_the_depth(statement.test):
        return Leaf.DEPTH
    return Leaf.FULL if any("full" in name.lower() for name in names_in([statement.test])) else None


def _asks_for_the_depth(test: ast.AST) -> bool:
    names = {name.lower() for name in names_in([test])}
    return bool(names & {"ply", "plies"}) or any("depth" in name for name in names)
