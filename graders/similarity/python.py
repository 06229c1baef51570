"""Lower Python to the nodes of `flow.py`: what is the same in other words becomes the same node."""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from graders.similarity.flow import NAME, PART, Function, Node

ITSELF = frozenset({"self", "cls"})
_CONVERSIONS = frozenset(
    {"bool", "enumerate", "float", "frozenset", "int", "iter", "len", "list", "reversed", "set"}
    | {"tuple"}
)
_PASSED_ON = frozenset({"copy", "items", "keys"})
"""Methods that give no more than what they are called on."""
_ADDS = frozenset({"add", "append"})
"""Methods by which a value becomes part of what they are called on."""
_ENDS = (ast.Return, ast.Break, ast.Continue, ast.Raise)
_NO_MORE_THAN_PARTS = (ast.UnaryOp, ast.BoolOp, ast.Starred, ast.Await, ast.FormattedValue)
_COMPARISONS: dict[type, str] = {
    **dict.fromkeys((ast.Lt, ast.Gt, ast.LtE, ast.GtE), "<"),
    **dict.fromkeys((ast.In, ast.NotIn), "in"),
}
_OPERATORS: dict[type, str] = {ast.Add: "+", ast.Sub: "+", ast.Mult: "*"}


def functions_of(
    source: bytes, lines_before: int = 0, modules: Iterable[str] = ()
) -> list[Function]:
    """Return the functions of a file, and what stands outside of them as another.

    `modules` are those of the submission: what is imported from them is its own. Raises
    `SyntaxError`, `ValueError`, `RecursionError` and `MemoryError`.
    """
    tree = ast.parse(source)
    return _Lowering(tree, lines_before, frozenset(modules)).functions


