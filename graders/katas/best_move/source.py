"""Read from a source in Python what a search has, each with its line.

Only the parsed tree is looked at; nothing of it runs. Of each feature it is known that it is there,
that it is not, or neither: names that sound like it are no evidence, but enough to doubt that it is
missing. What is in doubt is not said.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

import msgspec

from graders.katas.best_move.calls import Calls, Function, bare_name, calls_of, names_in

ENTRIES = ("find_best_move", "agent", "my_agent", "act")
CLOCKS = frozenset(
    name + unit
    for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time")
    for unit in ("", "_ns")
)
_CACHES = ("lru_cache", "cache")
_COLUMNS = ("col", "column", "move", "c", "m", "x", "i", "j")
_CELLS = (*_COLUMNS, "row", "r", "y", "cols", "rows", "height", "width", "h", "w", "cell")
_BOARDS = ("board", "grid", "state", "position", "game")
_SOUNDS_LIKE = {
    "window": ("alpha", "beta", "prun", "cutoff", "bound"),
    "depths": ("deepen", "iterat", "max_depth", "maxdepth"),
    "table": ("table", "memo", "cache", "transposition", "zobrist"),
}
_NO_ESTIMATE = frozenset({"min", "max", "len", "any", "all", "int", "float", "abs"})
_WINNER = ("win", "won", "four", "terminal", "over", "connect", "line", "check")


class Code(msgspec.Struct, frozen=True):
    """What a source shows; a line is None where the feature is not seen.

    `search` is where it calls itself, for a reply to each column. `window` is where a loop over
    replies ends at a bound, `depths` the loop that asks for one depth after another, `table` where
    it looks up what it stored, `copies` where the search copies the board. `in_doubt` are the names
    of features that may be there all the same.
    """

    search: int | None = None
    window: int | None = None
    depths: int | None = None
    table: int | None = None
    copies: int | None = None
    clock: int | None = None
    clock_in_search: int | None = None
    random: int | None = None
    evaluation: int | None = None
    bits: int | None = None
    window_shared: int | None = None
    window_over_depths: int | None = None
    in_doubt: frozenset[str] = frozenset({"search", "window", "depths", "table"})

    def lacks(self, feature: str) -> bool:
        """Tell whether it is certain that a feature is not there."""
        return getattr(self, feature) is None and feature not in self.in_doubt


def read_code(tree: ast.Module) -> Code:
    r"""Return what the source shows; of very many functions nothing is read.

    >>> read_code(ast.parse("def f(b, n):\n    return [-f(c, n - 1) for c in b]")).search
    2
    """
    calls, wide = calls_of(tree, ENTRIES), calls_of(tree, ENTRIES, wide=True)
    if calls is None or wide is None:
        return Code()
    more = wide.cycle - calls.cycle
    search = _search(calls)
    found: dict[str, int | None] = {
        "search": search,
        "window": _first(cutoff_line(each, calls) for each in calls.recursive),
        "depths": _first(_loops_over_depths(each, calls) for each in calls.outside),
        "table": _table(calls),
    }
    window = _window(calls)
    shared = found["window"] is None and window is not None and window[0] is Window.SHARED
    return Code(
        **found,
        copies=_copies(calls.search),
        clock=_clock(tree, calls.outside),
        clock_in_search=_clock(tree, calls.search),
        random=_random(tree),
        evaluation=_first(map(_estimate, calls.recursive)),
        bits=_first(map(_shifted, calls.search)),
        window_shared=window[1] if window and window[0] is Window.SHARED else None,
        window_over_depths=window[1] if window and window[0] is Window.OVER_DEPTHS else None,
        in_doubt=Code().in_doubt if more else frozenset(_in_doubt(tree, calls, found, shared)),
    )


def _first(lines: Iterable[int | None]) -> int | None:
    return next((line for line in lines if line is not None), None)


def _search(calls: Calls) -> int | None:
    """Return where a function comes back to itself in a loop, which of several one that cuts."""
    found = [(each, line) for each in calls.recursive if (line := _in_a_loop(each, calls))]
    cutting = (line for function, line in found if cutoff_line(function, calls) is not None)
    return next(cutting, found[0][1] if found else None)


def _in_a_loop(function: Function, calls: Calls) -> int | None:
    inside = calls.class_of(function)
    for loop in _loops(function):
        if any(calls.leads_back(part, inside) for part in _body(loop)):
            return _line_of_call(loop, calls, inside)
    return None


def _loops(function: ast.AST) -> Iterator[ast.AST]:
    kinds = ast.For | ast.While | ast.ListComp | ast.GeneratorExp | ast.DictComp | ast.SetComp
    yield from (node for node in ast.walk(function) if isinstance(node, kinds))


def _body(loop: ast.AST) -> list[ast.AST]:
    if isinstance(loop, ast.For | ast.While):
        return [*loop.body]
    if isinstance(loop, ast.DictComp):
        return [loop.key, loop.value]
    return [loop.elt] if isinstance(loop, ast.ListComp | ast.GeneratorExp | ast.SetComp) else []


def _line_of_call(loop: ast.AST, calls: Calls, inside: str) -> int:
    lines = [
        node.lineno
        for part in _body(loop)
        for node in ast.walk(part)
        if isinstance(node, ast.Call) and calls.is_back(node, inside)
    ]
    return min(lines, default=getattr(loop, "lineno", 0))


def _loops_over_depths(function: Function, calls: Calls) -> int | None:
    """Return where a loop hands its own number, which grows, to the search as a depth."""
    inside = calls.class_of(function)
    for loop in ast.walk(function):
        if not isinstance(loop, ast.For | ast.While):
            continue
        grown = _grown_by(loop)
        for call in (node for part in loop.body for node in ast.walk(part)):
            if (
                isinstance(call, ast.Call)
                and grown & _handed_over(call)
                and calls.is_to_search(call, inside)
            ):
                return loop.lineno
    return None


def _grown_by(loop: ast.For | ast.While) -> set[str]:
    if isinstance(loop, ast.For):
        name = bare_name(loop.target)
        if any(part in name.lower() for part in ("depth", "ply", "plies", "limit")):
            return {name}
        return {name} if _counts_from_one(loop.iter) and name.lower() not in _COLUMNS else set()
    return {
        bare_name(node.target)
        for node in ast.walk(loop)
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add)
    }


def _counts_from_one(numbers: ast.expr) -> bool:
    """Tell whether it is `range(1, ...)` or `count(1)`; columns would begin at 0."""
    if not isinstance(numbers, ast.Call) or not numbers.args:
        return False
    first, name = numbers.args[0], bare_name(numbers.func)
    from_one = isinstance(first, ast.Constant) and first.value in (1, 2)
    return from_one and (name == "count" or (name == "range" and len(numbers.args) > 1))


def _handed_over(call: ast.Call) -> set[str]:
    """Return the names that are arguments, as they are or with something added."""
    found: set[str] = set()
    for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
        parts = (argument.left, argument.right) if isinstance(argument, ast.BinOp) else (argument,)
        found |= {name for part in parts if (name := bare_name(part))}
    return found


def _table(calls: Calls) -> int | None:
    """Return where the search asks for a key under which it stores, or is cached as a whole."""
    for function in calls.recursive:
        for decorator in function.decorator_list:
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            if bare_name(called) in _CACHES:
                return decorator.lineno
    stored: set[str] = set()
    asked: dict[str, int] = {}
    for node in _nodes(calls.search):
        if _stores(node):
            stored.add(bare_name(node.value))  # type: ignore[attr-defined]
        elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
            asked.setdefault(bare_name(node.comparators[0]), node.lineno)
        elif isinstance(node, ast.Attribute) and node.attr in ("get", "setdefault"):
            asked.setdefault(bare_name(node.value), node.lineno)
    return _first(asked[name] for name in asked if name and name in stored)


def _stores(node: ast.AST) -> bool:
    """Tell whether something is put under a key that is no row or column."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.ctx, ast.Store):
        return False
    return not isinstance(node.value, ast.Subscript) and not _is_of_a_cell(node.slice)


