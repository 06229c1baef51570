"""See what spares a search work, whatever it is called: bounds, and positions that it remembers."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from graders.katas.best_move.standing.syntax import bare_name, called, names_in


def cuts(recursive: Iterable[ast.AST], cycle: set[str]) -> bool:
    """Tell whether a loop over replies ends early once a value reaches a bound from above.

    >>> cuts(ast.parse('''
    ... def f(b, d, lo, hi):
    ...     for c in b.valid_moves():
    ...         v = -f(b, d - 1, -hi, -lo)
    ...         if v >= hi:
    ...             return v
    ...         lo = max(lo, v)
    ...     return lo
    ... ''').body, {"f"})
    True
    """
    return any(_cuts(function, cycle) for function in recursive)


def looks_up_what_it_stores(search: Iterable[ast.AST]) -> bool:
    """Tell whether something is stored under a key, and it is asked whether the key is there.

    >>> looks_up_what_it_stores([ast.parse("d[key] = value"), ast.parse("d.get(key)")])
    True
    >>> looks_up_what_it_stores([ast.parse("heights[col] += 1; heights[col] < 6")])
    False
    """
    stored: set[str] = set()
    asked: set[str] = set()
    for node in (node for tree in search for node in ast.walk(tree)):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            stored.add(bare_name(node.value))
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            asked.add(bare_name(node.comparators[0]))
        elif isinstance(node, ast.Attribute) and node.attr in ("get", "setdefault"):
            asked.add(bare_name(node.value))
    return bool(stored & asked - {""})


def _cuts(function: ast.AST, cycle: set[str]) -> bool:
    bounds = _handed_down(function)
    for loop in ast.walk(function):
        if isinstance(loop, ast.For | ast.While) and called(loop.body) & cycle:
            values = _values(loop, cycle)
            tests = [
                node.test for node in ast.walk(loop) if isinstance(node, ast.If) and _ends(node)
            ]
            if any(_reaches(test, values, bounds) for test in tests):
                return True
    return False


def _handed_down(function: ast.AST) -> set[str]:
    """Return the names of the arguments, and of the attributes, that may hold a bound."""
    found: set[str] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
    return found


def _values(loop: ast.AST, cycle: set[str]) -> set[str]:
    """Return the variables that are given the value of a reply, or the best of several."""
    values: set[str] = set()
    for _ in range(2):  # the second time for what is made of the variables of the first
        for node in ast.walk(loop):
            if isinstance(node, ast.Assign | ast.AugAssign):
                from_a_reply = called([node.value]) & cycle or set(names_in([node.value])) & values
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                if from_a_reply:
                    values.update(name for target in targets for name in names_in([target]))
    return values


def _ends(node: ast.If) -> bool:
    inner = (part for statement in node.body for part in ast.walk(statement))
    return any(isinstance(part, ast.Break | ast.Return) for part in inner)


def _reaches(test: ast.AST, values: set[str], bounds: set[str]) -> bool:
    """Tell whether a value is compared with a bound; both are names, neither a number."""
    for node in ast.walk(test):
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            left, right = bare_name(node.left), bare_name(node.comparators[0])
            ordered = isinstance(node.ops[0], ast.GtE | ast.LtE | ast.Gt | ast.Lt)
            either = left in values and right in bounds, right in values and left in bounds
            if ordered and left and right and left != right and any(either):
                return True
    return False
