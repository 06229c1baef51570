"""Hold Ctrl-C and SIGTERM back while a sandbox is open, so that none falls between two steps.

Signals reach the main thread alone; in any other, a `Cancellation` takes their place.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar

Check = Callable[[], None]
"""Raise `InterruptedWorkError` where a signal has come; to be called wherever time is spent."""


class InterruptedWorkError(BaseException):
    """End the work inside `interrupts_deferred`; it never gets out of there."""


class Cancellation:
    """Let one thread end the work of another in good order, as Ctrl-C does in the main thread.

    Work is ended where a signal would be acted on: `KeyboardInterrupt` is raised there, once.
    """

    def __init__(self) -> None:
        self._asked = threading.Event()
        self._told = False

    def cancel(self) -> None:
        """Ask for the end of the work, from any thread; before it has begun, too."""
        self._asked.set()

    @property
    def was_asked(self) -> bool:
        """Tell whether the end was asked for, so that what the work returned is not the whole."""
        return self._asked.is_set()

    @property
    def is_due(self) -> bool:
        """Tell whether the end was asked for, and the work does not know yet."""
        return self._asked.is_set() and not self._told

    def tell(self) -> None:
        """Raise `KeyboardInterrupt` where it is due; to be called by the work itself."""
        if self.is_due:
            self._told = True
            raise KeyboardInterrupt

    @contextmanager
    def may_end(self) -> Iterator[None]:
        """Let the work that is done inside, in this thread, be ended."""
        token = _CANCELLATION.set(self)
        try:
            yield
        finally:
            _CANCELLATION.reset(token)


_CANCELLATION: ContextVar[Cancellation | None] = ContextVar("_CANCELLATION", default=None)


def unchecked() -> None:
    """Check for nothing."""


@contextmanager
def interrupts_deferred() -> Iterator[Check]:
    """Note signals instead of acting on them; act on them once everything is cleaned up.

    Yields a function that ends the body early once a signal has been noted. Signals that are
    ignored stay ignored. Threads other than the main one get none, but may have a `Cancellation`.
    """
    noted: list[signal.Signals] = []
    cancellation = _CANCELLATION.get()

    def check() -> None:
        if noted or (cancellation is not None and cancellation.is_due):
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
        if cancellation is not None:
            cancellation.tell()
