"""Run one Python submission and answer its grader, one JSON line a message.

This is the only code of ours in the submission's process, and the submission can reach all of
it: nothing here is a secret, nothing here decides. It imports `kata` and the standard library
only, and keeps hold of what it needs before the submission is loaded, so that a patched `json`
or `builtins` confuses nobody but the one who patched it. The messages are those of
`graders.wire`.
"""

from __future__ import annotations

import builtins

__builtins__ = dict(vars(builtins))  # functions below look names up here, not where others patch

import json.encoder
import os
import resource
import sys
from types import ModuleType, TracebackType
from typing import Any

MODULE_NAME = "submission"
MAX_DEPTH = 64
MAX_DIGITS = 400
MAX_SHOWN = 200
MAX_TEXT = 16_000
MAX_FRAMES = 12
MAX_CAUSES = 4

_quoted = json.encoder.encode_basestring_ascii
_scan = json.JSONDecoder().scan_once
_read, _write, _leave = os.read, os.write, os._exit
_modules = sys.modules
_source_lines: dict[str, list[str]] = {}


class Unsendable(Exception):
    """Say which limit of the wire an answer breaks: `too_deep`, or `too_large` and its size."""


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

    def send(self, op: str, **fields: object) -> None:
        """Write one message, whole; its fields are what `written` takes."""
        parts = [f'"{name}":{written(value)}' for name, value in fields.items()]
        self.send_line(("{" + ",".join([f'"op":"{op}"', *parts]) + "}\n").encode())

    def send_line(self, line: bytes) -> None:
        """Write one line that is a message already."""
        rest = memoryview(line)
        while rest:
            rest = rest[_write(self._write_fd, rest) :]


class Json(str):
    """Mark text that is JSON already."""


def written(value: object) -> str:
    """Write one of our own values (text, bool, int, None, lists of them) as JSON."""
    if type(value) is Json:
        return value
    if type(value) is str:
        return _quoted(value)
    if type(value) is list or type(value) is tuple:
        return "[" + ",".join([written(item) for item in value]) + "]"
    if value is None or value is True or value is False:
        return "null" if value is None else "true" if value else "false"
    return str(value)


class Answer:
    """Write an answer as JSON, by its exact type and within a size.

    What JSON has no exact word for becomes an object with one key: `tuple`, `float`, `int`
    (more than 64 bits), or `other`, the type's name and a short text.
    """

    def __init__(self, max_chars: int) -> None:
        """Allow `max_chars` of JSON in all."""
        self._max_chars = max_chars
        self._left = max_chars

    def write(self, value: object, depth: int = 0) -> str:
        """Return `value` as JSON; raise `Unsendable` where it is too deep or too large."""
        kind = type(value)
        if kind is list or kind is tuple:
            if depth == MAX_DEPTH:
                raise Unsendable("too_deep", MAX_DEPTH)
            inner = "[" + ",".join([self.write(item, depth + 1) for item in value]) + "]"  # type: ignore[attr-defined]
            return inner if kind is list else '{"tuple":' + inner + "}"
        text = self._scalar(kind, value)
        self._left -= len(text) + 1
        if self._left < 0:
            raise Unsendable("too_large", self._max_chars - self._left)
        return text

    def _scalar(self, kind: type, value: Any) -> str:
        if kind is int:
            if -(1 << 63) <= value < 1 << 63:
                return int.__repr__(value)
            digits = int(value.bit_length() * 0.30103) + 1
            if digits <= MAX_DIGITS:
                return '{"int":"' + int.__repr__(value) + '"}'
            return '{"other":["int","a number of about ' + str(digits) + ' digits"]}'
        if kind is str:
            if len(value) > self._left:
                raise Unsendable("too_large", len(value))
            return _quoted(value)
        if value is None or value is True or value is False:
            return "null" if value is None else "true" if value else "false"
        if kind is float:
            return '{"float":"' + float.__repr__(value) + '"}'
        return '{"other":[' + _quoted(type_name(kind)) + "," + _quoted(shown(kind, value)) + "]}"


def type_name(kind: type) -> str:
    """Return a type's name with its module, unless that is `builtins` or the submission's."""
    try:
        module, name = str(kind.__module__), str(kind.__qualname__)
    except BaseException:
        return "a type without a name"
    return (name if module in ("builtins", MODULE_NAME) else f"{module}.{name}")[:MAX_SHOWN]


