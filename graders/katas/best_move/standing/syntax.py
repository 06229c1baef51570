"""Walk a syntax tree: functions, calls, names, and which function leads to which."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping


def functions_of(tree: ast.AST) -> dict[str, list[ast.AST]]:
    """Return every function and method, also one inside another, by its bare name."""
    found: dict[str, list[ast.AST]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.setdefault(node.name, []).append(node)
    return found


def calls_in(trees: Iterable[ast.AST]) -> Iterator[ast.Call]:
    """Yield every call."""
    for tree in trees:
        yield from (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def called(trees: Iterable[ast.AST]) -> set[str]:
    """Return the bare names of what is called.

    >>> sorted(called([ast.parse("f(board.copy(), g)")]))
    ['copy', 'f']
    """
    return {name for call in calls_in(trees) if (name := bare_name(call.func))}


def bare_name(node: ast.AST) -> str:
    """Return `b` of both `b` and `a.b`; empty for anything else."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def names_in(trees: Iterable[ast.AST]) -> Iterator[str]:
    """Yield the names that are read, bound, taken as arguments or reached as attributes."""
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.arg):
                yield node.arg
            elif name := bare_name(node):
                yield name


def imported_from(tree: ast.AST) -> dict[str, set[str]]:
    """Return the modules that are imported, each with the names that are taken from it."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                found.setdefault(alias.name.partition(".")[0], set())
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = {alias.asname or alias.name for alias in node.names}
            found.setdefault(node.module.partition(".")[0], set()).update(names)
    return found


def reachable(graph: Mapping[str, Iterable[str]], start: Iterable[str]) -> set[str]:
    """Return the functions that calls lead to from `start`, themselves included.

    >>> sorted(reachable({"a": "b", "b": "c", "c": "", "d": "a"}, "b"))
    ['b', 'c']
    """
    found: set[str] = set()
    waiting = [name for name in start if name in graph]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(other for other in graph[name] if other in graph)
    return found
