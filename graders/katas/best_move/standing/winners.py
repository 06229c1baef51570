"""See for whom a search looks for a win."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from graders.katas.best_move.standing.syntax import bare_name


def asks_for_one_winner(recursive: Iterable[ast.AST]) -> bool:
    """Tell whether every winner that the search asks for is compared with one and the same side.

    >>> asks_for_one_winner([ast.parse("if board.check_winner() is me: win()")])
    True
    >>> asks_for_one_winner([ast.parse("if board.check_winner() is not None: lose()")])
    False
    """
    sides: set[str] = set()
    for function in recursive:
        found = _sides(function)
        if found is None:
            return False
        sides |= found
    return len(sides) == 1


def _sides(function: ast.AST) -> set[str] | None:
    """Return the names that winners are compared with, None where they are used otherwise too."""
    nodes = list(ast.walk(function))
    held, assigned = _held_winners(nodes)
    uses = [node for node in nodes if _is_winner(node, held) and id(node) not in assigned]
    compared: set[int] = set()
    sides: set[str] = set()
    for node in nodes:
        if isinstance(node, ast.Compare) and len(node.comparators) == 1:
            left, right = node.left, node.comparators[0]
            for winner, side in ((left, right), (right, left)):
                if _is_winner(winner, held) and bare_name(side):
                    compared.add(id(winner))
                    sides.add(bare_name(side))
    return sides if all(id(use) in compared for use in uses) else None


def _held_winners(nodes: Iterable[ast.AST]) -> tuple[set[str], set[int]]:
    """Return the variables that hold a winner, and the calls that these are assigned."""
    held: set[str] = set()
    assigned: set[int] = set()
    for node in nodes:
        if isinstance(node, ast.Assign) and _is_winner(node.value, set()):
            held.update(name for target in node.targets if (name := bare_name(target)))
            assigned.add(id(node.value))
    return held, assigned


def _is_winner(node: ast.AST, held: set[str]) -> bool:
    if isinstance(node, ast.Call):
        return "winner" in bare_name(node.func).lower()
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in held
