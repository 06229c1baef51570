"""Read what a Python file binds at module level, without running any of it."""

from __future__ import annotations

import ast

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_MOST_PARAMETERS = 30
_LONGEST = 200
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_BLOCKS = (
    *(ast.If, ast.Try, ast.TryStar, ast.ExceptHandler, ast.With, ast.AsyncWith),
    *(ast.For, ast.AsyncFor, ast.While, ast.Match, ast.match_case),
)
_CALLABLE_PERHAPS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.IfExp, ast.BoolOp)


def survey(
    source: str, name: str
) -> tuple[list[str], list[str], list[tuple[str, list[str]]], tuple[str, list[str]] | None]:
    """Return the functions of `source`, other names that may be called, its classes, and the last.

    A class comes with the names of its methods, the last of the functions with the parameters that
    have to be given by place. Whatever the parser raises names the file `name`.
    """
    functions, others, classes = _read(ast.parse(source, filename=name).body, walrus=":=" in source)
    names = [each for each, _ in functions]
    methods = [(each[:_LONGEST], _short(own)) for each, own in classes]
    return _short(names), _short(others), methods, _last(functions)


def _last(functions: list[tuple[str, ast.arguments]]) -> tuple[str, list[str]] | None:
    """Return the last of the names, as a module has them, with what it stands for in the end."""
    if not functions:
        return None
    name, taken = list(dict(functions).items())[-1]
    places = [*taken.posonlyargs, *taken.args]
    wanted = [each.arg for each in places[: len(places) - len(taken.defaults)]]
    by_name = None in taken.kw_defaults
    return None if by_name else (name[:_LONGEST], _short(wanted[:_MOST_PARAMETERS]))


def _short(names: list[str]) -> list[str]:
    return [name[:_LONGEST] for name in names]


def _read(
    body: list[Any], *, walrus: bool
) -> tuple[list[tuple[str, ast.arguments]], list[str], list[tuple[str, list[str]]]]:
    """Read a body; names bound inside expressions are looked for only where `walrus` says so.

    To look into every expression of a large table takes longer than to parse it.
    """
    functions: list[tuple[str, ast.arguments]] = []
    others: list[str] = []
    classes: list[tuple[str, list[str]]] = []
    waiting = list(reversed(body))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions.append((node.name, node.args))
        elif isinstance(node, ast.ClassDef):
            methods, more, _ = _read(node.body, walrus=walrus)
            classes.append((node.name, [*(each for each, _ in methods), *more]))
        elif isinstance(node, ast.ImportFrom):
            others.extend(alias.asname or alias.name for alias in node.names)
        elif isinstance(node, _BLOCKS):
            waiting.extend(reversed(_parts(node)))
        else:
            for target, value in _bindings(node, walrus=walrus):
                if isinstance(value, ast.Lambda):
                    functions.append((target, value.args))
                elif isinstance(value, _CALLABLE_PERHAPS):
                    others.append(target)
    return functions, others, classes


def _parts(node: Any) -> list[ast.AST]:
    """Return what is inside a block and runs on import."""
    if isinstance(node, ast.If) and "__main__" in (test := ast.dump(node.test)):
        return list(node.body if "NotEq()" in test else node.orelse)
    return list(ast.iter_child_nodes(node))


def _bindings(node: ast.AST, *, walrus: bool) -> Iterator[tuple[str, ast.AST]]:
    """Yield the names that a statement or an expression binds, each with its value."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield from _paired(target, node.value)
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        yield from _paired(node.target, node.value)
    waiting = [node] if walrus else []
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, ast.NamedExpr):
            yield from _paired(inner.target, inner.value)
        if not isinstance(inner, _DEFINITIONS):
            waiting.extend(ast.iter_child_nodes(inner))


def _paired(target: ast.AST, value: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple | ast.List):
        values = value.elts if isinstance(value, ast.Tuple | ast.List) else []
        matching = len(values) == len(target.elts)
        for number, inner in enumerate(target.elts):
            yield from _paired(inner, values[number] if matching else ast.Name("unknown"))
