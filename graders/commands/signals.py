"""What `kata` does before anything else: Ctrl-C and SIGTERM end it in good order, on any streams.

This module is loaded before everything else, so it imports next to nothing.
"""

from __future__ import annotations

import atexit
import contextlib
import io
import os
import signal
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import TextIO

from graders.model.exit_codes import INTERRUPTED, TERMINATED

_CODES = {signal.SIGINT: INTERRUPTED, signal.SIGTERM: TERMINATED}
_came: list[int] = []
"""The exit codes for the signals that ended work in this process, the latest last."""
_ACCESS = {0: os.O_RDONLY, 1: os.O_RDONLY, 2: os.O_WRONLY}
"""How what the caller has closed is opened: empty, not to be written to, and to no avail."""


def end_at_once() -> None:
    """Let both signals end the process at once and in silence, as nothing has to be undone yet.

    What was ignored when the process was started stays ignored. At the very end of the process,
    when its exit code is settled, both are.
    """
    atexit.register(_settle)  # the first to be registered, so the last to be called
    for number, code in _CODES.items():
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end_with(code))


def _settle() -> None:
    """Keep the exit code, whatever comes now.

    Python would kill itself with SIGINT where one had come while it ran some text as code, as a
    library may to make classes, though that was handled long ago.
    """
    for number in _CODES:
        signal.signal(number, signal.SIG_IGN)
    if has_come():
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
        os._exit(last_code())


def _end_with(code: int) -> Callable[[int, FrameType | None], None]:
    def end(number: int, frame: FrameType | None) -> None:
        os._exit(code)

    return end


@contextlib.contextmanager
def as_interrupts() -> Iterator[Callable[[], int]]:
    """Let both signals raise `KeyboardInterrupt`, so that everything is cleaned up and reported.

    Yields a function that returns the exit code for the signal that came last.
    """
    _came.clear()
    before = {}
    try:
        for number in _CODES:
            if signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, _interrupt)
        yield last_code
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(number: int, frame: FrameType | None) -> None:
    _came.append(_CODES[signal.Signals(number)])
    raise KeyboardInterrupt


def last_code() -> int:
    """Return the exit code for the signal that came last."""
    return _came[-1] if _came else INTERRUPTED


def has_come() -> bool:
    return bool(_came)


def prepare_streams() -> None:
    """Fill the places of streams that were closed; write out what an encoding does not have.

    A closed place would go to the next file that is opened, of whoever. To write to stdout where
    it was closed fails as the system has it: what is printed there is lost, and the caller is
    to know. What was to be said on stderr is lost in silence.
    """
    closed = [place for place in _ACCESS if _is_closed(place)]
    for place in closed:  # in order: each takes the lowest number that is free, its own
        os.open(os.devnull, _ACCESS[place])
        os.set_inheritable(place, True)
    if 1 in closed or sys.stdout is None:
        sys.stdout = _writer(1)
    if 2 in closed or sys.stderr is None:
        sys.stderr = _writer(2)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _is_closed(place: int) -> bool:
    try:
        os.fstat(place)
    except OSError:
        return True
    return False


def _writer(place: int) -> TextIO:
    return open(place, "w", encoding="utf-8", closefd=False)