def shown(kind: type, value: Any) -> str:
    """Return a short text for a value of any type, also one that does not want to be shown."""
    if kind is bytes or kind is bytearray:
        value = value[:MAX_SHOWN]
    elif kind in (dict, set, frozenset) and len(value) > MAX_SHOWN:
        return f"{len(value)} entries"
    try:
        text = repr(value)
        text = text[:] if type(text) is str else ""
    except BaseException as error:
        return f"its repr() raised {type_name(type(error))}"
    before, at, after = text.partition(" at 0x")
    if at:
        text = before + after.lstrip("0123456789abcdefABCDEF")
    return text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "…"


def report(error: BaseException) -> str:
    """Write an exception with its causes as Python does, without our own frames."""
    parts: list[str] = []
    seen: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and len(seen) < MAX_CAUSES and current not in seen:
        seen.append(current)
        parts.append(_report_one(current))
        if current.__cause__ is not None:
            current, link = current.__cause__, "which was the direct cause of:"
        elif current.__suppress_context__ or current.__context__ is None:
            break
        else:
            current, link = current.__context__, "while it was handled, this happened:"
        parts.append(link)
    return "\n".join(reversed(parts))[-MAX_TEXT:]


def _report_one(error: BaseException) -> str:
    lines = _frames(error.__traceback__)
    name = type_name(type(error))
    try:
        text = str(error)
    except BaseException as trouble:
        text = f"(its text cannot be shown: str() raised {type_name(type(trouble))})"
    if isinstance(error, SyntaxError):
        lines.extend(_syntax_place(error))
        text = str(error.msg)
    notes = getattr(error, "__notes__", None)
    lines.append(f"{name}: {text[:MAX_TEXT]}" if text else name)
    if type(notes) is list:
        lines.extend(note for note in notes[:10] if type(note) is str)
    return "\n".join(lines)


def _frames(trace: TracebackType | None) -> list[str]:
    places: list[tuple[str, int, str]] = []
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename != _frames.__code__.co_filename:
            places.append((code.co_filename, trace.tb_lineno or 0, code.co_name))
        trace = trace.tb_next
    lines = ["Traceback (most recent call last):"] if places else []
    for number, (file, line, name) in enumerate(places):
        if MAX_FRAMES <= number < len(places) - MAX_FRAMES:
            if number == MAX_FRAMES:
                lines.append(f"  … {len(places) - 2 * MAX_FRAMES} more calls …")
            continue
        lines.append(f'  File "{_short(file)}", line {line}, in {name}')
        source = _source_lines.get(file, [])
        if 0 < line <= len(source):
            lines.append("    " + source[line - 1].strip()[:MAX_SHOWN])
    return lines


def _syntax_place(error: SyntaxError) -> list[str]:
    if error.filename is None or error.lineno is None:
        return []
    lines = [f'  File "{_short(str(error.filename))}", line {error.lineno}']
    if isinstance(error.text, str) and len(error.text) < MAX_SHOWN:
        bare = error.text.rstrip()
        lines.append("    " + bare.lstrip())
        if error.offset:
            lines.append("    " + " " * (error.offset - 1 - len(bare) + len(bare.lstrip())) + "^")
    return lines


def _short(file: str) -> str:
    if file in _source_lines:
        return file
    for folder in sys.path:
        if folder and file.startswith(folder + "/"):
            return file[len(folder) + 1 :]
    return file.rsplit("/", 1)[-1]


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
    _same_board.append(kata.board.Board.__eq__)


_same_board: list[Any] = []


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


def read_source(path: str, name: str) -> str:
    """Return the text of the submission and remember its lines for tracebacks."""
    with os.fdopen(os.open(path, os.O_RDONLY), encoding="utf-8-sig") as file:
        source = file.read()
    _source_lines[name] = source.split("\n")
    return source


def load(path: str, name: str) -> ModuleType:
    """Execute the submission as a module of its own and return it."""
    module = ModuleType(MODULE_NAME)
    module.__file__ = path
    _modules[MODULE_NAME] = module
    code = compile(read_source(path, name), name, "exec", dont_inherit=True)
    exec(code, module.__dict__)
    return module


