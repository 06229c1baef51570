"""Look at a file in the sandbox: what it defines, and what comes of expressions on it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import Annotated

import msgspec
from msgspec import Meta
from msgspec.structs import replace

import graders.runners
from graders.channel.budget import Settings
from graders.channel.languages import language_for
from graders.channel.session import run_session
from graders.model.raised import Raised
from graders.model.request import Call, Construct, Earlier, Session, SessionOutcome
from graders.model.submission import DRIVER, Driver, Origin, Speech, Submission

MOST_SESSIONS = 40
"""So many times is a file loaded at most, to find out how it is played."""
CAP_S = 2.0
_LOOKS = {Speech.PYTHON: "python/drivers/look.py", Speech.JAVASCRIPT: "javascript/drivers/look.mjs"}
_HALF_A_PAIR = re.compile("[\ud800-\udfff]")
Name = Annotated[str, Meta(pattern=r"^[\w$]{1,80}$")]
"""A name of a submission: it is written into a driver, so it can be nothing else."""
_Names = Annotated[list[Name], Meta(max_length=500)]


class Parameter(msgspec.Struct, frozen=True, array_like=True):
    """One parameter; `annotation` is `*` where it can be given by name alone."""

    name: Annotated[str, Meta(pattern=r"^[\w$]{0,80}$")]
    is_needed: bool
    annotation: Annotated[str, Meta(max_length=200)] = ""


_Parameters = Annotated[tuple[Parameter, ...], Meta(max_length=50)]


class Class(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A class: what it is made with, what it has, and of which classes its attributes are.

    `members` are those of an enum.
    """

    name: Name
    abstract: bool
    members: _Names
    init: _Parameters
    methods: Annotated[tuple[tuple[Name, _Parameters], ...], Meta(max_length=500)]
    attributes: _Names
    made: Annotated[tuple[tuple[Name, str], ...], Meta(max_length=500)]

    @property
    def bare(self) -> Iterator[str]:
        """Yield the members that are read without arguments, as they are written."""
        yield from (name for name in self.attributes if name not in dict(self.methods))
        for name, parameters in self.methods:
            if not any(each.is_needed for each in parameters):
                yield f"{name}()"


class KeyboardRead(msgspec.Struct, frozen=True, array_like=True):
    function: Annotated[str, Meta(max_length=400)]
    file: str
    line: int


class Inspection(msgspec.Struct, frozen=True, array_like=True):
    classes: Annotated[tuple[Class, ...], Meta(max_length=200)]
    reading: Annotated[tuple[KeyboardRead, ...], Meta(max_length=10_000)]


class Evaluated(msgspec.Struct, frozen=True, array_like=True):
    kind: Annotated[str, Meta(max_length=10)]
    value: bool | int | Annotated[str, Meta(max_length=2000)] | list[list[str]] | None
    printed: Annotated[str, Meta(max_length=2000)] = ""

    @property
    def is_nothing(self) -> bool:
        """Tell whether it says no: nothing, false, or an exception."""
        return self.kind == "error" or self.value is None or self.value is False


class InspectionError(Exception):
    """Why a file cannot be looked at."""


def inspect(submission: Submission, settings: Settings) -> Inspection:
    """Return what a submission's texts define; raise `InspectionError` where they cannot be read.

    Nothing of a Python file is run for that. Of one in JavaScript what it exports is looked at.
    """
    files = [(submission.name, submission.source.decode("utf-8-sig"))]
    files += [
        (beside.name, beside.content.decode("utf-8-sig", "replace"))
        for beside in submission.beside
        if PurePosixPath(beside.name).suffix == submission.path.suffix
    ]
    speech = language_for(submission).speech
    looked_at = _with_look(submission, speech)
    if speech is Speech.PYTHON:
        assert looked_at.driver is not None
        looked_at = Submission(Path("look.py"), "look.py", looked_at.driver.source)
    steps = (Construct(DRIVER), Call("text", (files,), Earlier(0)))
    outcome = run_session(looked_at, Session(steps), 4 * CAP_S, settings)
    if len(outcome.calls) < 2 or isinstance(outcome.calls[1].fact, Raised):
        raise InspectionError(_why(outcome))
    try:
        return msgspec.json.decode(str(outcome.calls[1].value), type=Inspection)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise InspectionError(
            f"it has a class that no driver can be written for: {error}"
        ) from None


def _why(outcome: SessionOutcome) -> str:
    fact = outcome.calls[-1].fact if outcome.calls else outcome.fact
    if isinstance(fact, Raised):
        where = f", line {fact.own_line.line}" if fact.own_line is not None else ""
        return f"{fact.type}: {fact.message}{where}"[:300]
    return f"loading it ended with {outcome.event}"


