"""What a confined child is told to do in tests: what parsers were seen to do, and worse."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable
from pathlib import Path


def _grow() -> bytes:
    held = []
    while True:
        held.append(bytes(1 << 20))


def _spin() -> bytes:
    while True:
        pass


def _sink() -> bytes:
    return _sink()


def _died() -> bytes:
    os.kill(os.getpid(), signal.SIGSEGV)
    return b""


def _fork() -> bytes:
    return b"forked" if os.fork() else b""


def _connect() -> bytes:
    with socket.socket(socket.AF_INET) as line:
        line.connect(("127.0.0.1", 9))
    return b"connected"


def _raise() -> bytes:
    raise ValueError("no archive")


WAYS: dict[str, Callable[[], bytes]] = {
    "grow": _grow,
    "spin": _spin,
    "sink": _sink,
    "die": _died,
    "fork": _fork,
    "connect": _connect,
    "raise": _raise,
    "pid": lambda: str(os.getpid()).encode(),
    "user": lambda: str(os.geteuid()).encode(),
    "write": lambda: str(Path("/tmp/kata-confined").write_bytes(b"x")).encode(),
    "read": lambda: Path("/etc/hostname").read_bytes(),
    "long": lambda: bytes(1 << 20),
}


def answer(question: bytes, *descriptors: int) -> bytes:
    """Do what the question names; of open files return what is in them."""
    if descriptors:
        return b"".join(os.pread(each, 100, 0) for each in descriptors)
    return WAYS[question.decode()]()
