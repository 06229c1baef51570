"""The languages of submissions as data, and what a sandbox has to run and show for each.

To add a language: a folder under `graders/runners/` with a runner that speaks the wire
(`docs/protocol.md`), and one entry in `LANGUAGES`.
"""

from __future__ import annotations

import json
import marshal
import os
import shutil
import sys
from collections.abc import Callable, Iterable
from functools import cache
from importlib.machinery import SourceFileLoader
from keyword import iskeyword
from pathlib import Path, PurePosixPath
from types import CodeType
from urllib.parse import quote

import msgspec
from msgspec.structs import replace

from graders import runners
from graders.channel.budget import PLACE, Allowed
from graders.model.limits import MIB, Limits
from graders.model.submission import Command, Speech, Submission
from graders.model.text import on_one_line
from graders.sandbox.interface import DATA_FACTOR, FOLDER, ROOT, Program, ReadOnlyPath, Words
from graders.sandbox.machine import LIBRARIES, interpreter, interpreter_files, interpreter_packages
from graders.sandbox.processes import ask_program
from kata import board

RUNNERS = PurePosixPath("runners")
LIBRARY = PurePosixPath("library")
NODE_MODULES = PurePosixPath("node_modules")
"""Where Node looks for what a file imports by name: above the folder of that file."""
DEFAULT_LIMITS = Limits()
_CONFINE = (
    "import gc, marshal, posix, sys; gc.disable(); carried = int(sys.argv.pop(2)); "
    "code, modules = marshal.loads(posix.read(carried, 1 << 30)); exec(code); "
    "install(sys.argv[1], modules); from runners import confine; confine.main()"
)
_UNCONFINED = (
    "import gc, marshal, sys; gc.disable(); carried = open(sys.argv.pop(2), 'rb'); "
    "code, modules = marshal.load(carried); carried.close(); exec(code); "
    "install(sys.argv[1], modules); gc.enable(); from runners import unconfined; unconfined.main()"
)
_FLAGS = ("-s", "-S", "-P", "-B", "-c")


class UnavailableError(ValueError):
    """What has to be installed for a language to be run here."""


class UnknownLanguageError(ValueError):
    """Which suffixes are known, where that of a file is not."""


class Tools(msgspec.Struct, frozen=True):
    """The words that start a language's interpreter, and the files to show in place."""

    words: Words = ()
    in_place: tuple[Path, ...] = ()


