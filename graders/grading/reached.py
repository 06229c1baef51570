"""Follow the imports of a Python file to the other files of its folder; nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import PurePosixPath
from typing import Protocol

_INIT = "__init__.py"


class Files(Protocol):
    """Hold files by their names, from the top of a folder on."""

    def __contains__(self, name: str) -> bool:
        """Tell whether there is a file of that name."""

    def __getitem__(self, name: str) -> bytes:
        """Return its bytes."""


def whole_tree(
    files: Files, entry: str, parse: Callable[[bytes], ast.Module | None]
) -> ast.Module | None:
    """Return the trees of the entry and of all that it comes to import as if they were one file.

    None where one of them cannot be parsed.
    """
    body: list[ast.stmt] = []
    waiting, seen, lines = [entry], {entry}, 0
    while waiting:
        name = waiting.pop(0)
        tree = parse(files[name])
        if tree is None:
            return None
        for found in _imported(tree, name, files):
            if found not in seen:
                seen.add(found)
                waiting.append(found)
        ast.increment_lineno(tree, lines)  # so that no two statements have the same place
        lines += files[name].count(b"\n") + 1
        body += tree.body
    return ast.Module(body=body, type_ignores=[])


def _imported(tree: ast.Module, name: str, files: Files) -> Iterator[str]:
    here = PurePosixPath(name).parent
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _found(alias.name.split("."), (here, PurePosixPath()), files)
        elif isinstance(node, ast.ImportFrom):
            parts = node.module.split(".") if node.module else []
            above = [here, *here.parents]
            tops = (here, PurePosixPath())
            if node.level:
                tops = (above[min(node.level, len(above)) - 1],) * 2
            yield from _found(parts, tops, files)
            for alias in node.names:
                yield from _found([*parts, alias.name], tops, files)


def _found(parts: list[str], tops: tuple[PurePosixPath, ...], files: Files) -> Iterator[str]:
    """Yield the file that a dotted name leads to, with those of the packages on the way."""
    for top in tops:
        whole = top.joinpath(*parts)
        names = [whole.with_name(f"{whole.name}.py")] if parts else []
        names += [folder / _INIT for folder in (whole, *whole.parents) if folder != top]
        if not parts:
            names.append(top / _INIT)
        found = [str(each) for each in names if str(each) in files]
        if found:
            yield from found
            return
