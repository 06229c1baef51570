"""What a file defines in place of what is wanted, and what may have been meant."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice

import msgspec

from graders.model.outcome import NothingToCall, Stage
from graders.model.raised import Frame, Raised
from graders.model.submission import Modules, Speech, names_spelled, spelled
from graders.model.text import on_one_line

MOST_NAMES_LISTED = 20
_MOST_COMPARED = 2000
"""Names that are held against what is expected: so many take 0.1 s, and a file may have 100,000."""
_NAMELESS = "default"
"""How the default export of a module in JavaScript is called that has no name of its own."""


class SpellingStyle(msgspec.Struct, frozen=True):
    """How a file spells names, and how it hands over what it defines."""

    speech: Speech = Speech.PYTHON
    modules: Modules = Modules.ES


def nothing_to_call(nothing: NothingToCall) -> str:
    """Say what was found in a loaded file, what was expected, and what may have been meant."""
    name = spelled(nothing.function, nothing.speech)
    expected = nothing.expects.replace(nothing.function, name) or f"a function {name}"
    expected = names_spelled(expected, nothing.speech)
    if nothing.found:
        found = " and ".join(_entry(name) for name in nothing.found)
        beside = name in nothing.found  # a function, and a class that it does not use
        advice = "; let the function use the class, or rename one of them" if beside else ""
        return f"found {found}; expected only one of them: {expected}{advice}"
    found = ", ".join(nothing.names[:MOST_NAMES_LISTED]) or "nothing that can be called"
    others = [nothing.otherwise] if nothing.otherwise else []
    manner = SpellingStyle(nothing.speech, nothing.modules)
    return nothing_found(found, [(name, expected)], nothing.names, manner, others)


def _entry(name: str) -> str:
    owner, _, method = name.rpartition(".")
    return f"the class {owner} with its method {method}" if owner else f"the function {name}"


def nothing_found(
    found: str,
    expected: Sequence[tuple[str, str]],
    names: Collection[str],
    manner: SpellingStyle = SpellingStyle(),
    others: Sequence[tuple[str, str]] = (),
) -> str:
    """Say which of `names` may be meant, and what was expected, each with the name to define.

    A method is among the names as `Class.method`. A file in Python may define one of the `others`
    instead, each with what it is: that is said where nothing else was meant.

    >>> nothing_found("f", [("solution", "a function solution(rows)")], ["Game.solution"])
    'found f; expected a function solution(rows); solution has to be a function of the module'
    >>> nothing_found("solve", [("solver", "a function solver()")], ["solve"])
    'was solve meant to be solver? found solve; expected a function solver()'
    """
    guess = "".join(f"{each} " for each in _guesses(expected, names))
    words = f"{guess}found {found}; expected {'; or '.join(text for _, text in expected)}"
    if manner.speech is Speech.JAVASCRIPT:
        return words + _meant_in_javascript(expected, names, manner.modules)
    meant = _meant(expected, names)
    if not meant and not guess:
        meant = "".join(_renamed(name, what, names) for name, what in others)
    return words + meant


def _meant(expected: Sequence[tuple[str, str]], names: Collection[str]) -> str:
    words = ""
    for name, _ in expected:
        if any(each.endswith(f".{name}") for each in names):
            words += f"; {name} has to be a function of the module"
        elif name in names:
            words += f"; {name} has to be a function, and is none"
    return words


def _guesses(expected: Sequence[tuple[str, str]], names: Collection[str]) -> Iterator[str]:
    """Ask of each name that is not there whether one much like it was meant to be it."""
    for name, _ in expected:
        is_there = any(each.rpartition(".")[2] == name for each in names)
        if not is_there and (close := _closest(name, names)):
            yield f"was {close} meant to be {name}?"


def _meant_in_javascript(
    expected: Sequence[tuple[str, str]], names: Collection[str], modules: Modules
) -> str:
    if set(names) == {_NAMELESS}:
        functions = [f"`{name}`" for name, _ in expected if name[0].islower()]
        return f"; what is exported has no name: name it {' or '.join(functions)}"
    words = ""
    for name, _ in expected:
        if name in names or any(each.endswith(f".{name}") for each in names):
            words += f"; {name} has to be exported: {_exporting(name, names, modules)}"
    return words


def _exporting(name: str, names: Collection[str], modules: Modules) -> str:
    if modules is Modules.ES:
        return "write `export` before what defines it"
    owners = [each.partition(".")[0] for each in names if each.endswith(f".{name}")]
    return f"add `module.exports = {{ {name if name in names else owners[0]} }}`"


def _renamed(name: str, what: str, names: Collection[str]) -> str:
    """Say how to rename what has a longer name; nothing where there is none.

    >>> _renamed("agent", "a Kaggle agent", ["my_agent", "score"])
    '; a Kaggle agent is accepted under the name agent: rename my_agent'
    >>> _renamed("agent", "a Kaggle agent", ["Mine.agent"])
    '; a Kaggle agent is accepted under the name agent; let it be a function of the module'
    """
    accepted = f"; {what} is accepted under the name {name}"
    if any(each.endswith(f".{name}") for each in names):
        return f"{accepted}; let it be a function of the module"
    longer = [each for each in names if "." not in each and _is_longer(_normalised(each), name)]
    if not longer:
        return ""
    return f"{accepted}: rename {longer[0]}" if len(longer) == 1 else accepted


def _is_longer(given: str, name: str) -> bool:
    return given != name and (given.startswith(name) or given.endswith(name))


def _closest(name: str, names: Iterable[str]) -> str:
    compared = islice(names, _MOST_COMPARED)
    plain = {_normalised(each): each.rpartition(".")[2] for each in compared}
    close = difflib.get_close_matches(_normalised(name), plain, n=1, cutoff=0.7)
    return plain[close[0]] if close else ""


def _normalised(name: str) -> str:
    return name.rpartition(".")[2].replace("_", "").lower()


LONGEST_WORDS = 300
MOST_REPEATS = 3
MOST_ROWS = 10  # of a board as a message draws it; what is taller is none of the kata's
_COLUMN_NUMBERS = "0123456789"


def raised(exception: Raised, stage: Stage = Stage.CALL) -> str:
    """Put a crash in words: the exception that came out of a call, or kept a file from loading.

    Of a file that cannot be parsed it shows the place.
    """
    if stage is Stage.CALL:
        return exception_in_one_line(exception)
    if exception.frames:
        of_driver = exception.own_line is not None and exception.own_line.is_of_driver
        which = "its driver" if of_driver else "the file"
        return f"{which} cannot be imported: {exception_in_one_line(exception)}"
    return traceback(exception)


def exception_in_one_line(exception: Raised) -> str:
    r"""Return the exception in one line, with the submission's own line that it came from.

    >>> from graders.model.raised import Frame
    >>> line = Frame("mine.py", 12, "f", "")
    >>> exception_in_one_line(Raised("ValueError", "no\nmore", own_line=line))
    'ValueError: no (line 12)'
    """
    words = on_one_line(headline(exception))
    if len(words) > LONGEST_WORDS:
        words = f"{words[:LONGEST_WORDS]}…"
    words = words or "it raised an exception"
    return f"{words} ({exception.own_line.place})" if exception.own_line else words


def first_line(message: str) -> str:
    """Find the first line of a message that says anything."""
    return next((line.strip() for line in message.splitlines() if line.strip()), "")


def headline(exception: Raised) -> str:
    """Return type and first line of the message, as long as they are."""
    said = first_line(exception.message)
    return f"{exception.type}: {said}" if said else exception.type


def traceback(exception: Raised) -> str:
    """Write an exception and those that led to it, much as Python does."""
    parts = [_traceback_of_one(exception)]
    cause = exception.cause
    while cause is not None:
        parts = [_traceback_of_one(cause), "\nand then:\n", *parts]
        cause = cause.cause
    return "\n".join(parts)


def board_when_raised(exception: Raised) -> tuple[str, ...]:
    r"""Return the rows of the board that ends a message; of several in a chain the first raised.

    >>> board_when_raised(Raised("ColumnFullError", "column 0 is full\nR..\n012"))
    ('R..',)
    """
    if exception.cause is not None and (rows := board_when_raised(exception.cause)):
        return rows
    *rest, numbers = exception.message.splitlines() or [""]
    if not numbers or not _COLUMN_NUMBERS.startswith(numbers):
        return ()
    rows = ()
    while rest and len(rest[-1]) == len(numbers) and set(rest[-1]) <= {*"RY."}:
        if len(rows) == MOST_ROWS:  # a stranger's message may go on for thousands of lines
            return ()
        rows = (rest.pop(), *rows)
    return rows


def has_frames(exception: Raised) -> bool:
    """Tell whether a traceback of the exception shows where it came from."""
    return bool(exception.frames) or (exception.cause is not None and has_frames(exception.cause))


def _traceback_of_one(exception: Raised) -> str:
    lines = [*_frames(exception), *_syntax_place(exception)]
    text = exception.message
    if exception.cut:
        text = f"{text}… ({exception.cut} more characters)"
    name = exception.type or "an exception without a name"
    lines.append(f"{name}: {text}" if text else name)
    return "\n".join([*lines, *exception.notes])


def _frames(exception: Raised) -> list[str]:
    if not exception.frames:
        return []
    lines = ["Traceback (most recent call last):"]
    if not exception.left_out:
        return [*lines, *_calls(exception.frames)]
    middle = len(exception.frames) // 2
    first, last = exception.frames[:middle], exception.frames[middle:]
    return [*lines, *_calls(first), f"  … {exception.left_out} more calls …", *_calls(last)]


def _calls(frames: Sequence[Frame]) -> Iterable[str]:
    for frame, same in itertools.groupby(frames):
        repeats = len(list(same))
        for _ in range(min(repeats, MOST_REPEATS)):
            yield f'  File "{frame.file}", line {frame.line}, in {frame.function}'
            if frame.source:
                yield f"    {frame.source}"
        if repeats > MOST_REPEATS:
            more = repeats - MOST_REPEATS
            yield f"  [Previous line repeated {more} more time{'s' if more > 1 else ''}]"


def _syntax_place(exception: Raised) -> list[str]:
    place = exception.syntax
    if place is None:
        return []
    lines = [f"{place.file}, line {place.line}:"]
    if exception.frames:
        lines = [f'  File "{place.file}", line {place.line}']
    if place.text:
        written = place.text.rstrip().expandtabs(4)
        indented = len(written) - len(written.lstrip())
        lines.append(f"    {written.lstrip()}")
        if place.offset:
            before = len(place.text[: place.offset - 1].expandtabs(4))
            lines.append(f"    {' ' * (before - indented)}^")
    return lines
