"""Start a process with all that it will start as one group, measure that group, and end it.

On POSIX it is a session and process group of its own, which `killpg` ends: what has made itself a
session of its own gets away. On Windows it is a job object where one can be had, which holds
whatever it starts; otherwise a process group, and `taskkill /T`, which finds children by their
parents: what has lost its parent gets away.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

from graders.model.limits import Limits
from graders.sandbox.isolation import why_no_watching

_ENDS_S = 5.0
_TELLS_PARENTS = hasattr(os, "wait4")
"""Whether a parent is told what a child had used."""
_KNOWN_TO_WINDOWS = ("SYSTEMROOT", "WINDIR", "COMSPEC", "PATHEXT", "NUMBER_OF_PROCESSORS")
"""What of the environment a program on Windows cannot do without."""


class ProcessGroup:
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
        if _TELLS_PARENTS:
            with suppress(ChildProcessError):  # the host takes no note of its children
                _, status, used = os.wait4(self.pid, 0)
                self.reaped_cpu_s = used.ru_utime + used.ru_stime
                self._process.returncode = os.waitstatus_to_exitcode(status)
        code = self._process.wait()
        self._gone.set()
        return code

    def end(self) -> bool:
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
    if sys.platform == "win32":
        start = subprocess.STARTUPINFO()
        for handle in inherited:
            os.set_handle_inheritable(handle, True)
        start.lpAttributeList = {"handle_list": list(inherited)}
        return {"startupinfo": start, "creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"pass_fds": tuple(inherited), "start_new_session": True}


def _kill_group(leader: int) -> bool:
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
    # Windows alone has it

    with suppress(OSError, AttributeError):
        return Job(memory_bytes)
    return None


_ACCOUNTING = 1
"""JobObjectBasicAccountingInformation."""
_LIMITS = 9
"""JobObjectExtendedLimitInformation."""
_TICKS_A_SECOND = 10_000_000
_JOB_MEMORY, _KILL_ON_CLOSE = 0x200, 0x2000
_MAY_BE_TAKEN = 0x100 | 0x1
"""PROCESS_SET_QUOTA and PROCESS_TERMINATE."""
_ENDED = 1
_DWORD = ctypes.c_uint32


class _Basic(ctypes.Structure):
    _fields_ = (
        ("per_process_user_time", ctypes.c_int64),
        ("per_job_user_time", ctypes.c_int64),
        ("flags", _DWORD),
        ("least_working_set", ctypes.c_size_t),
        ("most_working_set", ctypes.c_size_t),
        ("active_processes", _DWORD),
        ("affinity", ctypes.c_size_t),
        ("priority_class", _DWORD),
        ("scheduling_class", _DWORD),
    )


class _Extended(ctypes.Structure):
    _fields_ = (
        ("basic", _Basic),
        ("io_counters", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process_memory", ctypes.c_size_t),
        ("peak_job_memory", ctypes.c_size_t),
    )


class _Accounting(ctypes.Structure):
    _fields_ = (
        ("user_time", ctypes.c_int64),
        ("kernel_time", ctypes.c_int64),
        ("user_time_of_period", ctypes.c_int64),
        ("kernel_time_of_period", ctypes.c_int64),
        ("page_faults", _DWORD),
        ("processes", _DWORD),
        ("active_processes", _DWORD),
        ("terminated_processes", _DWORD),
    )


class Job:
    """A job: its processes may hold so many bytes together, and none outlives its handle."""

    def __init__(self, memory_bytes: int) -> None:
        """Make it; raises `OSError` where Windows refuses."""
        self._system = _calls()
        self._handle = self._system.CreateJobObjectW(None, None)
        if not self._handle:
            raise OSError("no job object can be made")
        limits = _Extended()
        limits.basic.flags = _JOB_MEMORY | _KILL_ON_CLOSE
        limits.job_memory = memory_bytes
        size = ctypes.sizeof(limits)
        if not self._system.SetInformationJobObject(
            self._handle, _LIMITS, ctypes.byref(limits), size
        ):
            self.close()
            raise OSError("a job object takes no limits")

    def take(self, pid: int) -> bool:
        process = self._system.OpenProcess(_MAY_BE_TAKEN, False, pid)
        if not process:
            return False
        try:
            return bool(self._system.AssignProcessToJobObject(self._handle, process))
        finally:
            self._system.CloseHandle(process)

    def cpu_s(self) -> float | None:
        """Return the CPU seconds of all that was ever in it; None where Windows does not say."""
        told = _Accounting()
        size = ctypes.sizeof(told)
        if not self._system.QueryInformationJobObject(
            self._handle, _ACCOUNTING, ctypes.byref(told), size, None
        ):
            return None
        return float(told.user_time + told.kernel_time) / _TICKS_A_SECOND

    def end(self) -> None:
        self._system.TerminateJobObject(self._handle, _ENDED)

    def close(self) -> None:
        """Give it back, which ends whatever is in it."""
        handle, self._handle = self._handle, None
        if handle:
            self._system.CloseHandle(handle)


def _calls() -> Any:
    system = ctypes.WinDLL("kernel32", use_last_error=True)  # type: ignore[attr-defined,unused-ignore]
    handle, flag, number = ctypes.c_void_p, ctypes.c_int, _DWORD
    for name, result, *arguments in (
        ("CreateJobObjectW", handle, ctypes.c_void_p, ctypes.c_wchar_p),
        ("SetInformationJobObject", flag, handle, ctypes.c_int, ctypes.c_void_p, number),
        (
            "QueryInformationJobObject",
            *(flag, handle, ctypes.c_int, ctypes.c_void_p, number, ctypes.c_void_p),
        ),
        ("OpenProcess", handle, number, flag, number),
        ("AssignProcessToJobObject", flag, handle, handle),
        ("TerminateJobObject", flag, handle, number),
        ("CloseHandle", flag, handle),
    ):
        call = getattr(system, name)
        call.restype, call.argtypes = result, arguments
    return system


class Used(NamedTuple):
    """The CPU seconds of all processes of a run, and those that it was kept off the cores.

    `kept_off_s` counts from the last mark. Either is None where the system does not tell.
    """

    cpu_s: float | None
    kept_off_s: float | None = None


class Teller(Protocol):
    """What the processes of one run have used while they live."""

    def look(self) -> None:
        """Take note of what will be gone with its process; to be called again and again."""

    def used(self, *, mark: bool) -> Used:
        """Return what was used so far; with `mark`, `kept_off_s` counts from here."""


def teller(group: ProcessGroup, limits: Limits) -> Teller | None:
    """Return who tells of the living here; None where nobody does."""
    if sys.platform == "linux" and not why_no_watching():
        return _FromProc(group, limits)
    return None if group.job is None else _FromJob(group)


class _FromProc:
    """What `/proc` tells of the living; what the first had used in the end its parent is told."""

    def __init__(self, group: ProcessGroup, limits: Limits) -> None:
        # Linux alone has what these modules import.
        from graders.sandbox.meter import Meter  # noqa: PLC0415
        from graders.sandbox.process_tree import SessionTree  # noqa: PLC0415
        from graders.sandbox.supervisor_protocol import SandboxOrder  # noqa: PLC0415

        self._group = group
        self._tree = SessionTree(group.pid)
        self._meter = Meter(self._tree, None, SandboxOrder((), {}, limits))

    def look(self) -> None:
        self._tree.refresh()
        self._meter.look()

    def used(self, *, mark: bool) -> Used:
        # Before the living are looked at: what is reaped by now is none of them.
        self._tree.note_reaped(self._group.reaped_cpu_s or 0.0)
        usage = self._meter.measured(mark=mark)
        return Used(usage.cpu_s, usage.kept_off_s)


class _FromJob:
    def __init__(self, group: ProcessGroup) -> None:
        self._group = group

    def look(self) -> None:
        """Leave it to the job, which forgets nobody."""

    def used(self, *, mark: bool) -> Used:  # a job tells of no waiting, so that nothing is marked
        return Used(None if self._group.job is None else self._group.job.cpu_s())
