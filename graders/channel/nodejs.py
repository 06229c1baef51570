"""Find the Node.js of this machine, which runs JavaScript, and TypeScript where it knows types."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec

from graders.channel.tools import Tools, UnavailableError
from graders.model.limits import MIB, Limits
from graders.model.text import on_one_line
from graders.sandbox.processes import ask_program

Finder = Callable[[Limits], Tools]
"""What finds the tools for a language within some limits, or raises `UnavailableError`."""

LEAST = (20,)
LEAST_FOR_TYPES = (22, 18)
_NAMES = ("node", "nodejs")
_STORES = ("/nix/store", "/gnu/store")
_READ_AT_START = Path("/usr/share/nodejs")
"""Where Debian keeps those parts of Node that are written in JavaScript."""
_INSTALL = (
    "install Node.js 20 or newer (https://nodejs.org, or the package nodejs), so that `node` is "
    "on the PATH"
)
_ABOUT_ITSELF = """
const fs = require("node:fs");
let maps = "";
try { maps = fs.readFileSync("/proc/self/maps", "utf8"); } catch { }
const mapped = maps.split("\\n").map((line) => line.slice(line.indexOf("/")));
console.log(JSON.stringify({
  file: fs.realpathSync(process.execPath),
  version: process.versions.node,
  strips: process.features.typescript === "strip" || process.features.typescript === "transform",
  libraries: [...new Set(mapped)].filter((path) => path.startsWith("/") && path.includes(".so")),
}));
"""


class Node(msgspec.Struct, frozen=True):
    """Hold one Node.js: its real file, its version, and whether it leaves types out by itself.

    `in_place` are the files and folders that it needs beside the system's libraries.
    """

    file: Path
    version: tuple[int, ...]
    strips_types: bool
    in_place: tuple[Path, ...]

    @property
    def in_words(self) -> str:
        """Return its version as it is written, and where it is."""
        return f"Node.js {'.'.join(map(str, self.version))} ({on_one_line(str(self.file))})"


def javascript(limits: Limits) -> Tools:
    """Return what runs JavaScript here; raise `UnavailableError` with what to install."""
    node = found()
    if node.version < LEAST:
        raise UnavailableError(f"JavaScript needs a newer Node.js than {node.in_words}; {_INSTALL}")
    return _tools(node, limits)


def typescript(limits: Limits) -> Tools:
    """Return what runs TypeScript here; raise `UnavailableError` with what to install."""
    node = found()
    if not node.strips_types or node.version < LEAST_FOR_TYPES:
        raise UnavailableError(
            f"TypeScript needs Node.js 22.18 or newer, which leaves the types out by itself, and "
            f"there is {node.in_words}; install a newer one, or hand in JavaScript"
        )
    return _tools(node, limits)


def found() -> Node:
    """Return the Node.js on the `PATH`, as it tells of itself; raise `UnavailableError`."""
    if sys.platform == "win32":
        raise UnavailableError(
            "JavaScript and TypeScript are not graded on Windows itself; grade the file in WSL"
        )
    paths = (shutil.which(name) for name in _NAMES)
    path = next(filter(None, paths), None)
    if path is None:
        raise UnavailableError(f"there is no Node.js here, which runs JavaScript; {_INSTALL}")
    return _asked(path, os.environ.get("PATH", ""))


@cache
def _asked(path: str, _: str) -> Node:
    """Ask a Node.js about itself, once for each `PATH`: it may be a shim that finds another."""
    try:
        told = json.loads(ask_program([path, "-e", _ABOUT_ITSELF]))
        file, libraries = Path(told["file"]), [Path(each) for each in told["libraries"]]
        version = tuple(int(part) for part in str(told["version"]).split("-")[0].split("."))
        return Node(file, version, bool(told["strips"]), _in_place(file, libraries))
    except (OSError, ValueError, KeyError, TypeError) as error:
        why = on_one_line(str(error))
        raise UnavailableError(f"{path} does not work: {why}; {_INSTALL}") from None


def _in_place(file: Path, libraries: list[Path]) -> tuple[Path, ...]:
    """Return what to show of this machine: the file, and what lies in no folder of libraries."""
    from graders.sandbox.bubblewrap import LIBRARIES  # noqa: PLC0415  # not for Python's sake

    system = tuple(map(Path, LIBRARIES))
    wanted = {file}
    wanted |= {each.parent for each in libraries if not any(s in each.parents for s in system)}
    if _READ_AT_START.is_dir() and Path("/usr/bin") in file.parents:
        wanted.add(_READ_AT_START)
    stores = {Path(store) for store in _STORES for each in wanted if Path(store) in each.parents}
    return tuple(sorted({each for each in wanted if not stores & set(each.parents)} | stores))


def _tools(node: Node, limits: Limits) -> Tools:
    """Return the words that start it.

    Its heap may grow to the memory that a submission may hold, no further: it would let garbage
    lie far beyond that. The parser that it carries shows itself only with `--expose-internals`.
    """
    words = [
        "--expose-internals",
        "--no-warnings",
        f"--max-old-space-size={limits.memory_bytes // MIB}",
    ]
    if (20, 10) <= node.version < (20, 19) or (21, 1) <= node.version < (22, 7):
        words.append("--experimental-detect-module")  # which the others do without being told
    return Tools((str(node.file), *words), node.in_place)
