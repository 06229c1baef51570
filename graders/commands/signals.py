"""Let Ctrl-C and SIGTERM end the `kata` command: at once, or in good order where work is begun.

This module is loaded before everything else, so it imports next to nothing.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from types import FrameType

INTERRUPTED = 130
TERMINATED = 143

_CODES = {signal.SIGINT: INTERRUPTED, signal.SIGTERM: TERMINATED}
_came: list[int] = []
"""The exit codes for the signals that ended work in this process, the latest last."""


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
    """Tell whether a signal has come since work was begun."""
    return bool(_came)