def _is_of_a_cell(key: ast.AST) -> bool:
    if isinstance(key, ast.BinOp):
        return not isinstance(key.op, ast.Mod) and all(map(_is_of_a_cell, (key.left, key.right)))
    name = bare_name(key).lower().strip("_")
    return name in _CELLS or isinstance(key, ast.Constant | ast.Slice)


def _copies(search: Iterable[ast.AST]) -> int | None:
    for call in _calls_in(search):
        name = bare_name(call.func)
        names = [each.lower() for each in names_in([call])]
        if name == "deepcopy" or (
            name == "copy" and any(part in each for each in names for part in _BOARDS)
        ):
            return call.lineno
    return None


def _calls_in(trees: Iterable[ast.AST]) -> Iterator[ast.Call]:
    for tree in trees:
        yield from (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _clock(tree: ast.Module, functions: Iterable[ast.AST]) -> int | None:
    """Return where functions read a clock of `time`, whatever that is called in this file."""
    modules, bare = _imports_of(tree, "time")
    for call in _calls_in(functions):
        func = call.func
        if isinstance(func, ast.Name) and bare.get(func.id, "") in CLOCKS:
            return call.lineno
        of_module = isinstance(func, ast.Attribute) and bare_name(func.value) in modules
        if of_module and bare_name(func) in CLOCKS:
            return call.lineno
    return None


def _random(tree: ast.Module) -> int | None:
    """Return where something is drawn by `random`, or by what is made of it."""
    modules, bare = _imports_of(tree, "random")
    for call in _calls_in([tree]):
        func = call.func
        if isinstance(func, ast.Name) and func.id in bare:
            return call.lineno
        if isinstance(func, ast.Attribute) and bare_name(func.value) in modules:
            return call.lineno
    return None


def _imports_of(tree: ast.Module, module: str) -> tuple[set[str], Mapping[str, str]]:
    modules: set[str] = set()
    bare: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {each.asname or each.name for each in node.names if each.name == module}
        elif isinstance(node, ast.ImportFrom) and node.module == module:
            bare |= {each.asname or each.name: each.name for each in node.names}
    return modules, bare


def _estimate(function: ast.AST) -> int | None:
    """Return where a line that reaches its depth is given a value that is computed there."""
    for node in ast.walk(function):
        if not isinstance(node, ast.If) or not _asks_for_the_depth(node.test):
            continue
        for part in node.body:
            if isinstance(part, ast.Return) and part.value is not None:
                names = {bare_name(call.func).lower() for call in _calls_in([part.value])}
                names -= _NO_ESTIMATE
                if names and not any(won in name for name in names for won in _WINNER):
                    return part.lineno
    return None


def _asks_for_the_depth(test: ast.AST) -> bool:
    for node in ast.walk(test):
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            if _is_a_depth(node.operand):
                return True
        elif isinstance(node, ast.Compare) and _is_a_depth(node.left):
            bound = node.comparators[0]
            none_left = isinstance(bound, ast.Constant) and bound.value == 0
            if none_left or any(part in bare_name(bound).lower() for part in ("max", "limit")):
                return True
    return False


def _is_a_depth(node: ast.AST) -> bool:
    name = bare_name(node).lower()
    return "depth" in name or name in ("ply", "plies")


def _shifted(function: ast.AST) -> int | None:
    """Return where a pattern of bits is laid over itself, shifted, as four in a row are found."""
    for node in ast.walk(function):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd):
            pairs = (node.left, node.right), (node.right, node.left)
            if any(_is_shifted(other, own) for own, other in pairs):
                return node.lineno
    return None