class _Lowering:
    """Every node of Python's becomes one of ours: one of no more than its parts, if need be."""

    def __init__(self, tree: ast.Module, lines_before: int, modules: frozenset[str]) -> None:
        self._before = lines_before
        self._owners = ITSELF | modules
        self._known_as = dict(_imported(tree, modules))
        bound = Counter(_bound(tree, modules))
        self._own = frozenset(bound)
        self._numbers = {name for name in _set_to_numbers(tree) if bound[name] == 1}
        self.functions: list[Function] = []
        self.functions.append(Function("", (), (self._block(tree.body),)))

    def _node(self, at: ast.AST, label: str, *parts: Node, name: str = "") -> Node:
        return Node(label, parts, getattr(at, "lineno", 0) + self._before, name)

    def _each(self, nodes: Iterable[ast.AST]) -> tuple[Node, ...]:
        return tuple(self._lowered(each) for each in nodes)

    def _block(self, body: Sequence[ast.stmt]) -> Node:
        """Lower statements up to the first that nothing comes after."""
        ends = (at for at, each in enumerate(body, start=1) if isinstance(each, _ENDS))
        return Node(PART, self._each(body[: next(ends, len(body))]))

    def _lowered(self, node: ast.AST) -> Node:
        way = _WAYS.get(type(node))
        if way is not None:
            return way(self, node)
        if isinstance(node, ast.Import | ast.ImportFrom):
            return Node(PART)
        inner = self._each(ast.iter_child_nodes(node))
        is_operation = isinstance(node, ast.expr) and not isinstance(node, _NO_MORE_THAN_PARTS)
        return self._node(node, type(node).__name__ if is_operation else PART, *inner)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Node:
        names = [each.arg for each in (*node.args.posonlyargs, *node.args.args)]
        if names[:1] and names[0] in ITSELF:
            del names[0]
        self.functions.append(Function(node.name, tuple(names), (self._block(node.body),)))
        return Node(PART)

    def _class(self, node: ast.ClassDef) -> Node:
        return self._block(node.body)

    def _statement(self, node: ast.Expr) -> Node:
        match node.value:
            case ast.Constant() | ast.Call(func=ast.Name(id="print")):
                return Node(PART)
        return self._lowered(node.value)

    def _assignment(self, node: ast.Assign) -> Node:
        pairs = (pair for target in node.targets for pair in _paired(target, node.value))
        return Node(PART, tuple(self._set(node, *pair) for pair in pairs))

    def _set(self, at: ast.AST, target: ast.expr, value: ast.expr) -> Node:
        return self._node(at, "set", self._lowered(target), self._lowered(value))

    def _annotated(self, node: ast.AnnAssign) -> Node:
        return Node(PART) if node.value is None else self._set(node, node.target, node.value)

    def _augmented(self, node: ast.AugAssign) -> Node:
        made = ast.copy_location(ast.BinOp(node.target, node.op, node.value), node)
        return self._set(node, node.target, made)

    def _walrus(self, node: ast.NamedExpr) -> Node:
        return self._set(node, node.target, node.value)

    def _condition(self, node: ast.If | ast.While) -> Node:
        if isinstance(node.test, ast.Constant) and not node.test.value:
            return self._block(node.orelse)
        label = "if" if isinstance(node, ast.If) else "loop"
        body, rest = self._block(node.body), self._block(node.orelse)
        return self._node(node, label, self._lowered(node.test), body, rest)

    def _loop(self, node: ast.For | ast.AsyncFor) -> Node:
        each = self._set(node, node.target, node.iter)
        return self._node(node, "loop", each, self._block(node.body), self._block(node.orelse))

    def _result(self, node: ast.Return) -> Node:
        return self._node(node, "return", *self._each(ast.iter_child_nodes(node)))

    def _match(self, node: ast.Match) -> Node:
        cases = (self._block(each.body) for each in node.cases)
        return self._node(node, "match", self._lowered(node.subject), *cases)

    def _name(self, node: ast.Name) -> Node:
        return self._named(node, node.id)

    def _named(self, at: ast.expr, name: str, owner: str = "") -> Node:
        if name in self._numbers:
            return self._node(at, "number")
        if owner or name in self._own or not (name in self._known_as or hasattr(builtins, name)):
            return self._node(at, NAME, name=f"{owner}{name}")
        return self._known(at, self._known_as.get(name, name))

    def _known(self, at: ast.expr, name: str) -> Node:
        short = name.rpartition(".")[2]
        return self._node(at, "number" if short == "inf" else f"known {short}")

    def _constant(self, node: ast.Constant) -> Node:
        if isinstance(node.value, str | bytes):
            return self._node(node, "text")
        return self._node(node, "None" if node.value in (None, ...) else "number")

    def _attribute(self, node: ast.Attribute) -> Node:
        holder = node.value.id if isinstance(node.value, ast.Name) else ""
        if holder in self._owners:
            return self._named(node, node.attr, owner=".")
        if holder in self._known_as:
            return self._known(node, node.attr)
        if node.attr in self._own:
            return self._named(node, node.attr, owner=".")
        return self._node(node, f".{node.attr}", self._lowered(node.value))

    def _operation(self, node: ast.BinOp) -> Node:
        parts = self._each((node.left, node.right))
        if all(each.label == "number" for each in parts):
            return self._node(node, "number")
        return self._node(node, _OPERATORS.get(type(node.op), type(node.op).__name__), *parts)

    def _comparison(self, node: ast.Compare) -> Node:
        """Lower `a < b < c` to both; what is compared with None is no more than itself."""
        sides = self._each((node.left, *node.comparators))
        found = []
        for operator, one, other in zip(node.ops, sides, sides[1:], strict=False):
            if "None" in (one.label, other.label):
                found.append(one if other.label == "None" else other)
            else:
                found.append(self._node(node, _COMPARISONS.get(type(operator), "=="), one, other))
        return Node(PART, tuple(found))

    def _choice(self, node: ast.IfExp) -> Node:
        return self._node(node, "if", *self._each((node.test, node.body, node.orelse)))

    def _list(self, node: ast.Tuple | ast.List | ast.Set) -> Node:
        parts = self._each(node.elts)
        if parts and all(each.label in ("number", "text") for each in parts):
            return self._node(node, "table")
        return self._node(node, "list", *parts)

    def _subscript(self, node: ast.Subscript) -> Node:
        if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
            return self._node(node, NAME, name=f".{node.slice.value}")
        return self._node(node, "[]", *self._each((node.value, node.slice)))

    def _lambda(self, node: ast.Lambda) -> Node:
        return self._lowered(node.body)

    def _comprehension(self, node: ast.ListComp | ast.GeneratorExp | ast.SetComp) -> Node:
        return self._loops(node.generators, self._lowered(node.elt))

    def _mapping(self, node: ast.DictComp) -> Node:
        place = self._node(node, "[]", self._lowered(node.key))
        kept = self._node(node, "set", place, self._lowered(node.value))
        return self._loops(node.generators, kept)

    def _loops(self, generators: Sequence[ast.comprehension], inner: Node) -> Node:
        for each in reversed(generators):
            for test in reversed(each.ifs):
                inner = self._node(test, "if", self._lowered(test), inner)
            over = self._set(each.target, each.target, each.iter)
            inner = self._node(each.target, "loop", over, inner)
        return inner

    def _call(self, node: ast.Call) -> Node:
        parts = self._each((*node.args, *(each.value for each in node.keywords)))
        if isinstance(node.func, ast.Attribute):
            return self._method_call(node, node.func, parts)
        if not isinstance(node.func, ast.Name):
            return self._node(node, "call it", self._lowered(node.func), *parts)
        if node.func.id in self._own:
            return self._node(node, "call", *parts, name=node.func.id)
        name = self._known_as.get(node.func.id, node.func.id).rpartition(".")[2]
        if name in _CONVERSIONS and len(parts) == 1:
            return self._node(node, "number") if parts[0].label == "text" else parts[0]
        if name in ("any", "all"):
            return Node(PART, parts)
        return self._node(node, "max" if name in ("max", "min") else f"call {name}", *parts)

    def _method_call(self, node: ast.Call, method: ast.Attribute, parts: tuple[Node, ...]) -> Node:
        holder = method.value.id if isinstance(method.value, ast.Name) else ""
        if method.attr in self._own or holder in self._owners:
            return self._node(node, "call", *parts, name=method.attr)
        if holder in self._known_as:
            return self._node(node, f"call {method.attr}", *parts)
        held = self._lowered(method.value)
        if method.attr in _PASSED_ON and not parts:
            return held
        if method.attr in _ADDS and held.label == NAME and len(parts) == 1:
            return self._node(node, "set", held, *parts)
        return self._node(node, f".{method.attr}", held, *parts)


