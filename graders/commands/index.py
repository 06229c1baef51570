"""Know every sub-command, and what it says of itself, from its source alone: none is loaded.

The help of `kata`, and what a shell asks on every press of Tab, would else load all of them.
"""

from __future__ import annotations

import ast
import pkgutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

READERS = {
    "practise": "To practise",
    "interview": "To interview",
    "project": "To work on the project",
}
"""The readers of the help, each with the title that stands above what is for them."""
_OTHERS = "Others"


class CommandInfo(NamedTuple):
    """A sub-command's name, its short help, and the readers that its module names."""

    name: str
    says: str
    readers: tuple[str, ...] = ()


def known_commands(folders: Iterable[str]) -> tuple[CommandInfo, ...]:
    """Return the sub-commands whose modules lie in `folders`, by name, with `-` for any `_`."""
    found = (
        _read(Path(folder) / f"{name}.py", name.replace("_", "-"))
        for folder, name in _modules(folders)
    )
    return tuple(sorted((each for each in found if each), key=lambda each: each.name))


def grouped_by_reader(commands: Iterable[CommandInfo]) -> dict[str, list[CommandInfo]]:
    """Return the sub-commands below the titles of their readers; one may be for several.

    >>> grouped_by_reader([CommandInfo("a", "", ("project",)), CommandInfo("b", "")])
    {'To work on the project': [CommandInfo(name='a', says='', readers=('project',))], \
'Others': [CommandInfo(name='b', says='', readers=())]}
    """
    groups: dict[str, list[CommandInfo]] = {title: [] for title in (*READERS.values(), _OTHERS)}
    for command in commands:
        titles = [READERS[reader] for reader in command.readers if reader in READERS]
        for title in titles or [_OTHERS]:
            groups[title].append(command)
    return {title: members for title, members in groups.items() if members}


def _modules(folders: Iterable[str]) -> Iterator[tuple[str, str]]:
    for folder in folders:
        for found in pkgutil.iter_modules([folder]):
            yield folder, found.name


def _read(path: Path, name: str) -> CommandInfo | None:
    """Return what the source at `path` says; None where it binds no `command`.

    A module that does not write its `command` as a function binds `SHORT_HELP` too.
    """
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return None
    says, readers, is_one = "", (), False
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == "command":
            is_one, says = True, _short_help(node)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            if node.targets[0].id == "command":
                is_one = True
            elif node.targets[0].id == "READERS":
                readers = tuple(ast.literal_eval(node.value))
            elif node.targets[0].id == "SHORT_HELP":
                says = str(ast.literal_eval(node.value))
    return CommandInfo(name, says, readers) if is_one else None


def _short_help(function: ast.FunctionDef) -> str:
    """Return the `short_help` of its decorator, or else the first paragraph of its docstring."""
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call):
            for argument in decorator.keywords:
                if argument.arg == "short_help" and isinstance(argument.value, ast.Constant):
                    return str(argument.value.value)
    said = ast.get_docstring(function) or ""
    return " ".join(said.partition("\n\n")[0].split())