def _is_shifted(node: ast.expr, own: ast.expr) -> bool:
    shifted = isinstance(node, ast.BinOp) and isinstance(node.op, ast.RShift | ast.LShift)
    return shifted and ast.dump(node.left) == ast.dump(own)  # type: ignore[attr-defined]


def _window(calls: Calls) -> tuple[Window, int] | None:
    for function in calls.search:
        if (line := shared_window_line(function)) is not None:
            return Window.SHARED, line
    for function in calls.outside:
        if (line := kept_window_line(function)) is not None:
            return Window.OVER_DEPTHS, line
    return None


def _in_doubt(
    tree: ast.Module, calls: Calls, found: Mapping[str, int | None], shared: bool
) -> Iterator[str]:
    """Yield the features of which it is not certain that they are missing."""
    names = {name.lower() for name in names_in([tree])}
    for feature, parts in _SOUNDS_LIKE.items():
        if found[feature] is None and any(part in name for name in names for part in parts):
            yield feature
    if shared or (found["window"] is None and any(map(_leaves_early, calls.recursive))):
        yield "window"
    if found["depths"] is None and any(_whiles_to_search(each, calls) for each in calls.outside):
        yield "depths"
    if found["table"] is None and any(map(_stores, _nodes(calls.search))):
        yield "table"
    if found["search"] is None and (calls.cycle or any(map(_is_while, _nodes(calls.outside)))):
        yield "search"


