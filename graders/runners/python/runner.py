"""Run one Python submission and answer its grader, one JSON line a message.

This is the only code of ours in the submission's process, and the submission can reach all of
it: nothing here is a secret, nothing here decides. It imports `kata` and the standard library
only, and keeps hold of what it needs before the submission is loaded, so that a patched `json`
or `builtins` confuses nobody but the one who patched it. The messages are those of
`graders.channel.wire`.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]  # signal's own import takes a millisecond
import builtins
import os
import sys
from types import CoroutineType

from ..confine import WIRE_IN, WIRE_OUT
from ..connectx import configuration, observation
from ..plain_json import quoted
from .answer import Answer, UnsendableError
from .entries import Observed, called, entries, fitting, fitting_size, last_function, near_misses
from .line import Wire, names_as_json, texts_as_json
from .loading import (
    TOO_DEEP,
    board,
    driving,
    load,
    offer_what_any_python_does,
    read_source,
    see_what_may_be_imported,
)
from .report import exceptions, only_named, was_refused

TYPE_CHECKING = False  # as typing has it, without the time to import typing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import ModuleType
    from typing import Any

    from .entries import Entry

globals()["__builtins__"] = dict(vars(builtins))  # looked up here, not where others patch
WIRE_VERSION = 3
_leave = os._exit
_of_sys = vars(sys)
_TRIES = 3
_FAILED = 1


def answer_load(wire: Wire, message: dict[str, Any]) -> tuple[ModuleType | None, list[Entry]]:
    """Load the submission and say what was found in it; return it, and the entries to call."""
    see_what_may_be_imported(message)
    offer_what_any_python_does()
    try:
        module = load(message)
        name: str = message["function"]
        if not name:
            module = driving(message["driver"]) or module
            return answer_load_for_session(wire, module, message["names"]), []
        found = entries(module, name, message["as_method"])
        if not found and message["otherwise"]:
            found = entries(module, message["otherwise"], as_method=False)
        if not found and message["or_last"]:
            found = last_function(module)
        names = [] if len(found) == 1 else near_misses(module, name)
        _flush()
        wire.send(
            "loaded",
            found=names_as_json([name for name, _, _ in found]),
            names=names_as_json(names),
        )
    except BaseException as error:
        answer_error(wire, error, "")
        return None, []
    return module, found


def answer_load_for_session(wire: Wire, module: ModuleType, wanted: list[str]) -> ModuleType:
    """Say which of the names that a session needs there are; return the module."""
    found = [name for name in wanted if callable(vars(module).get(name))]
    missing = [name for name in wanted if name not in found]
    names = near_misses(module, missing[0]) if missing else []
    _flush()
    wire.send("loaded", found=names_as_json(found), names=names_as_json(names))
    return module


def answer_call(wire: Wire, entry: Entry, message: dict[str, Any]) -> None:
    """Call the entry once and say what came of it."""
    _, thing, is_class = entry

    def made(arguments: list[Any]) -> Any:
        if is_class:
            return called(thing, message["function"], arguments)
        return thing(*fitting(thing, message["arguments"], arguments))

    answer(wire, message, made)


def answer_step(wire: Wire, module: ModuleType, message: dict[str, Any], given: list[Any]) -> None:
    """Take one step of a session and say what came of it; keep what it gives in `given`."""
    number = len(given)
    given.append(None)

    def made(arguments: list[Any]) -> Any:
        if message["op"] == "construct":
            cls = vars(module)[message["name"]]
            given[number] = cls(*fitting_size(cls, arguments, message["usual"]))
            return None
        name = message["function"]
        on = module if message["on"] is None else given[message["on"]]
        if not hasattr(on, name):
            raise NotImplementedError(f"there is no {name}")
        given[number] = getattr(on, name)(*arguments)
        return given[number]

    answer(wire, message, made, given)


def answer(
    wire: Wire,
    message: dict[str, Any],
    made: Callable[[list[Any]], Any],
    given: Sequence[Any] = (),
) -> None:
    """Say what is made of the arguments of a message."""
    nonce: str = message["nonce"]
    boards: list[tuple[Any, Any]] = []
    try:
        nodes = message.get("arguments", ())
        value = made(wire.made(lambda of: [argument(each, boards, given) for each in of], nodes))
        allow_for_our_own_calls()
        text = "null" if value is None else Answer(message["max_chars"]).write(value)
        if type(value) is CoroutineType:
            value.close()  # or Python warns on stderr, about a line of ours
    except UnsendableError as limit:
        _flush()
        wire.send(limit.args[0], nonce=quoted(nonce), size=str(limit.args[1]))
    except BaseException as error:
        answer_error(wire, error, nonce)
    else:
        _flush()
        touched = "true" if changed(boards) else "false"
        wire.send("returned", nonce=quoted(nonce), value=text, board_changed=touched)


def answer_error(wire: Wire, error: BaseException, nonce: str) -> None:
    """Say which exception came out of the submission."""
    allow_for_our_own_calls()
    memory = "true" if was_refused(error) else "false"
    try:
        _flush()
        errors = exceptions(error)
    except MemoryError:
        errors = _NO_MEMORY
    wire.send("raised", nonce=quoted(nonce), errors=errors, memory=memory)


_NO_MEMORY = f"[{only_named('MemoryError')}]"


def argument(node: Any, boards: list[tuple[Any, Any]], given: Sequence[Any]) -> Any:
    """Build one argument from its wire form; keep each board beside an untouched twin."""
    if type(node) is list:
        return [argument(item, boards, given) for item in node]
    if type(node) is not dict:
        return node
    ((kind, inside),) = node.items()
    if kind == "step":
        return given[inside]
    if kind == "observation":
        return Observed(observation(inside))
    if kind == "configuration":
        return Observed(configuration(inside))
    if kind == "float":
        return float(inside)
    if kind == "rows":
        return [tuple(row) for row in inside]
    if kind == "tuple":
        return tuple([argument(item, boards, given) for item in inside])
    from_moves, players, _ = board
    made, twin = (from_moves(inside[0], players[inside[1]]) for _ in "12")
    boards.append((made, twin))
    return made


def changed(boards: list[tuple[Any, Any]]) -> bool:
    """Tell whether a board is not as it was handed over."""
    _, _, same = board
    try:
        return not all(
            same(one, twin) is True and one._heights == twin._heights and one._moves == twin._moves
            for one, twin in boards
        )
    except BaseException:
        return True


def answer_survey(wire: Wire, message: dict[str, Any]) -> None:
    """Say what the submission's file binds at module level, without running it."""
    from .survey import survey  # noqa: PLC0415  # slow to import, and no call needs it

    functions: list[str] = []
    others: list[str] = []
    methods: list[tuple[str, list[str]]] = []
    last: tuple[str, list[str]] | None = None
    problem = "null"
    try:
        functions, others, methods, last = survey(read_source(message), message["name"])
    except (MemoryError, RecursionError):
        problem = exceptions(SyntaxError(TOO_DEEP))
    except BaseException as error:
        problem = exceptions(error)
    classes = ",".join([f"[{quoted(name)},{texts_as_json(inside)}]" for name, inside in methods])
    fields = {
        "functions": texts_as_json(functions),
        "others": texts_as_json(others),
        "methods": f"[{classes}]",
    }
    told = "null" if last is None else f"[{quoted(last[0])},{texts_as_json(last[1])}]"
    wire.send("surveyed", problem=problem, **fields, last=told)


