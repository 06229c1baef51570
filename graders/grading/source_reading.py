"""Read what a source in Python shows, in a confined child: it is a stranger's, and only parsed.

Of one that is too large, too deep or too much for its seconds nothing is read, and then no more is
said than the results tell. What decides that is counted in bytes and nodes, so that every machine
decides alike; the seconds are for what nobody has thought of.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from contextlib import suppress
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import msgspec

from graders.katas import kata_named
from graders.model.limits import KIB, MIB
from graders.model.submission import SourceFile

if TYPE_CHECKING:
    from graders.sandbox.confined import Work

LARGEST_READ = 128 * KIB
"""Bytes, of a folder of all its source files."""
LONGEST_LINE = 1000
"""Bytes: of a longer line the parser may need more stack than there is."""
MOST_NODES = 60_000
"""How many nodes of the parsed tree are looked at: some 4,000 lines."""
_INIT = "__init__.py"
_CPU_S = 4.0
_MEMORY = 192 * MIB


def work_for(kata: str) -> Work:
    """Return what a child does that reads sources for a kata, and what memory it may take."""
    from graders.sandbox.confined import Work  # noqa: PLC0415  # the child needs none of it

    return Work(__name__, _MEMORY, subject=kata)


class PythonSource(msgspec.Struct, frozen=True):
    """The files in Python of a submission, the name of the one that is called, and its kata.

    A file that is not in a folder is alone in `files`.
    """

    kata: str
    entry: str
    files: tuple[SourceFile, ...]

    def __contains__(self, name: str) -> bool:
        return any(file.name == name for file in self.files)

    def __getitem__(self, name: str) -> bytes:
        return next(file.content for file in self.files if file.name == name)


def code_in(source: PythonSource, kind: type | None) -> object | None:
    """Return what the kata reads from a source, of the `kind` that its `code_type` says.

    None where it reads nothing, and where the source cannot be read.
    """
    from graders.sandbox.confined import ConfinedError, confined  # noqa: PLC0415  # see above

    if kind is None or sum(len(file.content) for file in source.files) > LARGEST_READ:
        return None
    try:
        said = confined(work_for(source.kata)).ask(msgspec.msgpack.encode(source), _CPU_S).data
    except (ConfinedError, OSError):
        return None
    code: object | None = msgspec.msgpack.decode(said, type=kind) if said else None
    return code


def answer(question: bytes) -> bytes:
    """Return, in the child, what the kata reads from a source; nothing where that is nothing."""
    source = msgspec.msgpack.decode(question, type=PythonSource)
    tree = _parse_source(source)
    code = None if tree is None else kata_named(source.kata).read_code(tree)
    return b"" if code is None else msgspec.msgpack.encode(code)


def _parse_source(source: PythonSource) -> ast.Module | None:
    """Return the syntax tree of the file that is called, with all files that it comes to import.

    None for one that is not read.
    """
    tree = _whole_tree(source)
    if tree is None or sum(1 for _ in ast.walk(tree)) > MOST_NODES:
        return None
    return tree


def _parse_file(content: bytes) -> ast.Module | None:
    if any(len(line) > LONGEST_LINE for line in content.split(b"\n")):
        return None
    with suppress(SyntaxError, ValueError, RecursionError, MemoryError), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(content)
    return None


def get_ready(kata: str) -> None:
    """Have a kata load, in the child, what it reads with: behind the walls it could not."""
    kata_named(kata).read_code(ast.Module(body=[], type_ignores=[]))


def _whole_tree(files: PythonSource) -> ast.Module | None:
    """Return the trees of the entry and of all that it comes to import as if they were one file.

    None where one of them cannot be parsed.
    """
    body: list[ast.stmt] = []
    waiting, seen, lines = [files.entry], {files.entry}, 0
    while waiting:
        name = waiting.pop(0)
        tree = _parse_file(files[name])
        if tree is None:
            return None
        for found in _imported_files(tree, name, files):
            if found not in seen:
                seen.add(found)
                waiting.append(found)
        ast.increment_lineno(tree, lines)  # so that no two statements have the same place
        lines += files[name].count(b"\n") + 1
        body += tree.body
    return ast.Module(body=body, type_ignores=[])


def _imported_files(tree: ast.Module, name: str, files: PythonSource) -> Iterator[str]:
    here = PurePosixPath(name).parent
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _module_files(alias.name.split("."), (here, PurePosixPath()), files)
        elif isinstance(node, ast.ImportFrom):
            parts = node.module.split(".") if node.module else []
            above = [here, *here.parents]
            tops = (here, PurePosixPath())
            if node.level:
                tops = (above[min(node.level, len(above)) - 1],) * 2
            yield from _module_files(parts, tops, files)
            for alias in node.names:
                yield from _module_files([*parts, alias.name], tops, files)


def _module_files(
    parts: list[str], tops: tuple[PurePosixPath, ...], files: PythonSource
) -> Iterator[str]:
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
