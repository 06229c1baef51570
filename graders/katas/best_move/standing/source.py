"""Read from a submission's source what its answers and times cannot tell.

Only the parsed tree is looked at; nothing of it runs. What is found is evidence beside what was
seen, never instead of it: no verdict depends on how somebody names things.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from enum import StrEnum

import msgspec

from graders.katas.best_move.standing.cutting import cuts, looks_up_what_it_stores
from graders.katas.best_move.standing.leaves import Leaf, estimates, leaf_before_winner
from graders.katas.best_move.standing.syntax import (
    bare_name,
    called,
    calls_in,
    functions_of,
    imported_from,
    names_in,
    reachable,
)
from graders.katas.best_move.standing.undoing import leaves_a_disc
from graders.katas.best_move.standing.winners import asks_for_one_winner

CLOCKS = frozenset(
    name + unit
    for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time")
    for unit in ("", "_ns")
)
MOST_FUNCTIONS = 300
WINDOW = ("alpha", "beta")
_SEARCHES_OTHERWISE = ("signal", "threading", "multiprocessing", "concurrent")
_REMEMBERS = ("table", "memo", "cache", "transposition", "seen")
_TURNS_ROUND = ("maximi", "minimi", "is_max", "is_min", "current_player", "opponent")


class Window(StrEnum):
    """Name how the window of alpha-beta outlives what it was opened for."""

    SHARED = "shared"
    """The whole search shares it: an attribute or a global that is never put back."""
    OVER_DEPTHS = "over_depths"
    """It is opened once, before the loop over the depths."""


class Code(msgspec.Struct, frozen=True):
    """Hold what a source shows.

    The *search* is the functions that call themselves, directly or by way of others, and what
    these call. `copies` is the call there that copies the board, such as `deepcopy`. `turns_round`
    tells that the search negates values, or asks whose turn it is, anywhere; `estimates` that the
    end of a line is given a value that is computed there; `one_winner` that every winner that is
    asked for is compared with one side only.
    """

    searches: bool = False
    prunes: bool = False
    remembers: bool = False
    turns_round: bool = True
    reads_clock: bool = False
    reads_clock_in_search: bool = False
    draws_lots: bool = False
    takes_logarithms: bool = False
    copies: str = ""
    leaves_a_disc: bool = False
    window: Window | None = None
    leaf: Leaf | None = None
    estimates: bool = False
    one_winner: bool = False


def read_code(tree: ast.Module) -> Code:
    r"""Return what the source shows; of very many functions nothing is read.

    >>> read_code(ast.parse("def f(n):\n    return -f(n - 1)")).searches
    True
    """
    functions = functions_of(tree)
    if len(functions) > MOST_FUNCTIONS:
        return Code()
    graph = {name: frozenset(called(nodes)) for name, nodes in functions.items()}
    cycle = {name for name in graph if name in reachable(graph, graph[name])}
    within = reachable(graph, cycle) | cycle
    recursive = [node for name in sorted(cycle) for node in functions[name]]
    search = [node for name in sorted(within & set(functions)) for node in functions[name]]
    modules = imported_from(tree)
    interrupts = bool(modules.keys() & set(_SEARCHES_OTHERWISE))
    names = set(names_in([tree]))
    return Code(
        searches=bool(cycle),
        prunes=set(WINDOW) <= names or cuts(recursive, cycle),
        remembers=any(part in name.lower() for name in names for part in _REMEMBERS)
        or looks_up_what_it_stores(search),
        turns_round=_turns_round(recursive),
        reads_clock=interrupts or _reads_clock([tree], modules),
        reads_clock_in_search=interrupts or _reads_clock(search, modules),
        draws_lots="random" in modules,
        takes_logarithms=bool({"log", "sqrt"} & set(called([tree]))),
        copies=_copy_in(search),
        leaves_a_disc=leaves_a_disc(tree),
        window=_window(tree, search),
        leaf=leaf_before_winner(recursive, cycle),
        estimates=estimates(recursive, cycle),
        one_winner=asks_for_one_winner(recursive),
    )


def _reads_clock(trees: Iterable[ast.AST], modules: dict[str, set[str]]) -> bool:
    bare = modules.get("time", set())
    for call in calls_in(trees):
        func = call.func
        if isinstance(func, ast.Name) and func.id in bare & CLOCKS:
            return True
        if isinstance(func, ast.Attribute) and "time" in modules and func.attr in CLOCKS:
            return True
    return False


def _copy_in(search: Iterable[ast.AST]) -> str:
    for call in calls_in(search):
        func = call.func
        name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
        if name == "deepcopy":
            return "deepcopy"
        if name == "copy" and any("board" in each.lower() for each in names_in([call])):
            return "copy"
    return ""


def _turns_round(recursive: Iterable[ast.AST]) -> bool:
    for tree in recursive:
        names = {name.lower() for name in names_in([tree])}
        if "min" in names or any(part in name for name in names for part in _TURNS_ROUND):
            return True
        if any(_negates(node) for node in ast.walk(tree)):
            return True
    return False


def _negates(node: ast.AST) -> bool:
    """Tell whether a value is negated, or something subtracted from it or multiplied with it.

    Constants, which are written in capitals, are no values of positions.
    """
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        constant = isinstance(node.operand, ast.Constant) or bare_name(node.operand).isupper()
        return not constant
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub | ast.Mult):
        return any(isinstance(part, ast.Call) for part in (node.left, node.right))
    return False


def _window(tree: ast.Module, search: Iterable[ast.AST]) -> Window | None:
    if any(_shares_the_window(function) for function in search):
        return Window.SHARED
    loops = (node for node in ast.walk(tree) if isinstance(node, ast.For | ast.While))
    return Window.OVER_DEPTHS if any(map(_keeps_the_window, loops)) else None


def _shares_the_window(function: ast.AST) -> bool:
    """Tell whether an attribute or a global `alpha` or `beta` is narrowed and never put back."""
    shared = {
        name for node in ast.walk(function) if isinstance(node, ast.Global) for name in node.names
    }
    narrowed, put_back = False, False
    for target, value in _assignments(function):
        if isinstance(target, ast.Attribute):
            name = target.attr
        elif isinstance(target, ast.Name) and target.id in shared:
            name = target.id
        else:
            continue
        if name.lower().strip("_") in WINDOW:
            narrowed = narrowed or isinstance(value, ast.Call | ast.Name)
            put_back = put_back or (isinstance(value, ast.Name) and _is_saved(value.id))
    return narrowed and not put_back


def _is_saved(name: str) -> bool:
    return any(part in name.lower() for part in ("alpha", "beta", "old", "saved", "before"))


def _keeps_the_window(outer: ast.For | ast.While) -> bool:
    """Tell whether a loop over depths narrows `alpha` in a loop over moves and never opens it."""
    if not _goes_over_depths(outer):
        return False
    inner = [node for part in outer.body for node in ast.walk(part) if isinstance(node, ast.For)]
    narrowed = {id(node) for loop in inner for node in ast.walk(loop)}
    of_alpha = [
        id(target) in narrowed
        for part in outer.body
        for target, _ in _assignments(part)
        if isinstance(target, ast.Name) and target.id == WINDOW[0]
    ]
    return bool(of_alpha) and all(of_alpha)


def _goes_over_depths(loop: ast.For | ast.While) -> bool:
    if isinstance(loop, ast.For):
        return any("depth" in name for name in names_in([loop.target]))
    counted = (node.target for node in ast.walk(loop) if isinstance(node, ast.AugAssign))
    return any("depth" in name for target in counted for name in names_in([target]))


def _assignments(tree: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
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
