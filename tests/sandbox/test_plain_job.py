"""The Windows job object: what is asked of the system, byte for byte, by calls that are stood in.

The sizes and numbers are those of `winnt.h` on a machine of 64 bits.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import pytest

from graders.sandbox import plain_process
from graders.sandbox.plain_process import Job

HANDLE, PROCESS = 0x1_0000_0010, 0x20


class Kernel:
    """Stand for kernel32: note each call; those that are `refused` fail."""

    def __init__(self, *refused: str) -> None:
        self.called: list[tuple[Any, ...]] = []
        self._refused = refused
        self._declared: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        if name not in self._declared:
            self._declared[name] = self._call(name)
        return self._declared[name]

    def _call(self, name: str) -> Callable[..., int]:
        def call(*arguments: Any) -> int:
            self.called.append((name, *arguments))
            if name in self._refused:
                return 0
            if name == "QueryInformationJobObject":
                arguments[2]._obj.user_time, arguments[2]._obj.kernel_time = 12_500_000, 2_500_000
            return {"CreateJobObjectW": HANDLE, "OpenProcess": PROCESS}.get(name, 1)

        return call

    @property
    def names(self) -> list[str]:
        return [name for name, *_ in self.called]


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Kernel]:
    def stand_in(*refused: str) -> Kernel:
        kernel = Kernel(*refused)
        monkeypatch.setattr(ctypes, "WinDLL", lambda *_, **__: kernel, raising=False)
        return kernel

    return stand_in


def test_the_structures_are_as_large_as_windows_has_them() -> None:
    assert ctypes.sizeof(plain_process._Basic) == 64
    assert ctypes.sizeof(plain_process._Extended) == 144
    places = {
        name: getattr(plain_process._Basic, name).offset
        for name, *_ in plain_process._Basic._fields_
    }
    assert (places["flags"], places["least_working_set"], places["affinity"]) == (16, 24, 48)
    assert plain_process._Extended.job_memory.offset == 120


def test_it_is_limited_and_ends_with_its_handle(system: Callable[..., Kernel]) -> None:
    kernel = system()
    made = Job(512 << 20)
    name, handle, kind, pointer, size = kernel.called[1]
    limits = pointer._obj
    assert (name, handle, kind, size) == ("SetInformationJobObject", HANDLE, 9, 144)
    assert (limits.basic.flags, limits.job_memory) == (0x2200, 512 << 20)
    assert made.take(4711) is True
    made.end()
    made.close()
    made.close()
    assert kernel.called[2:] == [
        ("OpenProcess", 0x101, False, 4711),
        ("AssignProcessToJobObject", HANDLE, PROCESS),
        ("CloseHandle", PROCESS),
        ("TerminateJobObject", HANDLE, 1),
        ("CloseHandle", HANDLE),
    ]


def test_it_tells_the_cpu_time_of_all_that_was_in_it(system: Callable[..., Kernel]) -> None:
    kernel = system()
    assert Job(1 << 20).cpu_s() == 1.5
    name, handle, kind, _, size, returned = kernel.called[-1]
    assert (name, handle, kind) == ("QueryInformationJobObject", HANDLE, 1)
    assert (size, returned) == (48, None)
    assert plain_process._Accounting.page_faults.offset == 32


def test_where_windows_does_not_tell_the_time_nothing_is_known(
    system: Callable[..., Kernel],
) -> None:
    system("QueryInformationJobObject")
    assert Job(1 << 20).cpu_s() is None


def test_handles_are_declared_as_wide_as_pointers(system: Callable[..., Kernel]) -> None:
    kernel = system()
    Job(1 << 20)
    assert kernel.CreateJobObjectW.restype is ctypes.c_void_p
    assert list(kernel.AssignProcessToJobObject.argtypes) == [ctypes.c_void_p] * 2


@pytest.mark.parametrize("refused", ["CreateJobObjectW", "SetInformationJobObject"])
def test_where_windows_refuses_one_that_is_told(
    refused: str, system: Callable[..., Kernel]
) -> None:
    kernel = system(refused)
    with pytest.raises(OSError, match="job object"):
        Job(1 << 20)
    assert kernel.names.count("CloseHandle") == (refused != "CreateJobObjectW")


@pytest.mark.parametrize("refused", ["OpenProcess", "AssignProcessToJobObject"])
def test_a_process_that_it_cannot_take_is_left_to_others(
    refused: str, system: Callable[..., Kernel]
) -> None:
    kernel = system(refused)
    assert Job(1 << 20).take(4711) is False
    assert kernel.names.count("CloseHandle") == (refused != "OpenProcess")
