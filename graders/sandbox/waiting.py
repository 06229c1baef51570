"""Tell whoever shows how far a run is what it waits for, where that takes long."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from types import TracebackType
from typing import NamedTuple

TOLD_AFTER_S = 2.0
"""Nobody is told of a shorter wait."""


class What(StrEnum):
    """Name what can be waited for that is not the submission's doing."""

    CORE = "core"
    BUBBLEWRAP = "bubblewrap"


class Awaited(NamedTuple):
    """Hold what is waited for, and for how many seconds at most."""

    what: What
    longest_s: float


Listener = Callable[[Awaited | None], None]
"""Called with what is waited for, in the thread that waits, and with None once that is over."""


def _nobody(awaited: Awaited | None) -> None:
    """Listen to nothing."""


_LISTENER: ContextVar[Listener] = ContextVar("_LISTENER", default=_nobody)


@contextmanager
def told_to(listener: Listener) -> Iterator[None]:
    """Have a listener told of each long wait of the work that is done inside, in this thread."""
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)


class Wait:
    """Be one wait: looked at now and then, and told of once it has taken long."""

    def __init__(self, what: What, longest_s: float) -> None:
        """Begin to wait."""
        self._awaited = Awaited(what, longest_s)
        self._listener = _LISTENER.get()
        self._due = time.monotonic() + TOLD_AFTER_S
        self._told = False

    def __enter__(self) -> Wait:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._told:
            self._listener(None)

    def look(self) -> None:
        """Tell of the wait where it is time to."""
        if not self._told and time.monotonic() >= self._due:
            self._told = True
            self._listener(self._awaited)