def entries(module: ModuleType, name: str, as_method: bool) -> list[tuple[str, Any, bool]]:
    """Return what could be called by `name`: words for it, the thing, whether it is a class."""
    found: list[tuple[str, Any, bool]] = []
    namespace = dict(vars(module))
    thing = namespace.get(name)
    if callable(thing) and not isinstance(thing, type):
        found.append((f"function {name}", thing, False))
    if as_method:
        for cls in dict.fromkeys(v for v in namespace.values() if isinstance(v, type)):
            if cls.__module__ == MODULE_NAME and callable(getattr(cls, name, None)):
                found.append((f"method {cls.__qualname__}.{name}", cls, True))
    return found


def answer_load(wire: Wire, message: dict[str, Any]) -> list[tuple[str, Any, bool]]:
    """Load the submission and say what was found in it; return the entries."""
    try:
        module = load(message["path"], message["name"])
        found = entries(module, message["function"], message["as_method"])
        names = [n for n, v in vars(module).items() if type(n) is str and callable(v)]
        _flush()
        wire.send("loaded", found=[words for words, _, _ in found], names=names[:100])
    except BaseException as error:
        answer_error(wire, error, "")
        return []
    return found


def answer_call(wire: Wire, entry: tuple[str, Any, bool], message: dict[str, Any]) -> None:
    """Call the entry once and say what came of it."""
    nonce: str = message["nonce"]
    _, thing, is_class = entry
    boards: list[tuple[Any, Any]] = []
    arguments = [argument(node, boards) for node in message["arguments"]]
    try:
        if is_class:
            value = getattr(thing(*arguments), message["function"])()
        else:
            value = thing(*arguments)
        text = Answer(message["max_chars"]).write(value)
    except Unsendable as limit:
        _flush()
        wire.send(limit.args[0], nonce=nonce, size=limit.args[1])
    except BaseException as error:
        answer_error(wire, error, nonce)
    else:
        _flush()
        wire.send("returned", nonce=nonce, value=Json(text), board_changed=changed(boards))


def answer_error(wire: Wire, error: BaseException, nonce: str) -> None:
    """Say which exception came out of the submission."""
    try:
        _flush()
        number = error.errno if type(error) is OSError else None
        wire.send(
            "raised",
            nonce=nonce,
            type=type_name(type(error)),
            text=report(error),
            errno=number if type(number) is int else None,
            memory=isinstance(error, MemoryError),
        )
    except MemoryError:
        wire.send_line(
            b'{"op":"raised","nonce":"' + nonce.encode() + b'","type":"MemoryError",'
            b'"text":"MemoryError","errno":null,"memory":true}\n'
        )


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
    module = _modules["kata.board"]
    board, twin = (module.Board.from_moves(inside[0], module.Player(inside[1])) for _ in "12")
    boards.append((board, twin))
    return board


def changed(boards: list[tuple[Any, Any]]) -> bool:
    """Tell whether a board is not as it was handed over."""
    try:
        return not all(
            _same_board[0](board, twin) is True
            and board._heights == twin._heights
            and board._moves == twin._moves
            for board, twin in boards
        )
    except BaseException:
        return True


def answer_survey(wire: Wire, message: dict[str, Any]) -> None:
    """Say what the submission's file binds at module level, without running it."""
    import ast  # noqa: PLC0415  # only a survey needs it

    try:
        tree = ast.parse(read_source(message["path"], message["name"]))
    except BaseException as error:
        wire.send("surveyed", functions=[], methods=[], problem=report(error))
        return
    functions: list[str] = []
    methods: list[tuple[str, list[str]]] = []
    waiting: list[Any] = list(reversed(tree.body))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            functions.append(node.name)
        elif isinstance(node, ast.ClassDef):
            inside = [n.name for n in node.body if isinstance(n, ast.FunctionDef)]
            methods.append((node.name, inside))
        elif isinstance(node, ast.Assign) and not isinstance(node.value, ast.Constant):
            functions.extend(t.id for t in node.targets if isinstance(t, ast.Name))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            functions.extend(a.asname or a.name for a in node.names)
        elif isinstance(node, ast.If | ast.Try | ast.With):
            waiting.extend(n for n in reversed(list(ast.iter_child_nodes(node))))
    wire.send("surveyed", functions=functions, methods=methods, problem="")


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            continue


def main() -> None:
    """Serve the grader until it goes away."""
    wire = settle_descriptors(int(sys.argv[1]))
    found: list[tuple[str, Any, bool]] = []
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
