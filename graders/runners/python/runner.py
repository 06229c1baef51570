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
import resource
import sys
from types import CoroutineType, ModuleType

from .answer import OWN_MODULE, Answer, UnsendableError, quoted, type_name
from .entries import entries, near_misses
from .report import place, report, source_lines

globals()["__builtins__"] = dict(vars(builtins))  # looked up here, not where others patch

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from typing import Any

    from .entries import Entry

_decoder: Any = json.JSONDecoder()
_scan = _decoder.scan_once
_read, _write, _leave = os.read, os.write, os._exit
_modules = sys.modules


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


def settle_descriptors(stdout_fd: int) -> Wire:
    """Move the wire away from 0 and 1; read from nothing and print to `stdout_fd` there."""
    wire = Wire(os.dup(0), os.dup(1))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(stdout_fd, 1)
    os.close(nothing)
    os.close(stdout_fd)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    return wire


def confine(setup: dict[str, Any]) -> None:
    """Take on the limits and the user that the grader named; none of it can be undone."""
    sys.path[:] = [setup["library"], *(path for path in sys.path if path), *setup["site"]]
    sys.argv[:] = [setup["name"]]
    import kata.board  # noqa: PLC0415  # while it is sure to be readable

    os.chdir(setup["scratch"])
    os.umask(0o077)
    if setup["cpus"]:
        os.sched_setaffinity(0, setup["cpus"])
    for name, value in setup["limits"].items():
        resource.setrlimit(getattr(resource, name), (value, value))
    if setup["uid"] is not None:
        become(setup["uid"], setup["keep_reading"])
    players = {player.value: player for player in kata.board.Player}
    _board.append((kata.board.Board.from_moves, players, kata.board.Board.__eq__))


_board: list[tuple[Any, dict[str, Any], Any]] = []


def become(uid: int, keep_reading: bool) -> None:
    """Become user `uid` for good.

    With `keep_reading` that user may read (only read) what root may: without it the standard
    library of an interpreter in root's own home would be out of reach.
    """
    if keep_reading:
        import ctypes  # noqa: PLC0415  # slow to import, and rarely needed

        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(8, 1, 0, 0, 0)  # PR_SET_KEEPCAPS
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    if keep_reading:
        read_any = 1 << 2  # CAP_DAC_READ_SEARCH
        header = (ctypes.c_uint32 * 2)(0x20080522, 0)
        wanted = (ctypes.c_uint32 * 6)(read_any, read_any, read_any, 0, 0, 0)
        libc.capset(header, wanted)
        libc.prctl(47, 2, 2, 0, 0)  # PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE
        libc.prctl(38, 1, 0, 0, 0)  # PR_SET_NO_NEW_PRIVS


def read_source(message: dict[str, Any]) -> str:
    """Return the text of the submission and remember its lines for tracebacks."""
    with os.fdopen(os.open(message["path"], os.O_RDONLY), encoding="utf-8-sig") as file:
        source = file.read()
    if "\0" in source:
        raise SyntaxError("it holds a NUL byte, so it is no Python source")
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
        raise SyntaxError("the code is nested too deep for Python's compiler") from None
    exec(code, module.__dict__)
    return module


def answer_load(wire: Wire, message: dict[str, Any]) -> list[Entry]:
    """Load the submission and say what was found in it; return the entries."""
    try:
        module = load(message)
        name: str = message["function"]
        found = entries(module, name, message["as_method"])
        names = [] if len(found) == 1 else near_misses(module, name)
        _flush()
        wire.send("loaded", found=texts([words for words, _, _ in found]), names=texts(names[:99]))
    except BaseException as error:
        answer_error(wire, error, "")
        return []
    return found


def answer_call(wire: Wire, entry: Entry, message: dict[str, Any]) -> None:
    """Call the entry once and say what came of it."""
    nonce: str = message["nonce"]
    boards: list[tuple[Any, Any]] = []
    try:
        _, thing, is_class = entry
        arguments = [argument(node, boards) for node in message["arguments"]]
        if is_class:
            thing, arguments = getattr(thing(*arguments), message["function"]), []
        value = thing(*arguments)
        text = Answer(message["max_chars"]).write(value)
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
    memory = "true" if isinstance(error, MemoryError) else "false"
    try:
        _flush()
        number = error.errno if isinstance(error, OSError) else None
        fields = {
            "type": quoted(type_name(type(error))),
            "text": quoted(report(error)),
            "place": quoted(place(error)),
            "errno": str(number) if type(number) is int else "null",
        }
    except MemoryError:
        plain = '"MemoryError"'
        fields = {"type": plain, "text": plain, "place": '""', "errno": "null"}
    wire.send("raised", nonce=quoted(nonce), memory=memory, **fields)


def argument(node: Any, boards: list[tuple[Any, Any]]) -> Any:
    """Build one argument from its wire form; keep each board beside an untouched twin."""
    if type(node) is list:
        return [argument(item, boards) for item in node]
    if type(node) is not dict:
        return node
    ((kind, inside),) = node.items()
    if kind == "rows":
        return [tuple(row) for row in inside]
    if kind == "tuple":
        return tuple([argument(item, boards) for item in inside])
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
    problem = ""
    try:
        functions, others, methods = survey(read_source(message), message["name"])
    except (MemoryError, RecursionError):
        problem = "the code is nested too deep for Python's compiler"
    except BaseException as error:
        problem = report(error)
    classes = ",".join([f"[{quoted(name)},{texts(inside)}]" for name, inside in methods])
    fields = {"functions": texts(functions), "others": texts(others), "methods": f"[{classes}]"}
    wire.send("surveyed", problem=quoted(problem), **fields)


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            continue


def main() -> None:
    """Serve the grader until it goes away."""
    wire = settle_descriptors(int(sys.argv[1]))
    found: list[Entry] = []
    while (message := wire.receive()) is not None:
        if message["op"] == "setup":
            confine(message)
            wire.send("ready")
        elif message["op"] == "load":
            found = answer_load(wire, message)
        elif message["op"] == "survey":
            answer_survey(wire, message)
        elif found:
            answer_call(wire, found[0], message)
    _leave(0)
