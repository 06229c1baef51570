"""Find which function of a source leads to which, and those that come back to themselves.

A method is not the function of the same name beside it: `Solver(b).find_best_move()` inside a
function `find_best_move` is no recursion. Of an object that is not `self` nobody knows the class:
its method is taken for the one that is being read, as in `child.search()` inside `search`, and a
`wide` reading takes it for every method of that name, and a function that is named for called.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping

import msgspec

MOST_FUNCTIONS = 300
Function = ast.FunctionDef | ast.AsyncFunctionDef
Scope = tuple[str, str]
"""The class that a function is in, empty for none, and the name of the function."""


class _Known:
    def __init__(self, scopes: Iterable[Scope], *, wide: bool) -> None:
        self.scopes = set(scopes)
        self.wide = wide
        self.classes = {scope[0] for scope in self.scopes if scope[0]}
        self.methods: dict[str, list[Scope]] = {}
        for scope in self.scopes:
            if scope[0]:
                self.methods.setdefault(scope[1], []).append(scope)

    def named(self, node: ast.AST, inside: str) -> Iterator[Scope]:
        own = _bound(node) if isinstance(node, Function) else set()
        for part in ast.walk(node):
            if isinstance(part, ast.Call):
                yield from self.called(part, inside)
            elif self.wide and not (isinstance(part, ast.Name) and part.id in own):
                yield from self._function(part, inside)

    def called(self, call: ast.Call, inside: str) -> Iterator[Scope]:
        yield from self._function(call.func, inside)

    def _function(self, name: ast.AST, inside: str) -> Iterator[Scope]:
        if isinstance(name, ast.Name):
            yield from self._plain(name.id, inside)
        elif isinstance(name, ast.Attribute):
            found = self._method(bare_name(name.value), name.attr, inside)
            if _is_super(name.value):
                found = (scope for scope in found if scope[0] != inside)
            yield from found

    def _plain(self, name: str, inside: str) -> Iterator[Scope]:
        if name in self.classes:
            yield from {(name, "__init__"), (name, "__call__")} & self.scopes
        elif ("", name) in self.scopes:
            yield ("", name)
        elif inside and (inside, name) in self.scopes:
            yield (inside, name)  # a function inside a method

    def _method(self, owner: str, name: str, inside: str) -> Iterator[Scope]:
        own = inside if owner in ("self", "cls") else owner
        methods = self.methods.get(name, ())
        if (own, name) in self.scopes and own in self.classes:
            yield (own, name)
        elif self.wide or len(methods) == 1:
            yield from methods


class Calls(msgspec.Struct, frozen=True):
    """The functions of a source, and what leads to what.

    `cycle` are those that lead to themselves, of what can be reached from where the program is
    called, and `within` are these with all that they lead to.
    """

    functions: Mapping[Scope, tuple[Function, ...]]
    leads_to: Mapping[Scope, frozenset[Scope]]
    cycle: frozenset[Scope]
    within: frozenset[Scope]
    known: _Known

    @property
    def recursive(self) -> list[Function]:
        return self._of(self.cycle)

    @property
    def search(self) -> list[Function]:
        return self._of(self.within)

    @property
    def outside(self) -> list[Function]:
        return self._of(self.leads_to.keys() - self.within)

    def leads_back(self, node: ast.AST, inside: str) -> bool:
        return any(scope in self.cycle for scope in self.known.named(node, inside))

    def is_back(self, call: ast.Call, inside: str) -> bool:
        return any(scope in self.cycle for scope in self.known.called(call, inside))

    def is_to_search(self, call: ast.Call, inside: str) -> bool:
        called = self.known.called(call, inside)
        return any(reachable(self.leads_to, [scope]) & self.cycle for scope in called)

    def class_of(self, function: ast.AST) -> str:
        return next((s[0] for s, found in self.functions.items() if function in found), "")

    def _of(self, scopes: Iterable[Scope]) -> list[Function]:
        return [each for scope in sorted(scopes) for each in self.functions[scope]]


def calls_of(tree: ast.Module, entries: Iterable[str], *, wide: bool = False) -> Calls | None:
    """Return the functions that can be reached from the entries, or all where there is no entry.

    None where those are more than `MOST_FUNCTIONS`: what leads to what takes their square.
    """
    functions = {scope: tuple(found) for scope, found in _functions(tree).items()}
    known = _Known(functions, wide=wide)
    graph = {
        scope: frozenset(target for each in found for target in known.named(each, scope[0]))
        for scope, found in functions.items()
    }
    start = [scope for scope in functions if scope[1] in set(entries)]
    if start:
        used = reachable(graph, [*start, *_at_the_top(tree, known)])
        graph = {scope: graph[scope] & used for scope in used}
    if len(graph) > MOST_FUNCTIONS:
        return None
    cycle = frozenset(scope for scope in graph if scope in reachable(graph, graph[scope]))
    return Calls(
        {scope: functions[scope] for scope in graph},
        graph,
        cycle,
        frozenset(reachable(graph, cycle)),
        known,
    )


def _is_super(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and bare_name(node.func) == "super"


def _bound(function: Function) -> set[str]:
    """Return the names that a function binds for itself, which then name no other function."""
    bound = {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    bound |= {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
    shared = (node for node in ast.walk(function) if isinstance(node, ast.Global))
    return bound - {name for node in shared for name in node.names}


def reachable(graph: Mapping[Scope, Iterable[Scope]], start: Iterable[Scope]) -> set[Scope]:
    """Return the functions that calls lead to from `start`, themselves included."""
    found: set[Scope] = set()
    waiting = [scope for scope in start if scope in graph]
    while waiting:
        scope = waiting.pop()
        if scope not in found:
            found.add(scope)
            waiting.extend(graph[scope])
    return found


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


def _functions(tree: ast.Module) -> dict[Scope, list[Function]]:
    found: dict[Scope, list[Function]] = {}

    def look(node: ast.AST, inside: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, Function):
                found.setdefault((inside, child.name), []).append(child)
                look(child, inside)
            else:
                look(child, child.name if isinstance(child, ast.ClassDef) else inside)

    look(tree, "")
    return found


def _at_the_top(tree: ast.Module, known: _Known) -> list[Scope]:
    """Return what is used beside all functions, as the program is imported."""
    rest = [node for node in tree.body if not isinstance(node, Function | ast.ClassDef)]
    return [scope for node in rest for scope in known.named(node, "")]