class Dialect(msgspec.Struct, frozen=True):
    """How expressions are written in a language, where the two differ."""

    speech: Speech
    new: str = ""
    equals: str = "=="
    nothing: str = "None"

    def literal(self, seen: Evaluated) -> str | None:
        """Write a value as its language does; None for what has no such form."""
        if seen.kind == "enum":
            is_one = re.fullmatch(r"submission\.\w+\.\w+", str(seen.value))
            return str(seen.value) if is_one else None
        if seen.kind in ("text", "int", "bool") and isinstance(seen.value, str | int):
            if isinstance(seen.value, str) and _HALF_A_PAIR.search(seen.value):
                return None  # no file can hold it
            as_python = isinstance(seen.value, bool) and self.speech is Speech.PYTHON
            return repr(seen.value) if as_python else json.dumps(seen.value, ensure_ascii=False)
        return None

    def either(self, test: str, other: str) -> str:
        if self.speech is Speech.PYTHON:
            return f"(1 if {test} else 2 if {other} else 0)"
        return f"({test} ? 1 : {other} ? 2 : 0)"

    def kept(self, expression: str) -> str:
        return f"(said {':=' if self.speech is Speech.PYTHON else '='} {expression})"

    def call(self, name: str, arguments: Sequence[tuple[str, str]]) -> str:
        """Write a call; an argument has a name where others before it are left out."""
        if self.speech is Speech.PYTHON:
            return f"{name}({', '.join(f'{n}={value}' if n else value for n, value in arguments)})"
        return f"{self.new}{name}({', '.join(value for _, value in arguments)})"


PYTHON = Dialect(Speech.PYTHON)
JAVASCRIPT = Dialect(Speech.JAVASCRIPT, "new ", "===", "null")


class Evaluator:
    """A submission at hand to evaluate expressions on, in few sessions."""

    def __init__(self, submission: Submission, settings: Settings) -> None:
        speech = language_for(submission).speech
        self.dialect = PYTHON if speech is Speech.PYTHON else JAVASCRIPT
        self._submission = _with_look(submission, speech)
        self._settings = settings
        self.sessions = 0
        self.problem = ""
        """Why the file could not be loaded, if it could not."""

    def tell(
        self, games: Sequence[tuple[Sequence[tuple[str, str]], Sequence[str]]]
    ) -> list[list[Evaluated]]:
        """Begin each game with its named expressions, and return what its others give.

        A game in which the process dies gives nothing; the next has a process of its own.
        """
        told: list[list[Evaluated]] = []
        while len(told) < len(games) and self.sessions < MOST_SESSIONS and not self.problem:
            told += self._session(games[len(told) :])
        return told + [[] for _ in games[len(told) :]]

    def _session(
        self, games: Sequence[tuple[Sequence[tuple[str, str]], Sequence[str]]]
    ) -> list[list[Evaluated]]:
        self.sessions += 1
        steps: list[Construct | Call] = [Construct(DRIVER)]
        for named, expressions in games:
            steps.append(Call("begin", ([list(each) for each in named],), Earlier(0)))
            steps.append(Call("tell", (list(expressions),), Earlier(0)))
        outcome = run_session(self._submission, Session(tuple(steps)), CAP_S, self._settings)
        if not outcome.calls:
            self.problem = _why(outcome)
            return []
        told: list[list[Evaluated]] = []
        for at in range(1, len(outcome.calls), 2):
            began, *rest = outcome.calls[at : at + 2]
            if isinstance(began.fact, Raised):
                raised = Evaluated("error", f"{began.fact.type}: {began.fact.message}"[:200])
                told.append([raised])
            else:
                told.append(_read(rest[0].value) if rest else [])
        return told or [[]]


def _read(value: object) -> list[Evaluated]:
    try:
        return msgspec.convert(value, list[Evaluated])
    except msgspec.ValidationError:
        return []


def _with_look(submission: Submission, speech: Speech) -> Submission:
    path = Path(graders.runners.__file__).parent / _LOOKS[speech]
    return replace(submission, driver=Driver(Origin.KATA, path.name, path.read_bytes()))


def words_in_name(name: str) -> tuple[str, ...]:
    """Return the words of a name, in small letters, however it is spelled.

    >>> words_in_name("getCurrentPlayer()"), words_in_name("_player_1"), words_in_name("Connect4")
    (('get', 'current', 'player'), ('player', '1'), ('connect', '4'))
    """
    return tuple(word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", name))
