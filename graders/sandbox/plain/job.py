"""Hold processes in a Windows job object: what they start is in it too, and all end with it.

The calls and structures are those of `jobapi2.h` and `winnt.h`. This module is loaded on Windows
alone.
"""

from __future__ import annotations

import ctypes
from typing import Any

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
    """Hold a job: its processes may hold so many bytes together, and none outlives its handle."""

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
        """Take a process into the job; return whether that was done."""
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
        """End every process in it."""
        self._system.TerminateJobObject(self._handle, _ENDED)

    def close(self) -> None:
        """Give it back, which ends whatever is in it."""
        handle, self._handle = self._handle, None
        if handle:
            self._system.CloseHandle(handle)


def _calls() -> Any:
    """Return the calls, declared: a handle takes all bits of a pointer."""
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
