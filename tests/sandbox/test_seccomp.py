"""The system-call filter refuses what no solution needs, and nothing that one does."""

from __future__ import annotations

import errno
import os
import platform

import pytest

from graders.sandbox.seccomp import SeccompFilter, seccomp_filter
from tests.sandbox.walled import said_behind

INSTALL = """
from graders.sandbox.seccomp import seccomp_filter, install
install(seccomp_filter().program)
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def call(*words):
    ctypes.set_errno(0)
    libc.syscall(*words)
    return ctypes.get_errno()
"""
NEW_USERS = 0x10000000
X86_64 = {
    "keyctl": (250, 0, -3, 0),
    "add_key": (248, b"user", b"kata", b"x", 1, -4),
    "request_key": (249, b"user", b"kata", None, -3),
    "io_uring_setup": (425, 1, None),
    "userfaultfd": (323, 1),
    "ptrace": (101, 0, 0, 0, 0),
    "process_vm_readv": (310, 1, None, 0, None, 0, 0),
    "kcmp": (312, 1, 1, 0, 0, 0),
    "pidfd_getfd": (438, 0, 0, 0),
    "perf_event_open": (298, None, 0, -1, -1, 0),
    "bpf": (321, 0, None, 0),
    "personality": (135, 0x40000),
    "mount": (165, None, None, None, 0, None),
    "fsopen": (430, b"tmpfs", 0),
    "unshare": (272, NEW_USERS),
    "setns": (308, 0, 0),
    "clone for a user namespace": (56, NEW_USERS | 17, None, None, None, 0),
    "sched_setaffinity": (203, 0, 0, None),
    "memfd_create": (319, b"kata", 0),
    "memfd_secret": (447, 0),
    "shmget": (29, 0, 4096, 0o1600),
    "semget": (64, 0, 1, 0o1600),
    "msgget": (68, 0, 0o1600),
    "mq_open": (240, b"kata", 0o102, 0o600, None),
    "socket of another family": (41, 40, 1, 0),
    "packet socket": (41, 17, 3, 0),
    "datagrams over the internet": (41, 2, 2, 0),
    "another protocol over the internet": (41, 2, 1, 262),
    "a family in 64 bits": (41, (1 << 32) | 40, 1, 0),
    "limits of another process": (302, 1, 7, b"\\0" * 16, None),
    "priority of all processes of the user": (141, 2, 0, 19),
    "mincore": (27, None, 0, None),
    "cachestat": (451, 0, None, None, 0),
    "a number of the x32 table": (0x40000000 | 39,),
}

needs_filter = pytest.mark.skipif(
    bool(seccomp_filter().trouble), reason=f"there is no filter here: {seccomp_filter().trouble}"
)
on_x86_64 = pytest.mark.skipif(
    platform.machine() != "x86_64", reason="the numbers are those of x86-64"
)


@needs_filter
@on_x86_64
def test_every_call_that_no_solution_needs_is_refused() -> None:
    lines = f"said = {{name: call(*words) for name, words in {X86_64!r}.items()}}"
    said = said_behind(INSTALL, lines)
    assert said == dict.fromkeys(X86_64, errno.EPERM)


@needs_filter
@on_x86_64
def test_calls_whose_arguments_cannot_be_seen_seem_not_to_be_there() -> None:
    said = said_behind(INSTALL, "said = [call(435, None, 0), call(500)]")
    assert said == [errno.ENOSYS, errno.ENOSYS]


@needs_filter
@on_x86_64
def test_calls_by_the_table_of_another_machine_are_refused() -> None:
    # mov eax, 20 (getpid there); int 0x80; ret
    lines = """
import mmap
place = mmap.mmap(-1, 4096, prot=7)
place.write(bytes.fromhex("b814000000cd80c3"))
there = ctypes.addressof(ctypes.c_char.from_buffer(place))
said = ctypes.CFUNCTYPE(ctypes.c_int)(there)()
"""
    assert said_behind(INSTALL, lines) in (-errno.EPERM, -errno.ENOSYS)


@needs_filter
def test_what_solutions_and_the_confinement_use_is_there() -> None:
    lines = """
import asyncio, multiprocessing, resource, socket, sqlite3, subprocess, tempfile, threading
said = []
said.append(subprocess.run(["/bin/echo", "a"], capture_output=True).stdout)
with multiprocessing.get_context("fork").Pool(2) as pool:
    said.append(pool.map(abs, [-1, -2]))
async def think():
    return await asyncio.to_thread(lambda: 4)
said.append(asyncio.run(think()))
thread = threading.Thread(target=lambda: said.append("thread"))
thread.start()
thread.join()
with tempfile.NamedTemporaryFile() as file:
    said.append(sqlite3.connect(file.name).execute("select 3").fetchone()[0])
callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)(lambda number: number + 1)
said.append(callback(1))
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
os.getpriority(os.PRIO_PROCESS, 0)
os.kill(os.getpid(), 0)
for family in (socket.AF_UNIX, socket.AF_INET):
    socket.socket(family).close()
said.append(len(socket.socketpair()))
"""
    assert said_behind(INSTALL, lines) == [b"a\n", [1, 2], 4, "thread", 3, 2, 2]


@needs_filter
@pytest.mark.skipif(os.geteuid() != 0, reason="only root changes its user")
def test_root_still_becomes_somebody_else() -> None:
    lines = """
os.setgroups([])
os.setresgid(1234567, 1234567, 1234567)
os.setresuid(1234567, 1234567, 1234567)
said = [os.getuid(), libc.prctl(47, 4, 0, 0, 0)]
"""
    assert said_behind(INSTALL, lines) == [1234567, 0]


def test_where_the_library_is_missing_there_is_no_filter_and_it_is_said() -> None:
    lines = """
sys.modules["pyseccomp"] = None
from graders.sandbox.seccomp import seccomp_filter
said = (seccomp_filter().program, seccomp_filter().trouble)
"""
    program, trouble = said_behind("", lines)
    assert program == b""
    assert "pyseccomp is not installed" in trouble


def test_the_filter_is_made_once() -> None:
    made = seccomp_filter()
    assert isinstance(made, SeccompFilter)
    assert seccomp_filter() is made
    assert bool(made.program) is not bool(made.trouble)
