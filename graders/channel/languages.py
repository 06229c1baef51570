"""Hold the languages of submissions as data, and what a sandbox has to run and show for each.

To add a language: a folder under `graders/runners/` with a runner that speaks the wire
(`docs/protocol.md`), and one entry in `LANGUAGES`.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable
from functools import cache
from importlib.machinery import SourceFileLoader
from keyword import iskeyword
from pathlib import Path, PurePosixPath
from types import CodeType

import msgspec
from msgspec.structs import replace

from graders import runners
from graders.channel import nodejs
from graders.channel.allowed import PLACE, Allowed
from graders.channel.tools import Tools
from graders.model.limits import Limits
from graders.model.spelling import Speech
from graders.model.submission import Command, Submission
from graders.model.text import on_one_line
from graders.sandbox.interface import DATA_FACTOR, FOLDER, ROOT, Program, Shown, Words
from graders.sandbox.machine import interpreter, interpreter_files, interpreter_packages
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


class UnknownLanguageError(ValueError):
    """Say which suffixes are known, where that of a file is not."""


class Language(msgspec.Struct, frozen=True):
    """Hold what running a submission in one language takes.

    A file without a suffix is in the language that has the empty one. `words` start its runner,
    which is found below `runners`, once the process is confined; `survey_words` start what
    answers a survey, where that is something else. `in_place` and `shown` are files and folders
    to show beside ours, and `address_space_factor` limits the address space to so many times the
    memory; where nothing is confined, what may be asked for is, to `data_factor` times it. One
    that `takes_packages` is shown the third-party packages that are allowed.
    `library` is the place of the folder that a submission imports from first. Where another
    interpreter than ours runs it, `tools` finds that one, within some limits: its words come first.
    Messages speak of names and values as `speech` says.
    """

    name: str
    suffixes: tuple[str, ...]
    words: Words
    survey_words: Words = ()
    in_place: tuple[Path, ...] = ()
    shown: tuple[Shown, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()
    address_space_factor: int | None = None
    data_factor: int = DATA_FACTOR
    takes_packages: bool = False
    library: PurePosixPath = LIBRARY
    tools: Callable[[Limits], Tools] = lambda limits: Tools()
    speech: Speech = Speech.PYTHON


_RESERVED = 32
"""Newer versions of Node.js reserve that much room in advance, for each worker that they start."""

_NODE_RUNNER: Words = (
    RUNNERS / "javascript" / "runner.mjs",
    NODE_MODULES / "kata" / "board.mjs",
)

LANGUAGES: tuple[Language, ...] = (
    Language(
        "Python",
        suffixes=(".py", ""),
        words=("-m", "runners.python.runner"),
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
        tools=nodejs.javascript,
        speech=Speech.JAVASCRIPT,
    ),
    Language(
        "TypeScript",
        suffixes=(".ts", ".mts", ".cts"),
        words=_NODE_RUNNER,
        data_factor=_RESERVED,
        library=NODE_MODULES,
        tools=nodejs.typescript,
        speech=Speech.JAVASCRIPT,
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
            Shown(_runners_folder(), RUNNERS),
            Shown(kata_package(), language.library / "kata"),
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
    ours, kata = _runners_folder(), kata_package()
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


def _runners_folder() -> Path:
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
