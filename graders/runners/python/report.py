"""Describe the exception that came out of the submission, without our frames and within a size.

Everything is written as JSON, field by field; `graders.channel.wire` reads it.
"""

from __future__ import annotations

import builtins
import sys

from .answer import MAX_SHOWN, quoted, type_name

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any

globals()["__builtins__"] = dict(vars(builtins))  # looked up here, not where others patch

MAX_MESSAGE = 2000
MAX_FRAMES = 10
MAX_CAUSES = 3
MAX_NOTES = 5
_MOST = (1 << 31) - 1
_SYNTAX_ERRORS = (SyntaxError, IndentationError, TabError)
OUR_FOLDER = __file__.rpartition("/")[0] + "/"

source_lines: dict[str, list[str]] = {}
"""The lines of the submission, by the name that its frames carry."""


def exceptions(error: BaseException) -> str:
    """Write an exception and those that led to it, as a list with the latest first."""
    parts: list[str] = []
    seen: list[int] = []
    current: BaseException | None = error
    while current is not None and len(seen) < MAX_CAUSES and id(current) not in seen:
        seen.append(id(current))
        parts.append(_one(current))
        cause, hidden = current.__cause__, current.__suppress_context__
        current = cause if cause is not None or hidden else current.__context__
    return "[" + ",".join(parts) + "]"


def only_named(name: str) -> str:
    """Write an exception of which nothing but the name of its type is told."""
    return _described(name, "", [], None)


def _one(error: BaseException) -> str:
    try:
        return _whole(error)
    except MemoryError:
        raise
    except BaseException:
        return only_named(type_name(type(error)))


def _whole(error: BaseException) -> str:
    kind = type(error)
    text, syntax = _message(error), "null"
    if kind in _SYNTAX_ERRORS:
        text, syntax = _plain(error.msg), _syntax_place(error)  # type: ignore[attr-defined]
    calls = _calls(error.__traceback__)
    own = next((call for call in reversed(calls) if _source(call)), None)
    if syntax != "null" and error.filename in source_lines:  # type: ignore[attr-defined]
        calls = []  # the submission's own text is wrong: whoever read it is of no interest
    number = error.errno if issubclass(kind, OSError) else None  # type: ignore[attr-defined]
    return _described(
        type_name(kind),
        text,
        calls,
        own,
        notes=_list([quoted(note) for note in _notes(error)]),
        syntax=syntax,
        errno=str(number) if type(number) is int and abs(number) <= _MOST else "null",
    )


def _described(
    name: str,
    text: str,
    calls: list[tuple[str, int, str]],
    own: tuple[str, int, str] | None,
    *,
    notes: str = "[]",
    syntax: str = "null",
    errno: str = "null",
) -> str:
    left_out = max(0, len(calls) - 2 * MAX_FRAMES)
    if left_out:
        calls = calls[:MAX_FRAMES] + calls[-MAX_FRAMES:]
    return _object(
        type=quoted(name),
        message=quoted(text[:MAX_MESSAGE]),
        cut=str(max(0, len(text) - MAX_MESSAGE)),
        frames=_list([_frame(call) for call in calls]),
        left_out=str(left_out),
        own_line="null" if own is None else _frame(own),
        notes=notes,
        syntax=syntax,
        errno=errno,
    )


def _message(error: BaseException) -> str:
    try:
        return _plain(str(error))
    except MemoryError:
        raise
    except BaseException as trouble:
        return f"(its text cannot be shown: str() raised {type_name(type(trouble))})"


def _plain(text: Any) -> str:
    return text[:] if type(text) is str else ""


def _notes(error: BaseException) -> list[str]:
    notes = getattr(error, "__notes__", None)
    if type(notes) is not list:
        return []
    return [note[:MAX_SHOWN] for note in notes[:MAX_NOTES] if type(note) is str]


def _calls(trace: TracebackType | None) -> list[tuple[str, int, str]]:
    """Return file, line and function of every call that is not ours."""
    calls: list[tuple[str, int, str]] = []
    while trace is not None:
        code = trace.tb_frame.f_code
        if not code.co_filename.startswith(OUR_FOLDER):
            calls.append((code.co_filename, max(0, trace.tb_lineno or 0), code.co_name))
        trace = trace.tb_next
    return calls


def _source(call: tuple[str, int, str]) -> str:
    """Return the line of a call where it is the submission's own."""
    file, line, _ = call
    lines = source_lines.get(file, [])
    return lines[line - 1].strip()[:MAX_SHOWN] if 0 < line <= len(lines) else ""


def _frame(call: tuple[str, int, str]) -> str:
    file, line, function = call
    return _object(
        file=quoted(_short(file)),
        line=str(line),
        function=quoted(function[:MAX_SHOWN]),
        source=quoted(_source(call)),
    )


def _syntax_place(error: Any) -> str:
    if type(error.filename) is not str or type(error.lineno) is not int:
        return "null"
    written = type(error.text) is str and len(error.text) < MAX_SHOWN
    counted = written and type(error.offset) is int and 0 < error.offset <= _MOST
    return _object(
        file=quoted(_short(error.filename)),
        line=str(min(max(0, error.lineno), _MOST)),
        text=quoted(error.text.rstrip()) if written else '""',
        offset=str(error.offset) if counted else "null",
    )


def _short(file: str) -> str:
    if file in source_lines:
        return file[:MAX_SHOWN]
    library = file.find("/lib/python")
    if library >= 0:
        return file[library + 1 :][:MAX_SHOWN]
    for folder in sys.path:
        if folder and file.startswith(folder + "/"):
            return file[len(folder) + 1 :][:MAX_SHOWN]
    return file.rpartition("/")[2][:MAX_SHOWN]


def _object(**fields: str) -> str:
    return "{" + ",".join([f'"{name}":{value}' for name, value in fields.items()]) + "}"


def _list(items: list[str]) -> str:
    return "[" + ",".join(items) + "]"
