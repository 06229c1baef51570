"""Start a process with all that it will start as one group, and end that group.

On POSIX it is a session and process group of its own, which `killpg` ends: what has made itself a
session of its own gets away. On Windows it is a job object where one can be had, which holds
whatever it starts; otherwise a process group, and `taskkill /T`, which finds children by their
parents: what has lost its parent gets away.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graders.sandbox.plain.job import Job

_ENDS_S = 5.0
_KNOWN_TO_WINDOWS = ("SYSTEMROOT", "WINDIR", "COMSPEC", "PATHEXT", "NUMBER_OF_PROCESSORS")
"""What of the environment a program on Windows cannot do without."""


class Group:
    """Hold one process and what it has started."""

    def __init__(
        self,
        words: Sequence[str],
        environment: Mapping[str, str],
        *,
        inherited: Sequence[int],
        stdout: int,
        stderr: int,
        folder: str,
        memory_bytes: int,
    ) -> None:
        """Start it; `inherited` are descriptors, on Windows handles, that it gets as they are."""
        options = _options(inherited)
        self._job = _job(memory_bytes)
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
            cwd=folder,
            env=environment,
            **options,
        )
        if self._job is not None and not self._job.take(self._process.pid):
            self._job.close()
            self._job = None

    def watch(self, ended: Callable[[int, float], None]) -> None:
        """Have a thread call `ended` with the exit code, negative for a signal, and when."""

        def wait() -> None:
            code = self._process.wait()
            ended(code, time.monotonic())

        threading.Thread(target=wait, name="kata-waiter", daemon=True).start()

    def end(self) -> bool:
        """End all of it; return whether the first process is gone within a few seconds."""
        self._end_once()
        try:
            self._process.wait(_ENDS_S)
        except subprocess.TimeoutExpired:
            return False
        self._end_once()  # what the last of them has started as it was ended
        return True

    def _end_once(self) -> None:
        if self._job is not None:
            self._job.end()
        elif sys.platform == "win32":
            _taskkill(self._process.pid)
        else:
            with suppress(ProcessLookupError, PermissionError):  # macOS says so of the dead
                os.killpg(self._process.pid, signal.SIGKILL)
        with suppress(OSError):
            self._process.kill()

    def close(self) -> None:
        """Give back what belongs to the system."""
        if self._job is not None:
            self._job.close()


def as_inherited(descriptor: int) -> int:
    """Return what a child process knows a descriptor of ours by: itself, or its handle."""
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415  # Windows alone has it

        return msvcrt.get_osfhandle(descriptor)
    return descriptor


def environment(program: Mapping[str, str], folder: str) -> dict[str, str]:
    """Return the whole environment: the same few variables for every submission."""
    path = "/usr/bin:/bin"
    kept: dict[str, str] = {}
    if sys.platform == "win32":
        path = os.path.join(os.environ.get("SYSTEMROOT", "C:\\Windows"), "System32")  # noqa: PTH118
        kept = {name: os.environ[name] for name in _KNOWN_TO_WINDOWS if name in os.environ}
    own = dict.fromkeys(("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP"), folder)
    return {"PATH": path, "LANG": "C.UTF-8", **kept, **own, **program}


def _options(inherited: Sequence[int]) -> dict[str, Any]:
    """Return how a process is started as a group of its own that inherits just what is named."""
    if sys.platform == "win32":
        start = subprocess.STARTUPINFO()
        for handle in inherited:
            os.set_handle_inheritable(handle, True)
        start.lpAttributeList = {"handle_list": list(inherited)}
        return {"startupinfo": start, "creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"pass_fds": tuple(inherited), "start_new_session": True}


def _taskkill(pid: int) -> None:
    words = ["taskkill", "/F", "/T", "/PID", str(pid)]
    with suppress(OSError, subprocess.TimeoutExpired):
        subprocess.run(words, capture_output=True, timeout=_ENDS_S, check=False)


def _job(memory_bytes: int) -> Job | None:
    if sys.platform != "win32":
        return None
    from graders.sandbox.plain.job import Job  # noqa: PLC0415  # Windows alone has it

    with suppress(OSError, AttributeError):
        return Job(memory_bytes)
    return None
