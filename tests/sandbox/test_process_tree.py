"""Every process of a sandbox is seen, counted and ended, however it tries to get away."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from graders.sandbox.process_tree import (
    Tree,
    adopt_orphans,
    all_pids,
    cpu_s,
    look_at,
    peak_memory,
    proportional,
)

FORKS = "import os, time\nfor _ in range({0}): os.fork()\nprint(flush=True)\ntime.sleep(600)\n"
DOUBLE_FORK = """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        print(os.getpid(), flush=True)
        time.sleep(600)
    os._exit(0)
os.wait()
"""
HOPS = """
import os, time
print(flush=True)
end = time.monotonic() + 20
while time.monotonic() < end:
    if os.fork():
        os._exit(0)
"""


class Started:
    """Hold a program whose tree is followed."""

    def __init__(self, source: str) -> None:
        adopt_orphans()
        before = all_pids()
        limited = f"import resource\nresource.setrlimit(resource.RLIMIT_CPU, (20, 20))\n{source}"
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", limited], stdout=subprocess.PIPE, text=True
        )
        self.tree = Tree(self.process.pid, before)

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def end(self) -> bool:
        gone = self.tree.kill()
        if self.tree.status is not None:
            self.process.returncode = os.waitstatus_to_exitcode(self.tree.status)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return gone


@pytest.fixture
def start() -> Iterator[object]:
    started: list[Started] = []

    def begin(source: str) -> Started:
        started.append(Started(source))
        return started[-1]

    yield begin
    for one in started:
        one.end()


def test_children_of_children_belong_to_the_tree(start) -> None:  # type: ignore[no-untyped-def]
    one = start(FORKS.format(3))
    for _ in range(8):
        one.line()
    assert len(one.tree.refresh()) == 8
    assert one.end()
    assert one.tree.refresh() == []


def test_a_daemon_that_left_its_session_is_still_in_sight(start) -> None:  # type: ignore[no-untyped-def]
    one = start(DOUBLE_FORK)
    daemon = int(one.line())
    while look_at(one.process.pid) and look_at(one.process.pid).state != "Z":
        time.sleep(0.001)
    assert daemon in {process.pid for process in one.tree.refresh()}
    assert one.end()
    assert look_at(daemon) is None


def test_stopped_programs_are_ended_too(start) -> None:  # type: ignore[no-untyped-def]
    one = start("import os, signal\nprint(flush=True)\nos.kill(os.getpid(), signal.SIGSTOP)")
    one.line()
    assert one.end()
    assert one.process.returncode == -signal.SIGKILL


def test_a_program_that_hops_from_process_to_process_is_caught(start) -> None:  # type: ignore[no-untyped-def]
    one = start(HOPS)
    one.line()
    assert one.end()
    assert one.tree.refresh() == []


def test_an_unrelated_child_of_ours_is_left_alone(start) -> None:  # type: ignore[no-untyped-def]
    first = start("import time\nprint(flush=True)\ntime.sleep(600)")
    second = start("import time\nprint(flush=True)\ntime.sleep(600)")
    first.line(), second.line()
    assert first.end()
    assert second.process.poll() is None


def test_the_time_of_the_dead_still_counts(start) -> None:  # type: ignore[no-untyped-def]
    burn = "import time\nwhile time.process_time() < 0.2: pass\nprint(flush=True)"
    one = start(burn)
    one.line()
    assert one.end()
    assert one.tree.cpu_s() >= 0.2


def test_this_process_can_be_measured() -> None:
    me = look_at(os.getpid())
    assert me is not None and me.threads >= 1 and me.resident > 0
    assert cpu_s(os.getpid()) > 0
    held, asked = peak_memory(os.getpid())
    assert 0 < held < asked
    assert proportional(os.getpid()) != 0


def test_a_process_that_is_gone_measures_nothing() -> None:
    gone = 2**22 + 1
    assert look_at(gone) is None
    assert cpu_s(gone) == 0
    assert peak_memory(gone) == (0, 0)
    assert proportional(gone) is None
