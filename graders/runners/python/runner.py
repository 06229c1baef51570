"""Run one Python submission and answer its grader, one JSON line a message.

This is the only code of ours in the submission's process, and the submission can reach all of
it: nothing here is a secret, nothing here decides. It imports `kata` and the standard library
only, and keeps hold of what it needs before the submission is loaded, so that a patched `json`
or `builtins` confuses nobody but the one who patched it. The messages are those of
`graders.channel.wire`.
"""

from __future__ import annotations

import builtins
import json
import os
import sys
from types import CoroutineType, ModuleType

from ..confine import WIRE_IN, WIRE_OUT
from .answer import MAX_SHOWN, OWN_MODULE, Answer, UnsendableError, quoted
from .entries import entries, near_misses
from .report import exceptions, only_named, source_lines

globals()["__builtins__"] = dict(vars(builtins))  # looked up here, not where others patch

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from .entries import Entry

WIRE_VERSION = 1
_decoder: Any = json.JSONDecoder()
_scan = _decoder.scan_once
_read, _write, _leave = os.read, os.write, os._exit
_modules = sys.modules
_MAX_NAMES = 99
_TOO_DEEP = "the code is nested too deep for Python's compiler"


class Wire:
    """Speak JSON lines over two descriptors."""

    def __init__(self, read_fd: int, write_fd: int) -> None:
        """Keep the descriptors."""
        self._read_fd, self._write_fd = read_fd, write_fd
        self._pending = b""

    def receive(self) -> dict[str, Any] | None:
        """Wait for the next message; return None where the grader has gone."""
        chunks = [self._pending]
        while b"\n" not in chunks[-1]:
            chunk = _read(self._read_fd, 1 << 16)
            if not chunk:
                return None
            chunks.append(chunk)
        line, _, self._pending = b"".join(chunks).partition(b"\n")
        message: dict[str, Any] = _scan(line.decode(), 0)[0]
        return message

    def send(self, op: str, **fields: str) -> None:
        """Write one message, whole; its fields are JSON already."""
        parts = [f'"op":"{op}"', *[f'"{name}":{value}' for name, value in fields.items()]]
        rest = memoryview(("{" + ",".join(parts) + "}\n").encode())
        while rest:
            rest = rest[_write(self._write_fd, rest) :]


def texts(items: list[str]) -> str:
    """Return a list of texts as JSON."""
    return "[" + ",".join([quoted(item) for item in items]) + "]"


def named(names: list[str]) -> str:
    """Return names as JSON, no more and no longer ones than the wire takes."""
    return texts([name[:MAX_SHOWN] for name in names[:_MAX_NAMES]])


_board: list[tuple[Any, dict[str, Any], Any]] = []


def see_what_may_be_imported(message: dict[str, Any]) -> None:
    """Let the submission import what a candidate may, and take hold of the board before it can."""
    sys.path[:] = [message["library"], *(path for path in sys.path if path), *message["packages"]]
    sys.argv[:] = [message["name"]]
    import kata.board  # noqa: PLC0415  # it is not to be found before

    players = {player.value: player for player in kata.board.Player}
    _board.append((kata.board.Board.from_moves, players, kata.board.Board.__eq__))


def read_source(message: dict[str, Any]) -> str:
    """Return the text of the submission and remember its lines for tracebacks."""
    with os.fdopen(os.open(message["path"], os.O_RDONLY), encoding="utf-8-sig") as file:
        source = file.read()
    if "\0" in source:
        raise SyntaxError("it holds a NUL byte, so it is no source text")
    source_lines[message["name"]] = source.split("\n")
    return source


def load(message: dict[str, Any]) -> ModuleType:
    """Execute the submission as a module of its own and return it."""
    module = ModuleType(OWN_MODULE)
    module.__file__ = message["path"]
    _modules[OWN_MODULE] = module
    try:
        code = compile(read_source(message), message["name"], "exec", dont_inherit=True)
    except (MemoryError, RecursionError):
        raise SyntaxError(_TOO_DEEP) from None
    exec(code, module.__dict__)
    return module


