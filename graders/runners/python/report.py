"""Write the exception that came out of a submission, without our frames and within a size."""

from __future__ import annotations

import builtins
import sys
from types import TracebackType

from .answer import MAX_SHOWN, type_name

globals()["__builtins__"] = dict(vars(builtins))  # looked up here, not where others patch

MAX_MESSAGE = 2000
MAX_FRAMES = 10
MAX_CAUSES = 3
_SYNTAX_ERRORS = (SyntaxError, IndentationError, TabError)
OUR_FOLDER = __file__.rpartition("/")[0] + "/"

source_lines: dict[str, list[str]] = {}
"""The lines of the submission, by the name that its frames carry."""


def report(error: BaseException) -> str:
    """Write an exception with its causes, much as Python does."""
    parts: list[str] = []
    seen: list[int] = []
    current: BaseException | None = error
    while current is not None and len(seen) < MAX_CAUSES and id(current) not in seen:
        seen.append(id(current))
        if parts:
            parts.append("\nand then:\n")
        parts.append(_one(current))
        hidden = current.__suppress_context__
        current = current.__cause__ or (None if hidden else current.__context__)
    return "\n".join(reversed(parts))


def place(error: BaseException) -> str:
    """Return the submission's own line that an exception came from, empty where there is none."""
    found = ""
    trace = error.__traceback__
    while trace is not None:
        lines = source_lines.get(trace.tb_frame.f_code.co_filename, [])
        if 0 < (number := trace.tb_lineno or 0) <= len(lines):
            found = f"line {number}: {lines[number - 1].strip()[:MAX_SHOWN]}"
        trace = trace.tb_next
    return found


def _one(error: BaseException) -> str:
    lines = [] if _is_unreadable(error) else _frames(error.__traceback__)
    name = type_name(type(error))
    try:
        text = str(error)
        text = text[:] if type(text) is str else ""
    except BaseException as trouble:
        text = f"(its text cannot be shown: str() raised {type_name(type(trouble))})"
    if isinstance(error, SyntaxError) and type(error) in _SYNTAX_ERRORS:
        lines.extend(_syntax_place(error))
        text = str(error.msg)
    if len(text) > MAX_MESSAGE:
        text = f"{text[:MAX_MESSAGE]}… ({len(text) - MAX_MESSAGE} more characters)"
    lines.append(f"{name}: {text}" if text else name)
    notes = getattr(error, "__notes__", None)
    if type(notes) is list:
        lines.extend([note[:MAX_SHOWN] for note in notes[:5] if type(note) is str])
    return "\n".join(lines)


def _frames(trace: TracebackType | None) -> list[str]:
    places: list[tuple[str, int, str]] = []
    while trace is not None:
        code = trace.tb_frame.f_code
        if not code.co_filename.startswith(OUR_FOLDER):
            places.append((code.co_filename, trace.tb_lineno or 0, code.co_name))
        trace = trace.tb_next
    lines = ["Traceback (most recent call last):"] if places else []
    for number, (file, line, name) in enumerate(places):
        if MAX_FRAMES <= number < len(places) - MAX_FRAMES:
            if number == MAX_FRAMES:
                lines.append(f"  … {len(places) - 2 * MAX_FRAMES} more calls …")
            continue
        lines.append(f'  File "{_short(file)}", line {line}, in {name[:MAX_SHOWN]}')
        source = source_lines.get(file, [])
        if 0 < line <= len(source):
            lines.append("    " + source[line - 1].strip()[:MAX_SHOWN])
    return lines


def _is_unreadable(error: BaseException) -> bool:
    """Tell whether the submission's own text is wrong: whose frames read it is of no interest."""
    if not isinstance(error, SyntaxError) or type(error) not in _SYNTAX_ERRORS:
        return False
    return type(error.filename) is str and error.filename in source_lines


def _syntax_place(error: SyntaxError) -> list[str]:
    if error.filename is None or error.lineno is None:
        return []
    lines = [f'  File "{_short(str(error.filename))}", line {error.lineno}']
    if _is_unreadable(error):
        lines = [f"{error.filename}, line {error.lineno}:"]
    if type(error.text) is str and len(error.text) < MAX_SHOWN:
        written = error.text.rstrip().expandtabs(4)
        lines.append("    " + written.lstrip())
        if type(error.offset) is int and error.offset > 0:
            before = len(error.text[: error.offset - 1].expandtabs(4))
            lines.append("    " + " " * (before - len(written) + len(written.lstrip())) + "^")
    return lines


def _short(file: str) -> str:
    if file in source_lines:
        return file
    library = file.find("/lib/python")
    if library >= 0:
        return file[library + 1 :]
    for folder in sys.path:
        if folder and file.startswith(folder + "/"):
            return file[len(folder) + 1 :]
    return file.rpartition("/")[2]
