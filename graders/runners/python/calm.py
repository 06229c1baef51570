"""Take back what a submission has done to the interpreter, so that its end can still be told."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # signal's own import takes a millisecond
import builtins
import sys

globals()["__builtins__"] = dict(vars(builtins))  # looked up here, not where others patch

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from typing import Any

_recursion_limit, _set_recursion_limit = sys.getrecursionlimit, sys.setrecursionlimit
_no_trace, _no_profile = sys.settrace, sys.setprofile
_handler, _handle = _signal.getsignal, _signal.signal
_timer: Any = getattr(_signal, "setitimer", None)  # Windows has none
_NUMBERS = tuple(range(1, _signal.NSIG))
_TIMERS = (_signal.ITIMER_REAL, _signal.ITIMER_VIRTUAL, _signal.ITIMER_PROF) if _timer else ()
_IGNORED = _signal.SIG_IGN
_ENOUGH = _recursion_limit()


def allow_for_our_own_calls() -> None:
    """Raise the recursion limit to what it was at first, where it has been lowered."""
    if _recursion_limit() < _ENOUGH:
        _set_recursion_limit(_ENOUGH)


def calm() -> None:
    """Stop what would raise in our own code: tracing, profiling, timers, handlers of signals."""
    _set_recursion_limit(_ENOUGH)
    _no_trace(None)
    _no_profile(None)
    for timer in _TIMERS:
        _timer(timer, 0)
    for number in _NUMBERS:
        if callable(_handler(number)):
            _handle(number, _IGNORED)
    _stop_monitoring()


def _stop_monitoring() -> None:
    monitoring: Any = getattr(sys, "monitoring", None)  # from Python 3.12 on
    for tool in range(6) if monitoring is not None else ():
        if monitoring.get_tool(tool) is not None:
            monitoring.set_events(tool, 0)
