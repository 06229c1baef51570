"""Describe the exception that came out of the submission, without our frames and within a size.

Everything is written as JSON, field by field; `graders.channel.wire` reads it.
"""

from __future__ import annotations

import builtins
import os

from ..plain_json import quoted
from .answer import MAX_SHOWN, own_folder, type_name

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
known_folders: list[str] = []
"""The folders that modules are imported from, without which their files are named."""

# A class of the submission's own may have other things by these names, which raise or lie.
_cause = vars(BaseException)["__cause__"].__get__
_context = vars(BaseException)["__context__"].__get__
_hides_context = vars(BaseException)["__suppress_context__"].__get__
_trace = vars(BaseException)["__traceback__"].__get__
_errno = vars(OSError)["errno"].__get__
_missing = vars(ImportError)["name"].__get__


def exceptions(error: BaseException) -> str:
    """Write an exception and those that led to it, as a list with the latest first."""
    parts: list[str] = []
    seen: list[int] = []
    current: BaseException | None = error
    while current is not None and len(seen) < MAX_CAUSES and id(current) not in seen:
        seen.append(id(current))
        parts.append(_one(current))
        current = _before(current)
    return "[" + ",".join(parts) + "]"


def _before(error: BaseException) -> BaseException | None:
    """Return the exception that led to this one."""
    cause: BaseException | None = _cause(error)
    if cause is not None or _hides_context(error):
        return cause
    context: BaseException | None = _context(error)
    return context


def was_refused(error: BaseException) -> bool:
    """Tell whether memory was refused: a `MemoryError`, and no `raise` of anybody's made it.

    One that was raised in the place of such a one counts too.
    """
    seen: list[int] = []
    current: BaseException | None = error
    while current is not None and len(seen) < MAX_CAUSES and issubclass(type(current), MemoryError):
        if id(current) in seen:
            break
        seen.append(id(current))
        if not _was_raised_by_hand(current):
            return True
        current = _context(current) or _cause(current)
    return False


def _was_raised_by_hand(error: BaseException) -> bool:
    """Tell whether the innermost call that the exception came through has just run a `raise`."""
    trace: TracebackType | None = _trace(error)
    if trace is None:
        return False
    while trace.tb_next is not None:
        trace = trace.tb_next
    try:
        from opcode import opmap  # noqa: PLC0415  # for exceptions of one kind only

        return trace.tb_frame.f_code.co_code[trace.tb_lasti] == opmap["RAISE_VARARGS"]
    except BaseException:
        return False


def _was_raised_by_own_hand(error: BaseException) -> bool:
    """Tell whether a `raise` in the submission's own files made it; an assert is none."""
    trace: TracebackType | None = _trace(error)
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or trace.tb_frame.f_code.co_filename not in source_lines:
        return False
    return _was_raised_by_hand(error) and not (type(error) is AssertionError and _asserts(trace))


def _asserts(trace: TracebackType) -> bool:
    """Tell whether the line that raised is one of an assert, by the source that holds it."""
    from _ast import Assert, PyCF_ONLY_AST, Raise  # noqa: PLC0415  # for errors of one kind only

    file, line = trace.tb_frame.f_code.co_filename, trace.tb_lineno or 0
    kinds: list[type] = []
    try:
        waiting: list[Any] = [compile("\n".join(source_lines[file]), file, "exec", PyCF_ONLY_AST)]
    except BaseException:  # there may be no room for it as deep as it was raised
        return True
    while waiting:
        node = waiting.pop()
        if type(node) in (Assert, Raise) and node.lineno <= line <= node.end_lineno:
            kinds.append(type(node))
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            waiting.extend(getattr(node, part, ()))
    return Assert in kinds and Raise not in kinds


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
    if own_folder:
        text = text.replace(own_folder[0], "")
    calls = _calls(_trace(error))
    own = next((call for call in reversed(calls) if _source(call)), None)
    if syntax != "null" and _plain(error.filename) in source_lines:  # type: ignore[attr-defined]
        calls = []  # the submission's own text is wrong: whoever read it is of no interest
    number = _errno(error) if issubclass(kind, OSError) else None
    missing = _missing(error) if issubclass(kind, ModuleNotFoundError) else None
    return _described(
        type_name(kind),
        text,
        calls,
        own,
        notes=_list([quoted(note) for note in _notes(error)]),
        syntax=syntax,
        errno=str(number) if type(number) is int and abs(number) <= _MOST else "null",
        by_hand="true" if _was_raised_by_own_hand(error) else "false",
        missing=quoted(missing[:MAX_SHOWN]) if type(missing) is str else "null",
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
    by_hand: str = "false",
    missing: str = "null",
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
        by_hand=by_hand,
        missing=missing,
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
    try:
        notes = getattr(error, "__notes__", None)
    except BaseException:
        return []
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
    beside = bool(own_folder) and file != own_folder[1] and file.startswith(own_folder[0])
    return _object(
        file=quoted(_short(file)),
        line=str(line),
        function=quoted(function[:MAX_SHOWN]),
        source=quoted(_source(call)),
        **({"beside": "true"} if beside else {}),
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
    if own_folder and file.startswith(own_folder[0]):
        return file[len(own_folder[0]) :][:MAX_SHOWN]
    if file in source_lines:
        return file[:MAX_SHOWN]
    file = file.replace("\\", "/") if os.sep == "\\" else file
    library = file.find("/lib/python")
    if library >= 0:
        return file[library + 1 :][:MAX_SHOWN]
    for known in known_folders:
        folder = known.replace("\\", "/") if os.sep == "\\" else known
        if folder and file.startswith(folder + "/"):
            return file[len(folder) + 1 :][:MAX_SHOWN]
    return file.rpartition("/")[2][:MAX_SHOWN]


def _object(**fields: str) -> str:
    return "{" + ",".join([f'"{name}":{value}' for name, value in fields.items()]) + "}"


def _list(items: list[str]) -> str:
    return "[" + ",".join(items) + "]"
