"""How a process ended is learnt from the kernel, though somebody else has reaped it."""

from __future__ import annotations

import os
import signal

import pytest

from graders.channel.endings import ended
from graders.grading.messages import ending
from graders.model.ending import Cause
from graders.model.outcome import Stage
from graders.sandbox.supervisor import MainProcess


def exit_code_of_a_grandchild(how: str) -> int | None:
    """Return what is learnt of a process whose parent reaps it and ends."""
    read_from, write_to = os.pipe()
    go, goes = os.pipe()
    if (parent := os.fork()) == 0:
        if (pid := os.fork()) == 0:
            os.read(go, 1)
            if how == "exit":
                os._exit(137)
            os.kill(os.getpid(), signal.SIGKILL)
        os.write(write_to, str(pid).encode())
        os.waitpid(pid, 0)
        os._exit(0)
    watched = MainProcess()
    assert watched.exit_code() is None
    watched.see(int(os.read(read_from, 20)))
    assert watched.known
    assert watched.exit_code() is None, "it has not ended"
    os.write(goes, b"x")
    os.waitpid(parent, 0)
    for descriptor in (read_from, write_to, go, goes):
        os.close(descriptor)
    code = watched.exit_code()
    watched.close()
    assert watched.exit_code() is None
    return code


@pytest.mark.parametrize(("how", "code"), [("exit", 137), ("signal", -9)])
def test_an_exit_code_is_told_from_a_signal(how: str, code: int) -> None:
    assert exit_code_of_a_grandchild(how) in (code, None)  # None before Linux 6.15


def test_a_process_that_is_gone_is_not_held_on_to() -> None:
    watched = MainProcess()
    watched.see(1 << 22)
    assert watched.exit_code() is None
    watched.close()


def test_where_the_system_does_not_tell_both_are_said() -> None:
    unsure = ended(137, sure=False)
    assert ending(unsure) == (
        "it was ended by SIGKILL, or ended with exit code 137 without an answer"
    )
    assert ending(unsure, Stage.LOADING).startswith("while it was imported, it was ended by")
    assert ended(137).kind is Cause.EXIT
    assert ended(-9, sure=False).kind is Cause.SIGNAL
    assert ended(127, sure=False).kind is Cause.EXIT
    assert ended(255, sure=False).kind is Cause.EXIT
