"""Read what a Python file binds at module level, without running any of it."""

from __future__ import annotations

import ast

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from typing import Any

_BLOCKS = (ast.If, ast.Try, ast.With, ast.ExceptHandler)


def survey(source: str) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """Return the callable-looking names that `source` binds, and its classes with their methods.

    Raises whatever the parser raises.
    """
    functions: list[str] = []
    methods: list[tuple[str, list[str]]] = []
    waiting: list[Any] = list(reversed(ast.parse(source).body))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions.append(node.name)
        elif isinstance(node, ast.ClassDef):
            inside = (ast.FunctionDef, ast.AsyncFunctionDef)
            methods.append((node.name, [n.name for n in node.body if isinstance(n, inside)]))
        elif isinstance(node, ast.Assign) and not isinstance(node.value, ast.Constant):
            functions.extend(t.id for t in node.targets if isinstance(t, ast.Name))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            functions.extend(a.asname or a.name.partition(".")[0] for a in node.names)
        elif isinstance(node, _BLOCKS) and not _runs_only_as_a_script(node):
            waiting.extend(reversed(list(ast.iter_child_nodes(node))))
    return functions, methods


def _runs_only_as_a_script(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "__main__" in ast.dump(node.test)