class Language(msgspec.Struct, frozen=True):
    """What running a submission in one language takes.

    A file without a suffix is in the language that has the empty one. `words` start its runner,
    which is found below `runners`, once the process is confined; `survey_words` start what
    answers a survey, where that is something else. `in_place` and `shown` are files and folders
    to show beside ours, and `address_space_factor` limits the address space to so many times the
    memory; where nothing is confined, what may be asked for is, to `data_factor` times it. One
    that `takes_packages` is shown the third-party packages that are allowed.
    `library` is the place of the folder that a submission imports from first. Where another
    interpreter than ours runs it, `tools` finds that one, within some limits: its words come first.
    Messages speak of names and values as `speech` says. `breakpoint` is the statement at which
    `kata try` stops; without one it runs no file of the language.
    """

    name: str
    suffixes: tuple[str, ...]
    words: Words
    speech: Speech
    breakpoint: str = ""
    survey_words: Words = ()
    in_place: tuple[Path, ...] = ()
    shown: tuple[ReadOnlyPath, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    address_space_factor: int | None = None
    data_factor: int = DATA_FACTOR
    takes_packages: bool = False
    library: PurePosixPath = LIBRARY
    tools: Callable[[Limits], Tools] = lambda limits: Tools()


_RESERVED = 32
"""Newer versions of Node.js reserve that much room in advance, for each worker that they start."""
_NODE_RUNNER: Words = (
    RUNNERS / "javascript" / "runner.mjs",
    NODE_MODULES / "kata" / "board.mjs",
)
Finder = Callable[[Limits], Tools]
"""What finds the tools for a language within some limits, or raises `UnavailableError`."""
LEAST = (20,)
LEAST_FOR_TYPES = (22, 18)
LEAST_FOR_A_PACKAGE = (20, 6)
TYPE_STRIPPER = "sucrase"
"""What leaves types out where Node.js is too old to do so: in JavaScript alone, no line moves."""
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
    """One Node.js: its real file, its version, and whether it leaves types out by itself.

    `in_place` are the files and folders that it needs beside the system's libraries.
    """

    file: Path
    version: tuple[int, ...]
    strips_types: bool
    in_place: tuple[Path, ...]

    @property
    def in_words(self) -> str:
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
    if node.strips_types and node.version >= LEAST_FOR_TYPES:
        return _tools(node, limits)
    package = _type_stripper(node)
    if node.version < LEAST_FOR_A_PACKAGE or package is None:
        raise UnavailableError(
            f"TypeScript needs Node.js 22.18 or newer, which leaves the types out by itself, and "
            f"there is {node.in_words}; install a newer one, or a package that leaves them out: "
            f"npm install --global {TYPE_STRIPPER}"
        )
    tools = _tools(node, limits)
    text = (runners_folder() / "javascript" / "types.mjs").read_text(encoding="utf-8")
    code = f"const PACKAGE = {json.dumps(str(package))};\n{text}"
    begin = f"--import=data:text/javascript,{quote(code)}"
    return Tools((*tools.words, begin), (*tools.in_place, package))


def _type_stripper(node: Node) -> Path | None:
    """Return where a package lies that leaves types out, with all that it needs below it."""
    folders = [Path(each) for each in os.environ.get("NODE_PATH", "").split(os.pathsep) if each]
    prefixes = (node.file.parent.parent, Path("/usr/local"))
    folders += [prefix / "lib" / "node_modules" for prefix in prefixes]
    packages = (folder / TYPE_STRIPPER for folder in folders)
    return next((each.resolve() for each in packages if (each / "package.json").is_file()), None)


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


LANGUAGES: tuple[Language, ...] = (
    Language(
        "Python",
        suffixes=(".py", ""),
        words=("-m", "runners.python.runner"),
        speech=Speech.PYTHON,
        breakpoint="breakpoint()",
        environment=(
            ("PYTHONHASHSEED", "0"),
            ("PYTHONDONTWRITEBYTECODE", "1"),
            ("PYTHONUTF8", "1"),
        ),
        address_space_factor=32,
        takes_packages=True,
    ),
    Language(
        "JavaScript",
        suffixes=(".js", ".mjs", ".cjs"),
        words=_NODE_RUNNER,
        data_factor=_RESERVED,
        library=NODE_MODULES,
        tools=javascript,
        speech=Speech.JAVASCRIPT,
        breakpoint="debugger;",
    ),
    Language(
        "TypeScript",
        suffixes=(".ts", ".mts", ".cts"),
        words=_NODE_RUNNER,
        data_factor=_RESERVED,
        library=NODE_MODULES,
        tools=typescript,
        speech=Speech.JAVASCRIPT,
        breakpoint="debugger;",
    ),
)


def language_of(path: Path) -> Language:
    """Return the language of a source file, known by its suffix.

    Raises `UnknownLanguageError` with the suffixes that are known.

    >>> language_of(Path("mine.py")).name
    'Python'
    """
    suffix = path.suffix.lower()
    for language in LANGUAGES:
        if suffix in language.suffixes:
            return language
    known = ", ".join(
        f"{', '.join(filter(None, language.suffixes))} ({language.name})" for language in LANGUAGES
    )
    raise UnknownLanguageError(
        f"no language has the suffix {on_one_line(suffix)}; known are {known}"
    )


def can_be_tried(path: Path) -> bool:
    """Tell whether `kata try` can run a file, or a folder, whose files only a sandbox tells.

    >>> can_be_tried(Path("mine.py")), can_be_tried(Path("a folder"))
    (True, True)
    """
    try:
        return bool(language_of(path).breakpoint)
    except UnknownLanguageError:
        return True


COMMAND = Language(
    "a program of its own",
    suffixes=(),
    words=("-m", "runners.command.runner"),
    speech=Speech.LINES,
)
"""What runs a submission that is a program: in no language that we have to know."""


def check_runs_here(path: Path, limits: Limits = DEFAULT_LIMITS) -> None:
    """Raise `UnavailableError` where this machine lacks what runs the language of a file."""
    language_of(path).tools(limits)


def language_for(submission: Submission) -> Language:
    """Return the language that a submission is run in, a program of its own too."""
    command = submission.command
    return language_of(submission.path) if command is None else of_command(command)


def program(
    submission: Submission,
    *,
    allowed: Iterable[Allowed] = (),
    surveying: bool = False,
    limits: Limits = DEFAULT_LIMITS,
) -> Program:
    """Return what a sandbox is to run and to show for a submission.

    Raises `UnavailableError` where this machine lacks what runs its language.
    """
    language = language_for(submission)
    tools = language.tools(limits)
    packages = [shown for each in allowed for shown in each.shown if language.takes_packages]
    return Program(
        name=_file_name(submission, language),
        source=submission.source,
        confinement=(str(interpreter()), *_FLAGS, _CONFINE, ROOT),
        unconfined=(str(interpreter()), *_FLAGS, _UNCONFINED, ROOT),
        words=(*tools.words, *((surveying and language.survey_words) or language.words)),
        shown=(
            ReadOnlyPath(runners_folder(), RUNNERS),
            ReadOnlyPath(kata_package(), language.library / "kata"),
            *language.shown,
            *packages,
        ),
        in_place=(*interpreter_files(), *tools.in_place, *language.in_place),
        hidden=tuple(map(PurePosixPath, interpreter_packages())),
        environment=language.environment,
        address_space_factor=language.address_space_factor,
        data_factor=language.data_factor,
        carried=compiled(),
        beside=tuple((file.name, file.content) for file in submission.beside),
    )


@cache
def compiled() -> bytes:
    """Return our modules that every sandbox imports, compiled once, as `runners.handed` has them.

    Nothing can be written inside, and often not beside the sources, so they would be compiled
    again for every case: 10 ms each.
    """
    ours, kata = runners_folder(), kata_package()
    found = {file: (RUNNERS / file.relative_to(ours).as_posix()) for file in ours.rglob("*.py")}
    found |= {file: LIBRARY / "kata" / file.name for file in kata.glob("*.py") if _named(file)}
    modules = {}
    for file, place in found.items():
        names = place.relative_to(LIBRARY) if LIBRARY in place.parents else place
        is_package = names.stem == "__init__"
        name = ".".join((names.parent if is_package else names.with_suffix("")).parts)
        modules[name] = (str(place), is_package, marshal.dumps(_code_of(file)))
    return marshal.dumps((_code_of(ours / "handed.py"), modules))


def _named(file: Path) -> bool:
    """Tell whether an import can name a module, which `-m` alone can of one called `try`."""
    return not iskeyword(file.stem)


def _code_of(file: Path) -> CodeType:
    """Return a module as it was compiled before, where it was; no place of ours stands in it."""
    code = SourceFileLoader(file.stem, str(file)).get_code(file.stem)
    if code is None:
        raise ImportError(f"{file} cannot be compiled")
    return _placed(code, file.name)


def _placed(code: CodeType, place: str) -> CodeType:
    held = (_placed(one, place) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_filename=place, co_consts=tuple(held))


def runners_folder() -> Path:
    """Return the folder with all that is ours beside a submission."""
    return Path(runners.__file__).resolve().parent


def root_of(submission: Submission) -> PurePosixPath | None:
    """Return the place of the folder that was handed in; None for a lone file."""
    return FOLDER if submission.files is not None else None


def package_places(program: Program) -> tuple[PurePosixPath, ...]:
    """Return the places to look for third-party packages in: one, where there are any."""
    shown = any(PLACE in shown.place.parents for shown in program.shown)
    return (PLACE,) if shown else ()


def kata_package() -> Path:
    """Return the folder of the package that candidates may import."""
    return Path(board.__file__).resolve().parent


def of_command(command: Command) -> Language:
    """Return what running a program takes: it is shown with its files, each in its own place.

    It finds other programs among these by their names alone, as it does in `/usr/bin` and `/bin`.
    """
    seen = tuple(dict.fromkeys((Path(command.words[0]), *command.shown)))
    folders = [str(path if path.is_dir() else path.parent) for path in seen]
    path = ":".join(dict.fromkeys(("/usr/bin", "/bin", *folders)))
    return replace(COMMAND, in_place=seen, environment=(("PATH", path),))


def _file_name(submission: Submission, language: Language) -> str:
    """Return the name of the file in the sandbox, whatever a lone one is called outside.

    It is also the name of the module that a lone file in Python is, so that processes which it
    starts can import it. The files of a folder import each other by the names that they have.
    """
    if submission.command is not None:
        return "submission.json"
    if submission.files is not None:
        return submission.name
    suffix = submission.path.suffix.lower()
    return f"submission{suffix or language.suffixes[0]}"