_WAYS: Mapping[type[ast.AST], Callable[[_Lowering, Any], Node]] = {
    **dict.fromkeys((ast.FunctionDef, ast.AsyncFunctionDef), _Lowering._function),
    ast.ClassDef: _Lowering._class,
    ast.Expr: _Lowering._statement,
    ast.Assign: _Lowering._assignment,
    ast.AnnAssign: _Lowering._annotated,
    ast.AugAssign: _Lowering._augmented,
    ast.NamedExpr: _Lowering._walrus,
    **dict.fromkeys((ast.If, ast.While), _Lowering._condition),
    **dict.fromkeys((ast.For, ast.AsyncFor), _Lowering._loop),
    ast.Return: _Lowering._result,
    ast.Match: _Lowering._match,
    ast.Name: _Lowering._name,
    ast.Constant: _Lowering._constant,
    ast.Attribute: _Lowering._attribute,
    ast.BinOp: _Lowering._operation,
    ast.Compare: _Lowering._comparison,
    ast.IfExp: _Lowering._choice,
    **dict.fromkeys((ast.Tuple, ast.List, ast.Set), _Lowering._list),
    ast.Subscript: _Lowering._subscript,
    ast.Lambda: _Lowering._lambda,
    **dict.fromkeys((ast.ListComp, ast.GeneratorExp, ast.SetComp), _Lowering._comprehension),
    ast.DictComp: _Lowering._mapping,
    ast.Call: _Lowering._call,
}


def _paired(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """Return which of several targets is made of what.

    >>> one, other = ast.parse("a, b = 1, 2").body[0].targets[0], ast.parse("1, 2").body[0].value
    >>> [(ast.unparse(each), ast.unparse(made)) for each, made in _paired(one, other)]
    [('a', '1'), ('b', '2')]
    """
    if not (isinstance(target, ast.Tuple | ast.List) and isinstance(value, ast.Tuple | ast.List)):
        return [(target, value)]
    parts = (*target.elts, *value.elts)
    if len(target.elts) != len(value.elts) or any(isinstance(each, ast.Starred) for each in parts):
        return [(target, value)]
    return list(zip(target.elts, value.elts, strict=True))


def _bound(tree: ast.Module, modules: frozenset[str]) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name
            case ast.arg():
                yield node.arg
            case ast.Name(ctx=ast.Store()):
                yield node.id
            case ast.Attribute(ctx=ast.Store()):
                yield node.attr
            case ast.ImportFrom() if node.module in modules:
                yield from (each.asname or each.name for each in node.names)


def _imported(tree: ast.Module, modules: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Return what the names stand for that come from the modules of others."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            if isinstance(node, ast.ImportFrom) and node.module in modules:
                continue
            for each in node.names:
                if each.name not in modules:
                    yield each.asname or each.name.partition(".")[0], each.name


def _set_to_numbers(tree: ast.Module) -> Iterator[str]:
    """Return the names that the module or one of its classes sets to a number."""
    for node in tree.body:
        body = node.body if isinstance(node, ast.ClassDef) else [node]
        for inner in body:
            if isinstance(inner, ast.Assign):
                for target in inner.targets:
                    for one, value in _paired(target, inner.value):
                        if isinstance(one, ast.Name) and _is_number(value):
                            yield one.id


def _is_number(node: ast.expr) -> bool:
    match node:
        case ast.Constant():
            return isinstance(node.value, int | float)
        case ast.UnaryOp():
            return _is_number(node.operand)
        case ast.BinOp():
            return _is_number(node.left) and _is_number(node.right)
        case ast.Call(func=ast.Name(id="float"), args=[ast.Constant()]):
            return True
    return False