def _nodes(trees: Iterable[ast.AST]) -> Iterator[ast.AST]:
    return (node for tree in trees for node in ast.walk(tree))


def _whiles_to_search(function: Function, calls: Calls) -> bool:
    inside = calls.class_of(function)
    return any(
        isinstance(node, ast.Call) and calls.is_to_search(node, inside)
        for loop in ast.walk(function)
        if isinstance(loop, ast.While)
        for node in ast.walk(loop)
    )


def _is_while(node: ast.AST) -> bool:
    return isinstance(node, ast.While)


def _leaves_early(function: ast.AST) -> bool:
    """Tell whether a loop is left by a condition, which may be a bound under another name."""
    ifs = (node for loop in _loops(function) for node in ast.walk(loop))
    return any(isinstance(node, ast.If) and leaves_loop(node) for node in ifs)


WINDOW = ("alpha", "beta")


class Window(StrEnum):
    """How the window of alpha-beta outlives what it was opened for."""

    SHARED = "shared"
    """The whole search shares it: an attribute or a global that is never put back."""
    OVER_DEPTHS = "over_depths"
    """It is opened once, before the loop over the depths."""


def cutoff_line(function: Function, calls: Calls) -> int | None:
    """Return where a loop over replies ends once a value reaches a bound that was handed down."""
    bounds, inside = _handed_down(function), calls.class_of(function)
    for loop in ast.walk(function):
        if not isinstance(loop, ast.For | ast.While):
            continue
        if not any(calls.leads_back(part, inside) for part in loop.body):
            continue
        values = _values(loop, calls, inside)
        for node in ast.walk(loop):
            if (
                isinstance(node, ast.If)
                and leaves_loop(node)
                and _reaches(node.test, values, bounds)
            ):
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


def leaves_loop(node: ast.If) -> bool:
    inner = (part for statement in node.body for part in ast.walk(statement))
    return any(isinstance(part, ast.Break | ast.Return) for part in inner)


def _reaches(test: ast.AST, values: set[str], bounds: set[str]) -> bool:
    for node in ast.walk(test):
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            left, right = bare_name(node.left), bare_name(node.comparators[0])
            ordered = isinstance(node.ops[0], ast.GtE | ast.LtE | ast.Gt | ast.Lt)
            either = left in values and right in bounds, right in values and left in bounds
            if ordered and left and right and left != right and any(either):
                return True
    return False


def shared_window_line(function: ast.AST) -> int | None:
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


def kept_window_line(function: ast.AST) -> int | None:
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
