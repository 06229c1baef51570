"""Load the submission as a module, with what it may import and what any Python offers."""

from __future__ import annotations

import _sitebuiltins
import builtins
import os
import sys
from types import ModuleType

import kata.board

from .answer import OWN_MODULE
from .folder import TOO_DEEP, import_folders, know_files, load_of_folder
from .report import OUR_FOLDER, known_folders, source_lines

globals()["__builtins__"] = dict(vars(builtins))  # looked up here, not where others patch

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from typing import Any

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
        """Hold the name that its code carries."""
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
