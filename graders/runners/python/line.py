"""Speak JSON lines with the grader over two descriptors."""

from __future__ import annotations

import builtins
import gc
import os

from ..plain_json import parse, quoted
from .answer import MAX_SHOWN

globals()["__builtins__"] = dict(vars(builtins))  # looked up here, not where others patch

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_read, _write = os.read, os.write
_is_collecting, _collect, _do_not_collect = gc.isenabled, gc.enable, gc.disable
_look_no_more: Any = getattr(gc, "freeze", gc.isenabled)  # not every interpreter has it
_MAX_NAMES = 99
_LONG = 1 << 16


class Wire:
    """The line; nothing that a submission left behind breaks off a message that is read.

    `begun` and `said` tell how far the reply to the last message has come.
    """

    def __init__(
        self, read_fd: int, write_fd: int, before_reply: Callable[[], None] | None = None
    ) -> None:
        """Keep the descriptors, and what is to be called before each message that is sent."""
        self._read_fd, self._write_fd = read_fd, write_fd
        self._before_reply = before_reply
        self._pending = b""
        self._is_long = False
        self.begun = self.said = False

    def receive(self) -> dict[str, Any] | None:
        """Wait for the next message; return None where the grader has gone."""
        while b"\n" not in self._pending:
            chunk = self._chunk()
            if not chunk:
                return None
            self._pending += chunk
        line, _, self._pending = self._pending.partition(b"\n")
        self._is_long = len(line) > _LONG
        message: dict[str, Any] = self.made(parse, line.decode())
        self.begun = self.said = False
        return message

    def _chunk(self) -> bytes:
        while True:
            try:
                return _read(self._read_fd, 1 << 16)
            except OSError:
                return b""
            except BaseException:  # out of a signal handler of the submission's: nobody's answer
                continue

    def made(self, make: Callable[[Any], Any], of: Any) -> Any:
        """Return what is made of (a part of) the message, without what that costs if it is long.

        A script of 100,000 operations is as many lists and tuples. The garbage collector would look
        at them again and again while they are made, and once more in the time of the submission.
        What a short message brings is left to it: what is frozen by accident stays for ever.
        """
        if not self._is_long:
            return make(of)
        collects = _is_collecting()
        _do_not_collect()
        try:
            return make(of)
        finally:
            _look_no_more()
            if collects:
                _collect()

    def send(self, op: str, **fields: str) -> None:
        """Write one message, whole; its fields are JSON already."""
        parts = [f'"op":"{op}"', *[f'"{name}":{value}' for name, value in fields.items()]]
        rest = memoryview(("{" + ",".join(parts) + "}\n").encode())
        if self._before_reply is not None:
            self._before_reply()
        self.begun = True
        while rest:
            rest = rest[_write(self._write_fd, rest) :]
        self.said = True


def texts_as_json(items: list[str]) -> str:
    return "[" + ",".join([quoted(item) for item in items]) + "]"


def names_as_json(names: list[str]) -> str:
    """Return names as JSON, no more and no longer ones than the wire takes."""
    return texts_as_json([name[:MAX_SHOWN] for name in names[:_MAX_NAMES]])
