"""Find the window of alpha-beta in a source: where it cuts, and where it outlives its position."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from enum import StrEnum

from graders.katas.best_move.assessing.calls import Calls, Function, bare_name, names_in

WINDOW = ("alpha", "beta")


class Window(StrEnum):
    """Name how the window of alpha-beta outlives what it was opened for."""

    SHARED = "shared"
    """The whole search shares it: an attribute or a global that is never put back."""
    OVER_DEPTHS = "over_depths"
    """It is opened once, before the loop over the depths."""


def cut(function: Function, calls: Calls) -> int | None:
    """Return where a loop over replies ends once a value reaches a bound that was handed down."""
    bounds, inside = _handed_down(function), calls.class_of(function)
    for loop in ast.walk(function):
        if not isinstance(loop, ast.For | ast.While):
            continue
        if not any(calls.leads_back(part, inside) for part in loop.body):
            continue
        values = _values(loop, calls, inside)
        for node in ast.walk(loop):
            if isinstance(node, ast.If) and ends(node) and _reaches(node.test, values, bounds):
                return node.lineno
    return None


def _handed_down(function: Function) -> set[str]:
    """Return the arguments of a function that it changes, or hands on to what it calls."""
    arguments = {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
    handed_on = {
        name
        for call in ast.walk(function)
        if isinstance(call, ast.Call)
        for argument in (*call.args, *(keyword.value for keyword in call.keywords))
        for name in names_in([argument])
    }
    return arguments & handed_on


def _values(loop: ast.AST, calls: Calls, inside: str) -> set[str]:
    """Return the variables that are given the value of a reply, or the best of several."""
    values: set[str] = set()
    for _ in range(2):  # the second time for what is made of the variables of the first
        for node in ast.walk(loop):
            if isinstance(node, ast.Assign | ast.AugAssign):
                back = calls.leads_back(node.value, inside)
                if back or set(names_in([node.value])) & values:
                    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                    values.update(name for target in targets for name in names_in([target]))
    return values


def ends(node: ast.If) -> bool:
    """Tell whether an `if` leaves the loop that it is in."""
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


def shares_the_window(function: ast.AST) -> int | None:
    """Return where an attribute or a global `alpha` or `beta` is narrowed and never put back."""
    shared = {
        name for node in ast.walk(function) if isinstance(node, ast.Global) for name in node.names
    }
    narrowed: int | None = None
    for target, value in _assignments(function):
        if isinstance(target, ast.Attribute):
            name = target.attr
        elif isinstance(target, ast.Name) and target.id in shared:
            name = target.id
        else:
            continue
        if name.lower().strip("_") in WINDOW:
            if isinstance(value, ast.Name) and _is_saved(value.id):
                return None
            if isinstance(value, ast.Call | ast.Name):
                narrowed = narrowed or target.lineno
    return narrowed


def _is_saved(name: str) -> bool:
    return any(part in name.lower() for part in ("alpha", "beta", "old", "saved", "before"))


def keeps_the_window(function: ast.AST) -> int | None:
    """Return where a loop over depths narrows `alpha` in a loop over columns and never opens it."""
    loops = (node for node in ast.walk(function) if isinstance(node, ast.For | ast.While))
    lines = (_narrowed_inside(loop) for loop in loops if _goes_over_depths(loop))
    return next((line for line in lines if line is not None), None)


def _narrowed_inside(outer: ast.For | ast.While) -> int | None:
    inner = [node for part in outer.body for node in ast.walk(part) if isinstance(node, ast.For)]
    narrowed = {id(node) for loop in inner for node in ast.walk(loop)}
    of_alpha = [
        target
        for part in outer.body
        for target, _ in _assignments(part)
        if isinstance(target, ast.Name) and target.id == WINDOW[0]
    ]
    kept = of_alpha and all(id(target) in narrowed for target in of_alpha)
    return of_alpha[0].lineno if kept else None


def _goes_over_depths(loop: ast.For | ast.While) -> bool:
    if isinstance(loop, ast.For):
        return any("depth" in name for name in names_in([loop.target]))
    counted = (node.target for node in ast.walk(loop) if isinstance(node, ast.AugAssign))
    return any("depth" in name for target in counted for name in names_in([target]))


def _assignments(tree: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.AugAssign):
            yield node.target, node.value
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Tuple):
                    values = node.value.elts if isinstance(node.value, ast.Tuple) else ()
                    yield from zip(target.elts, values, strict=False)
                else:
                    yield target, node.value
