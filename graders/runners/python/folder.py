"""Load one file of a folder by the name that the others import it by, and know them all."""

from __future__ import annotations

import builtins
import os
import sys
from types import ModuleType

from .answer import OWN_MODULE, own_folder
from .report import source_lines

globals()["__builtins__"] = dict(vars(builtins))  # looked up here, not where others patch

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from typing import Any

_modules = sys.modules
_INIT = "__init__"
TOO_DEEP = "the code is nested too deep for Python's compiler"
_TO_READ = os.O_RDONLY | getattr(os, "O_BINARY", 0)


def import_folders(root: str, path: str) -> list[str]:
    """Return where the files of a folder are imported from: beside the one that is called first."""
    return list(dict.fromkeys([path.rpartition("/")[0], root]))


def know_files(root: str, entry: str) -> None:
    """Remember the lines of each file, by the path that its frames carry, for tracebacks."""
    own_folder[:] = [root + "/", entry]
    for folder, _, names in os.walk(root):
        for name in names:
            if name.endswith(".py"):
                path = f"{folder}/{name}".replace(os.sep, "/")
                source_lines[path] = read_text(path).split("\n")


def read_text(path: str) -> str:
    """Return the text of a file as Python reads it."""
    with os.fdopen(os.open(path, _TO_READ), encoding="utf-8-sig", errors="replace") as file:
        return file.read()


def load_of_folder(root: str, path: str, loader: Any) -> ModuleType:
    """Execute the file at `path` as the module that it is in its folder, and return it.

    The lines of all files are known already. The packages that it is in come first, and one of
    these may have imported it.
    """
    name, package = placed(root, path)
    parent = package if name != package else name.rpartition(".")[0]
    if parent:
        __import__(parent)
    found = _modules.get(name)
    if found is not None and getattr(found, "__file__", None) != path:
        if not package:
            name = OWN_MODULE  # another module has its name, which many may need
        found = None
    if found is None:
        found = _modules[name] = _fresh(name, package, path, loader)
        if parent:
            setattr(_modules[parent], name.rpartition(".")[2], found)
        try:
            code = compile(read_text(path), path, "exec", dont_inherit=True)
        except (MemoryError, RecursionError):
            raise SyntaxError(TOO_DEEP) from None
        exec(code, found.__dict__)
    _modules[OWN_MODULE] = found
    return found


def placed(root: str, path: str) -> tuple[str, str]:
    """Return the whole name of the module in a file, and that of its package, empty for none."""
    *folders, file = path[len(root) + 1 :].split("/")
    package: list[str] = []
    while folders and "/".join([root, *folders, f"{_INIT}.py"]) in source_lines:
        package.insert(0, folders.pop())
    stem = file.rpartition(".")[0] or file
    names = package if stem == _INIT and package else [*package, stem]
    return ".".join(names), ".".join(package)


def _fresh(name: str, package: str, path: str, loader: Any) -> ModuleType:
    module = ModuleType(name)
    module.__file__ = path
    module.__package__ = package
    if name == package:
        module.__path__ = [path.rpartition("/")[0]]
    vars(module)["__loader__"] = loader
    vars(module)["__builtins__"] = builtins  # the real ones, as for any module, not our copy
    return module
