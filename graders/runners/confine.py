"""Confine this process for good, then run the words of a runner in it: a step for all languages.

Started as `confine.main()` with three kinds of arguments: the root of all that is shown, the
set-up as JSON, and words. `-m MODULE` among the words loads a runner of ours in this process,
which spares it another interpreter's start; any other words are executed in its place. What the
set-up holds and what a runner finds is told in `docs/protocol.md`.
"""

from __future__ import annotations

import gc
import os
import sys

from . import plain_json

TYPE_CHECKING = False  # as typing has it, without the time to import typing
if TYPE_CHECKING:
    from typing import Any

WIRE_IN, WIRE_OUT = 3, 4
_AFTER_THE_WIRE = 5
_HIGHEST = 1 << 16


def main() -> None:
    """Confine this process as its arguments say and become the runner."""
    _, _, setup, *words = sys.argv
    in_this_process = words[0] == "-m"
    if in_this_process:
        __import__(words[1])  # while it is sure to be readable
        gc.enable()  # loading our own modules leaves nothing to collect
    confine(plain_json.parse(setup))
    if in_this_process:
        sys.modules[words[1]].main()
        return
    execute(words)


def execute(words: list[str]) -> None:
    """Execute words in the place of this process; the first is the path of a program."""
    import signal  # noqa: PLC0415  # the Python runner has no use for it

    for ignored in (signal.SIGPIPE, signal.SIGXFSZ):  # by this interpreter
        signal.signal(ignored, signal.SIG_DFL)
    try:
        os.execv(words[0], words)
    except OSError as error:
        sys.exit(f"{words[0]} cannot be executed: {error.strerror}")


def confine(setup: dict[str, Any]) -> None:
    """Take on what the set-up says; none of it can be undone."""
    import resource  # noqa: PLC0415  # whoever wants the names above may have none

    settle_descriptors(setup["stdout"])
    os.chdir(setup["work"])
    os.umask(0o077)
    for name, value in setup["limits"].items():
        resource.setrlimit(getattr(resource, name), (value, value))
    if setup["user"] is not None:
        become(setup["user"], setup["keep_reading"])


def settle_descriptors(stdout: int) -> None:
    """Move the wire from 0 and 1 to 3 and 4; leave nothing to read on 0, and print to 1."""
    os.dup2(stdout, _AFTER_THE_WIRE)
    os.dup2(0, WIRE_IN)
    os.dup2(1, WIRE_OUT)
    os.dup2(_AFTER_THE_WIRE, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.closerange(_AFTER_THE_WIRE, _HIGHEST)


def become(user: int, keep_reading: bool) -> None:
    """Become `user` for good.

    With `keep_reading` that user may read (only read) what root may: without it the library of
    an interpreter in root's own home would be out of reach.
    """
    if keep_reading:
        import ctypes  # noqa: PLC0415  # slow to import, and rarely needed

        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(8, 1, 0, 0, 0)  # PR_SET_KEEPCAPS
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    if keep_reading:
        read_any = 1 << 2  # CAP_DAC_READ_SEARCH
        header = (ctypes.c_uint32 * 2)(0x20080522, 0)
        wanted = (ctypes.c_uint32 * 6)(read_any, read_any, read_any, 0, 0, 0)
        libc.capset(header, wanted)
        libc.prctl(47, 2, 2, 0, 0)  # PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE
        libc.prctl(38, 1, 0, 0, 0)  # PR_SET_NO_NEW_PRIVS
