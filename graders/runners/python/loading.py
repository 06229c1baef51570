"""Load a submission: a lone file, or the one that is called of a folder; its driver last."""

from __future__ import annotations

import _sitebuiltins
import builtins
import os
import sys
from types import ModuleType

import kata.board

from .answer import OWN_MODULE, own_folder
from .report import OUR_FOLDER, known_folders, source_lines

TYPE_CHECKING = False  # as typing has it, without the time to import typing

if TYPE_CHECKING:
    from typing import Any

globals()["__builtins__"] = dict(vars(builtins))  # looked up here, not where others patch
_modules = sys.modules
DRIVER_MODULE = "driver"
_TO_READ = os.O_RDONLY | getattr(os, "O_BINARY", 0)  # Windows ends a text at Ctrl-Z
board = (
    kata.board.Board.from_moves,
    {player.value: player for player in kata.board.Player},
    kata.board.Board.__eq__,
)
"""How boards are made, the players by name, and how boards are compared."""


def see_what_may_be_imported(message: dict[str, Any]) -> None:
    """Let the submission import what a candidate may.

    Processes that it starts find the same by the environment, and the submission itself by the
    name of its module, as `multiprocessing` wants it. That folder comes last and holds nothing
    else, so it hides nothing. A folder of files comes before what Python brings, as that of a
    script does.
    """
    library, packages, root = message["library"], message["packages"], message.get("root", "")
    first = import_folders(root, message["path"]) if root else []
    last = [] if root else [message["path"].rpartition("/")[0]]
    others = [path for path in sys.path if path]
    sys.path[:] = [library, *first, *others, *packages, *last]
    known_folders[:] = sys.path
    sys.argv[:] = [message["name"]]
    os.environ["PYTHONPATH"] = os.pathsep.join([library, *first, *packages, *last])


def offer_what_any_python_does() -> None:
    """Define the names that the module `site` would: it is left out to start sooner."""
    ends = "Ctrl-D (i.e. EOF)"
    vars(builtins).update(
        exit=_sitebuiltins.Quitter("exit", ends),
        quit=_sitebuiltins.Quitter("quit", ends),
        copyright=_sitebuiltins._Printer("copyright", sys.copyright),
        credits=_sitebuiltins._Printer("credits", "See https://www.python.org."),
        license=_sitebuiltins._Printer("license", "See https://www.python.org/psf/license/"),
        help=_sitebuiltins._Helper(),
    )


def read_source(message: dict[str, Any]) -> str:
    """Return the text of the submission and remember its lines for tracebacks."""
    with os.fdopen(os.open(message["path"], _TO_READ), encoding="utf-8-sig") as file:
        source = file.read()
    if "\0" in source:
        raise SyntaxError("it holds a NUL byte, so it is not source text")
    source_lines[message["name"]] = source.split("\n")
    return source


class Lines:
    """Hand out the submission's text to `linecache`: its path is not the name in its code."""

    def __init__(self, name: str) -> None:
        self._name = name

    def get_source(self, _: str) -> str:
        """Return the text, whatever module is asked for: there is but one."""
        return "\n".join(source_lines[self._name])


def driving(driver: dict[str, Any] | None) -> ModuleType | None:
    """Execute a driver beside the submission, and return it; None where the file needs none.

    The driver imports the submission by the name of its module. One of ours is no part of it: its
    lines stand in no traceback.
    """
    if driver is None:
        return None
    name = OUR_FOLDER + driver["name"] if driver["ours"] else driver["name"]
    if not driver["ours"]:
        source_lines[name] = driver["source"].split("\n")
    module = ModuleType(DRIVER_MODULE)
    module.__file__ = name
    vars(module)["__builtins__"] = builtins
    _modules[DRIVER_MODULE] = module
    exec(compile(driver["source"], name, "exec", dont_inherit=True), module.__dict__)
    return module


def load(message: dict[str, Any]) -> ModuleType:
    """Execute the submission as a module of its own and return it."""
    if root := message.get("root", ""):
        know_files(root, message["path"])
        return load_of_folder(root, message["path"], Lines(message["path"]))
    module = ModuleType(OWN_MODULE)
    module.__file__ = message["path"]
    vars(module)["__loader__"] = Lines(message["name"])
    vars(module)["__builtins__"] = builtins  # the real ones, as for any module, not our copy
    _modules[OWN_MODULE] = module
    try:
        code = compile(read_source(message), message["name"], "exec", dont_inherit=True)
    except (MemoryError, RecursionError):
        raise SyntaxError(TOO_DEEP) from None
    exec(code, module.__dict__)
    return module


_INIT = "__init__"
TOO_DEEP = "the code is nested too deep for Python's compiler"


def import_folders(root: str, path: str) -> list[str]:
    """Return where the files of a folder are imported from: beside the one that is called first.

    Then come the folders around that: in one of them its author ran it, or its package lies.
    """
    folders = path[len(root) + 1 :].split("/")[:-1]
    return ["/".join([root, *folders[:most]]) for most in range(len(folders), -1, -1)]


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