def _flush() -> None:
    for name in ("stdout", "stderr"):
        try:
            _of_sys[name].flush()
        except BaseException:
            continue


class Service:
    """What has been loaded, and what the steps of a session gave so far."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._module: ModuleType | None = None
        self._found: list[Entry] = []
        self._given: list[Any] = []

    def go_on(self) -> None:
        """Do as each message says, until the grader goes away."""
        while (message := self._wire.receive()) is not None:
            try:
                self._obey(message)
            except BaseException as error:
                self._tell_in_the_end(message, error)

    def _obey(self, message: dict[str, Any]) -> None:
        wire = self._wire
        if message["op"] == "load":
            self._module, self._found = answer_load(wire, message)
        elif message["op"] == "survey":
            answer_survey(wire, message)
        elif message["op"] == "call" and self._found:
            answer_call(wire, self._found[0], message)
        elif message["op"] != "call" and self._module is not None:
            answer_step(wire, self._module, message, self._given)

    def _tell_in_the_end(self, message: dict[str, Any], error: BaseException) -> None:
        """Say which exception came even out of our own code: the submission is behind it.

        It may have left a timer running, a recursion limit of next to nothing, a trace function.
        """
        for _ in range(_TRIES):
            try:
                calm()
                if self._wire.said:
                    return
                if self._wire.begun:
                    break
                answer_error(self._wire, error, message.get("nonce", ""))
            except BaseException:
                continue
            return
        _leave(_FAILED)


def main(before_reply: Callable[[], None] | None = None) -> None:
    """Serve the grader until it goes away; `before_reply` is called before each message to it."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    wire = Wire(WIRE_IN, WIRE_OUT, before_reply)
    wire.send("ready", version=str(WIRE_VERSION))
    Service(wire).go_on()
    _leave(0)


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
