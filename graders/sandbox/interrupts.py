"""Hold Ctrl-C and SIGTERM back while a sandbox is open, so that none falls between two steps."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

Check = Callable[[], None]
"""Raise `InterruptedWorkError` where a signal has come; to be called wherever time is spent."""


class InterruptedWorkError(BaseException):
    """End the work inside `held_back`; it never gets out of there."""


def unchecked() -> None:
    """Check for nothing."""


@contextmanager
def held_back() -> Iterator[Check]:
    """Note signals instead of acting on them; act on them once everything is cleaned up.

    Yields a function that ends the body early once a signal has been noted. Signals that are
    ignored stay ignored, and threads other than the main one get none anyway.
    """
    noted: list[signal.Signals] = []

    def check() -> None:
        if noted:
            raise InterruptedWorkError

    handlers = {}
    try:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                handler = signal.getsignal(number)
                if handler not in (None, signal.SIG_IGN):
                    handlers[number] = handler
                    signal.signal(
                        number, lambda number, frame: noted.append(signal.Signals(number))
                    )
        with suppress(InterruptedWorkError):
            yield check
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for number in dict.fromkeys(noted):
            signal.raise_signal(number)
