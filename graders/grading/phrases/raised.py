"""Say which exception came out of a submission, in one line or as Python shows it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from graders.model.outcome import Frame, Raised, Stage
from graders.model.text import on_one_line

LONGEST_WORDS = 300
MOST_REPEATS = 3


def raised(exception: Raised, stage: Stage = Stage.CALL) -> str:
    """Say which exception came out of a call; of a file that cannot be parsed, show the place."""
    if stage is Stage.CALL:
        return last_words(exception)
    if exception.frames:
        of_driver = exception.own_line is not None and exception.own_line.is_of_driver
        which = "its driver" if of_driver else "the file"
        return f"{which} cannot be imported: {last_words(exception)}"
    return traceback(exception)


def last_words(exception: Raised) -> str:
    r"""Return the exception in one line, with the submission's own line that it came from.

    >>> from graders.model.outcome import Frame
    >>> last_words(Raised("ValueError", "no\nmore", own_line=Frame("mine.py", 12, "f")))
    'ValueError: no (line 12)'
    """
    words = on_one_line(headline(exception))
    if len(words) > LONGEST_WORDS:
        words = f"{words[:LONGEST_WORDS]}…"
    words = words or "it raised an exception"
    return f"{words} ({exception.own_line.place})" if exception.own_line else words


def first_line(message: str) -> str:
    """Return the first line of a message that says anything."""
    return next((line.strip() for line in message.splitlines() if line.strip()), "")


def headline(exception: Raised) -> str:
    """Return type and first line of the message, as long as they are."""
    said = first_line(exception.message)
    return f"{exception.type}: {said}" if said else exception.type


def traceback(exception: Raised) -> str:
    """Write an exception and those that led to it, much as Python does."""
    parts = [_one(exception)]
    cause = exception.cause
    while cause is not None:
        parts = [_one(cause), "\nand then:\n", *parts]
        cause = cause.cause
    return "\n".join(parts)


def has_frames(exception: Raised) -> bool:
    """Tell whether a traceback of the exception shows where it came from."""
    return bool(exception.frames) or (exception.cause is not None and has_frames(exception.cause))


def _one(exception: Raised) -> str:
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
    """Write calls as Python does: of one that repeats itself, as in a recursion, the first few."""
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
