"""What no folder and no size of a process shows is found by its descriptors and its map."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from graders.sandbox.limit_monitor import held_by, shared_bytes
from graders.sandbox.process_tree import Process, look_at

MIB = 1 << 20


@contextmanager
def running(source: str, *words: str) -> Iterator[Process]:
    script = f"import ctypes, mmap, os, sys, threading, time\n{source}\nprint(flush=True)\n"
    waits = "time.sleep(600)"
    with subprocess.Popen(
        [sys.executable, "-c", f"{script}{waits}", *words], stdout=subprocess.PIPE
    ) as program:
        try:
            assert program.stdout is not None
            program.stdout.readline()
            look = look_at(program.pid)
            assert look is not None
            yield look
        finally:
            program.kill()


def test_deleted_files_count_once_whoever_has_them_open(tmp_path: Path) -> None:
    source = (
        "file = os.open(sys.argv[1], os.O_CREAT | os.O_RDWR)\n"
        "os.write(file, b'x' * (8 << 20))\nos.unlink(sys.argv[1])\nos.fork()"
    )
    with running(source, str(tmp_path / "file")) as process:
        found = held_by([process, process])
    total = sum(found.files.values()) + sum(found.memory.values())  # where /tmp is memory
    assert 8 * MIB <= total < 9 * MIB


def test_deleted_files_that_are_only_mapped_count(tmp_path: Path) -> None:
    source = (
        "file = os.open(sys.argv[1], os.O_CREAT | os.O_RDWR)\nos.write(file, b'x' * (8 << 20))\n"
        "kept = mmap.mmap(file, 8 << 20)\nos.close(file)\nos.unlink(sys.argv[1])"
    )
    # mmap keeps a descriptor of its own, so that one is closed as well
    source += "\nos.closerange(3, 100)"
    with running(source, str(tmp_path / "file")) as process:
        found = held_by([process])
    total = sum(found.files.values()) + sum(found.memory.values())
    assert 8 * MIB <= total < 9 * MIB


@pytest.mark.parametrize(
    "source",
    [
        "kept = os.memfd_create('x')\nos.write(kept, b'x' * (8 << 20))",
        "kept = mmap.mmap(-1, 8 << 20)\nkept[:] = b'x' * (8 << 20)\n"
        "kept.madvise(mmap.MADV_DONTNEED)",
    ],
)
def test_memory_that_is_in_no_size_counts(source: str) -> None:
    with running(source) as process:
        found = held_by([process])
    assert 8 * MIB <= sum(found.memory.values()) < 9 * MIB
    assert not sum(found.files.values())


def test_what_a_program_usually_maps_is_nothing_hidden() -> None:
    with running("import json, sqlite3") as process:
        found = held_by([process])
    assert sum(found.memory.values()) + sum(found.files.values()) < MIB


def test_the_first_thread_may_be_gone() -> None:
    source = (
        "def hold():\n    kept = bytearray(b'x') * (64 << 20)\n    print(flush=True)\n"
        "    time.sleep(600)\n"
        "threading.Thread(target=hold).start()\nctypes.CDLL(None).pthread_exit(None)"
    )
    with running(source) as before:
        process = before
        while process.thread == process.pid:
            look = look_at(process.pid)
            assert look is not None
            process = look
        assert process.state not in "ZX"
        assert process.resident > 64 * MIB


def test_shared_pages_are_told_apart() -> None:
    with running("kept = mmap.mmap(-1, 8 << 20)\nkept[:] = b'x' * (8 << 20)") as process:
        assert 8 * MIB <= shared_bytes(process) < 12 * MIB


def test_a_process_that_is_gone_holds_nothing() -> None:
    me = look_at(os.getpid())
    assert me is not None
    gone = Process(2**22 + 1, 1, "S", 1, 0, 0, 0.0, 0, 2**22 + 1)
    found = held_by([gone])
    assert not found.files and not found.memory and shared_bytes(gone) == 0
