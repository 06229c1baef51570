"""Read from the source of a design what an interviewer would look for: facts, never points.

Nothing is run. What a name stands for is guessed from the file alone, so each fact says no more
than what is written there.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from graders.model.scorecard import Observation

SIZES = (4, 6, 7)
"""The numbers that a second board size would change: the rows, the columns, the line."""

_CONTAINERS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
_MAKERS = ("list", "dict", "set", "defaultdict", "deque", "Counter", "zeros", "full")
_CHANGES = ("append", "pop", "extend", "insert", "remove", "clear", "add", "update")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_MOST = 6


class ChangingAttribute(msgspec.Struct, frozen=True):
    class_name: str
    name: str

    @property
    def is_public(self) -> bool:
        return not self.name.startswith("_")


class Signals(msgspec.Struct, frozen=True):
    """What the source of a design shows.

    `calls` are pairs of classes, the first of which makes or calls the second. `changing` are the
    attributes that change while a game is played, `grids` the classes that keep rows and columns
    of cells, `longest` is a function or method and its lines, and `sizes` are the lines on which
    a size is written out, outside a constant or a default.
    """

    classes: tuple[str, ...] = ()
    calls: tuple[tuple[str, str], ...] = ()
    changing: tuple[ChangingAttribute, ...] = ()
    grids: tuple[str, ...] = ()
    longest: tuple[str, int] | None = None
    sizes: tuple[tuple[int, int], ...] = ()


def signals_of(tree: ast.Module) -> Signals:
    """Return what the source shows.

    >>> signals_of(ast.parse("class Game: pass")).classes
    ('Game',)
    """
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    return Signals(
        tuple(node.name for node in classes),
        tuple(_calls(classes)),
        tuple(dict.fromkeys(kept for node in classes for kept in _changing(node))),
        tuple(node.name for node in classes if _keeps_a_grid(node)),
        _longest(tree),
        tuple(sorted(set(_sizes(tree)))),
    )


def design_findings(signals: Signals) -> tuple[Observation, ...]:
    """Tell the facts in short texts; where there are many, how many."""
    return tuple(_observations(signals))


def _observations(signals: Signals) -> Iterator[Observation]:
    yield Observation("classes", _listed(signals.classes, "none"))
    who = {first: [b for a, b in signals.calls if a == first] for first, _ in signals.calls}
    calls = [f"{first} → {', '.join(others)}" for first, others in who.items()]
    yield Observation("who uses whom", _listed(calls, "no class uses another", "; "))
    yield Observation(
        "a grid of cells is kept in", _listed(signals.grids, "no class that shows it")
    )
    where: dict[str, list[str]] = {}
    for kept in signals.changing:
        where.setdefault(kept.class_name, []).append(kept.name)
    state = [f"{name} ({_listed(each, '')})" for name, each in where.items()]
    yield Observation("state that changes", _listed(state, "none in a class", "; "))
    public = [f"{kept.class_name}.{kept.name}" for kept in signals.changing if kept.is_public]
    yield Observation("of that, public", _listed(public, "none"))
    if signals.longest is not None:
        name, lines = signals.longest
        yield Observation("the longest function", f"{name}, {lines} lines")
    at = [f"{number} on line {line}" for line, number in signals.sizes]
    yield Observation("a second board size touches", _listed(at, "no number outside a constant"))


def _listed(texts: Sequence[str], nothing: str, between: str = ", ") -> str:
    more = f"{between}and {len(texts) - _MOST} more" if len(texts) > _MOST else ""
    return between.join(texts[:_MOST]) + more if texts else nothing


def _calls(classes: Sequence[ast.ClassDef]) -> Iterator[tuple[str, str]]:
    """Yield who makes an object of whom, or calls a method that only the other has."""
    owners = _owners(classes)
    place = {node.name: number for number, node in enumerate(classes)}
    for node in classes:
        used = {_owner(call.func, owners) for call in ast.walk(node) if isinstance(call, ast.Call)}
        others = (used & place.keys()) - {node.name}
        yield from ((node.name, other) for other in sorted(others, key=place.__getitem__))


def _owners(classes: Sequence[ast.ClassDef]) -> Mapping[str, str]:
    found: dict[str, set[str]] = {}
    for node in classes:
        found.setdefault(node.name, set()).add(node.name)
        for method in node.body:
            if isinstance(method, _FUNCTIONS) and not method.name.startswith("__"):
                found.setdefault(method.name, set()).add(node.name)
    return {name: next(iter(of)) for name, of in found.items() if len(of) == 1}


def _owner(called: ast.expr, owners: Mapping[str, str]) -> str:
    if isinstance(called, ast.Name):
        return owners.get(called.id, "") if called.id[:1].isupper() else ""
    if isinstance(called, ast.Attribute):
        own = isinstance(called.value, ast.Name) and called.value.id == "self"
        return "" if own else owners.get(called.attr, "")
    return ""


def _changing(node: ast.ClassDef) -> Iterator[ChangingAttribute]:
    for method in node.body:
        if not isinstance(method, _FUNCTIONS):
            continue
        begins = method.name in ("__init__", "__post_init__", "__new__")
        for part in ast.walk(method):
            for target in [] if begins else _targets(part):
                if (name := _of_self(target)) is not None:
                    yield ChangingAttribute(node.name, name)
            if (name := _changed_in_place(part)) is not None:
                yield ChangingAttribute(node.name, name)


def _targets(part: ast.AST) -> list[ast.expr]:
    if isinstance(part, ast.Assign):
        return [each for target in part.targets for each in _flat(target)]
    return [part.target] if isinstance(part, (ast.AugAssign, ast.AnnAssign)) else []


def _flat(target: ast.expr) -> list[ast.expr]:
    return list(target.elts) if isinstance(target, (ast.Tuple, ast.List)) else [target]


def _changed_in_place(part: ast.AST) -> str | None:
    if not isinstance(part, ast.Call) or not isinstance(part.func, ast.Attribute):
        return None
    return _of_self(part.func.value) if part.func.attr in _CHANGES else None


def _of_self(target: ast.expr) -> str | None:
    """Return which attribute of `self` a target is, or is a part of."""
    while isinstance(target, ast.Subscript):
        target = target.value
    if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name):
        return target.attr if target.value.id == "self" else None
    return None


def _keeps_a_grid(node: ast.ClassDef) -> bool:
    for part in ast.walk(node):
        value = part.value if isinstance(part, (ast.Assign, ast.AnnAssign)) else None
        if value is not None and _is_container(value):
            inner = [each for each in ast.walk(value) if each is not value]
            if any(isinstance(each, ast.expr) and _is_container(each) for each in inner):
                return True
    return False


def _is_container(value: ast.expr) -> bool:
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):
        return _is_container(value.left) or _is_container(value.right)
    made = value.func if isinstance(value, ast.Call) else None
    name = made.id if isinstance(made, ast.Name) else getattr(made, "attr", "")
    return isinstance(value, _CONTAINERS) or name in _MAKERS


def _longest(tree: ast.Module) -> tuple[str, int] | None:
    found: list[tuple[int, str]] = []
    owners: list[ast.Module | ast.ClassDef] = [tree]
    owners += [node for node in tree.body if isinstance(node, ast.ClassDef)]
    for owner in owners:
        prefix = f"{owner.name}." if isinstance(owner, ast.ClassDef) else ""
        for node in owner.body:
            if isinstance(node, _FUNCTIONS):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                found.append((lines, f"{prefix}{node.name}"))
    if not found:
        return None
    lines, name = max(found, key=lambda each: each[0])
    return name, lines


def _sizes(tree: ast.Module) -> Iterator[tuple[int, int]]:
    """Yield line and number of each size that is written out where it is used."""
    for node in _outside_constants(tree):
        if isinstance(node, ast.Constant) and type(node.value) is int and node.value in SIZES:
            yield node.lineno, node.value


def _outside_constants(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield all but what is given to a name in capitals, and the defaults of parameters."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and _is_constant(node):
            continue
        yield node
        if isinstance(node, ast.arguments):
            waiting += [*node.posonlyargs, *node.args, *node.kwonlyargs]
            waiting += [each for each in (node.vararg, node.kwarg) if each is not None]
        else:
            waiting += ast.iter_child_nodes(node)


def _is_constant(node: ast.Assign | ast.AnnAssign) -> bool:
    targets = _targets(node)
    names = [each.id for each in targets if isinstance(each, ast.Name)]
    in_class = isinstance(node, ast.AnnAssign) and node.value is not None
    return bool(names) and len(names) == len(targets) and (all(map(str.isupper, names)) or in_class)