def answer_load(wire: Wire, message: dict[str, Any]) -> tuple[ModuleType | None, list[Entry]]:
    """Load the submission and say what was found in it; return it, and the entries to call."""
    see_what_may_be_imported(message)
    try:
        module = load(message)
        wanted: list[str] = message["names"]
        if wanted:
            return answer_load_for_session(wire, module, wanted), []
        name: str = message["function"]
        found = entries(module, name, message["as_method"])
        names = [] if len(found) == 1 else near_misses(module, name)
        _flush()
        wire.send("loaded", found=named([name for name, _, _ in found]), names=named(names))
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
    wire.send("loaded", found=named(found), names=named(names))
    return module


def answer_call(wire: Wire, entry: Entry, message: dict[str, Any]) -> None:
    """Call the entry once and say what came of it."""
    _, thing, is_class = entry

    def made(arguments: list[Any]) -> Any:
        if is_class:
            return getattr(thing(*arguments), message["function"])()
        return thing(*arguments)

    answer(wire, message, made)


def answer_step(wire: Wire, module: ModuleType, message: dict[str, Any], given: list[Any]) -> None:
    """Take one step of a session and say what came of it; keep what it gives in `given`."""
    number = len(given)
    given.append(None)

    def made(arguments: list[Any]) -> Any:
        if message["op"] == "construct":
            thing = vars(module)[message["name"]]
        elif message["on"] is None:
            thing = vars(module)[message["function"]]
        else:
            thing = getattr(given[message["on"]], message["function"])
        given[number] = thing(*arguments)
        return None if message["op"] == "construct" else given[number]

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
        value = made([argument(node, boards, given) for node in message["arguments"]])
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
    memory = "true" if issubclass(type(error), MemoryError) else "false"
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
    if kind == "rows":
        return [tuple(row) for row in inside]
    if kind == "tuple":
        return tuple([argument(item, boards, given) for item in inside])
    from_moves, players, _ = _board[0]
    board, twin = (from_moves(inside[0], players[inside[1]]) for _ in "12")
    boards.append((board, twin))
    return board


def changed(boards: list[tuple[Any, Any]]) -> bool:
    """Tell whether a board is not as it was handed over."""
    _, _, same = _board[0]
    try:
        return not all(
            same(board, twin) is True
            and board._heights == twin._heights
            and board._moves == twin._moves
            for board, twin in boards
        )
    except BaseException:
        return True


def answer_survey(wire: Wire, message: dict[str, Any]) -> None:
    """Say what the submission's file binds at module level, without running it."""
    from .survey import survey  # noqa: PLC0415  # slow to import, and no call needs it

    functions: list[str] = []
    others: list[str] = []
    methods: list[tuple[str, list[str]]] = []
    problem = "null"
    try:
        functions, others, methods = survey(read_source(message), message["name"])
    except (MemoryError, RecursionError):
        problem = exceptions(SyntaxError(_TOO_DEEP))
    except BaseException as error:
        problem = exceptions(error)
    classes = ",".join([f"[{quoted(name)},{texts(inside)}]" for name, inside in methods])
    fields = {"functions": texts(functions), "others": texts(others), "methods": f"[{classes}]"}
    wire.send("surveyed", problem=problem, **fields)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            continue


def main() -> None:
    """Serve the grader until it goes away."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    wire = Wire(WIRE_IN, WIRE_OUT)
    wire.send("ready", version=str(WIRE_VERSION))
    module: ModuleType | None = None
    found: list[Entry] = []
    given: list[Any] = []
    while (message := wire.receive()) is not None:
        if message["op"] == "load":
            module, found = answer_load(wire, message)
        elif message["op"] == "survey":
            answer_survey(wire, message)
        elif message["op"] == "call" and found:
            answer_call(wire, found[0], message)
        elif message["op"] != "call" and module is not None:
            answer_step(wire, module, message, given)
    _leave(0)
