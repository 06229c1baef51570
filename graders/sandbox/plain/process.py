"""Start a process with all that it will start as one group, and end that group.

On POSIX it is a session and process group of its own, which `killpg` ends: what has made itself a
session of its own gets away. The first process is ended before all others, so that it is known
whether there were any whose CPU time nobody is told. On Windows it is a job object where one can be
had, which holds whatever it starts; otherwise a process group, and `taskkill /T`, which finds
children by their parents: what has lost its parent gets away.
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
_TELLS_PARENTS = hasattr(os, "wait4")
"""Whether a parent is told what a child had used."""
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
        self.job = _job(memory_bytes)
        self.reaped_cpu_s: float | None = None
        self._others_were_left = self._is_watched = False
        self._gone, self._ending = threading.Event(), threading.Lock()
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
            cwd=folder,
            env=environment,
            **options,
        )
        if self.job is not None and not self.job.take(self.pid):
            self.job.close()
            self.job = None

    @property
    def pid(self) -> int:
        """Return the number of the first process."""
        return self._process.pid

    @property
    def cpu_s(self) -> float | None:
        """Return the CPU seconds of all that has ended, of which a system tells a parent.

        Those are of the first process and of what it has waited for. None before it has ended,
        where others were left whose time nobody is told, and on Windows.
        """
        return None if self._others_were_left else self.reaped_cpu_s

    def watch(self, ended: Callable[[int, float], None]) -> None:
        """Have a thread call `ended` with the exit code, negative for a signal, and when."""

        def wait() -> None:
            code = self._reap()
            ended(code, time.monotonic())

        self._is_watched = True
        threading.Thread(target=wait, name="kata-waiter", daemon=True).start()

    def _reap(self) -> int:
        """Wait for the end of the first process; return its exit code."""
        if _TELLS_PARENTS:
            with suppress(ChildProcessError):  # the host takes no note of its children
                _, status, used = os.wait4(self.pid, 0)
                self.reaped_cpu_s = used.ru_utime + used.ru_stime
                self._process.returncode = os.waitstatus_to_exitcode(status)
        code = self._process.wait()
        self._gone.set()
        return code

    def end(self) -> bool:
        """End all of it; return whether the first process is gone within a few seconds."""
        if self.job is not None:
            self.job.end()
        elif sys.platform == "win32":
            _taskkill(self.pid)
        self._end_first()
        if not self._is_watched:
            self._reap()
        gone = self._gone.wait(_ENDS_S)
        self._end_others()
        return gone

    def _end_first(self) -> None:
        with suppress(OSError):
            if _TELLS_PARENTS and not self._gone.is_set():
                os.kill(self.pid, signal.SIGKILL)  # Popen would wait for it, if only for a moment
            elif not _TELLS_PARENTS:
                self._process.kill()

    def _end_others(self) -> None:
        if self.job is not None:
            self.job.end()  # what the last of them has started as it was ended
        elif sys.platform == "win32":
            _taskkill(self.pid)
        else:
            with self._ending:
                self._others_were_left |= _kill_group(self.pid)

    def close(self) -> None:
        """Give back what belongs to the system."""
        if self.job is not None:
            self.job.close()


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


def _kill_group(leader: int) -> bool:
    """Kill what is left of a process group, twice; return whether anything was."""
    try:
        os.killpg(leader, signal.SIGKILL)
    except ProcessLookupError:
        return False
    except PermissionError:  # macOS says so of the dead
        return True
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)  # what the last of them has started as it was ended
    return True


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
