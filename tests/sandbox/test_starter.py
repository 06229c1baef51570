"""A child that is ready ahead of time becomes the command, or says why it cannot."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from graders.model.limits import Limits
from graders.sandbox import cgroup
from graders.sandbox import fork_server as starter_module
from graders.sandbox.fork_server import ForkServer, ForkServerError
from graders.sandbox.supervisor_protocol import Order


@pytest.fixture(params=[cgroup.Site(), cgroup.find()], ids=["no group", "a group, if any"])
def starter(request: pytest.FixtureRequest) -> Iterator[ForkServer]:
    starter = ForkServer(request.param)
    yield starter
    starter.end()
    with pytest.raises(ChildProcessError):
        os.waitpid(starter.pid, 0)
    assert starter.group is None or not any(map(os.path.exists, starter.group.site.folders))


def printed(starter: ForkServer, script: str, *more: int, cpus: tuple[int, ...] = ()) -> str:
    wanted = Order(("/bin/sh", "-c", script), {"WORD": "here"}, Limits(), cpus=cpus)
    read_from, write_to = os.pipe()
    nothing = os.open(os.devnull, os.O_RDWR)
    starter.start(wanted, [nothing, write_to, nothing, *more])
    os.close(write_to)
    os.close(nothing)
    with open(read_from, encoding="utf-8") as pipe:  # noqa: PTH123
        said = pipe.read()
    os.waitpid(starter.pid, 0)
    return said


def test_gets_words_environment_and_descriptors_and_nothing_else(starter: ForkServer) -> None:
    assert starter.is_there()
    note = os.memfd_create("note")
    os.write(note, b"a note")
    os.lseek(note, 0, os.SEEK_SET)
    script = "echo $WORD; cat /proc/self/fd/10; echo; echo $(ls /proc/self/fd); set | grep -c HOME"
    said = printed(starter, script, note).splitlines()
    os.close(note)
    assert said[:2] == ["here", "a note"]
    assert set(said[2].split()) - {"0", "1", "2", "10", "3"} == set()  # 3 is the listing itself
    assert said[3] == "0"


def test_stands_alone_with_every_signal_as_it_was(starter: ForkServer) -> None:
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    try:
        assert starter.is_there()
        fields = printed(starter, "cat /proc/self/status")
    finally:
        signal.signal(signal.SIGUSR1, signal.SIG_DFL)
    ignored = next(line for line in fields.splitlines() if line.startswith("SigIgn"))
    ours = sum(1 << (number - 1) for number in signal.valid_signals())  # two are the C library's
    assert int(ignored.split()[1], 16) & ours == 0


def test_runs_where_it_is_told_to(starter: ForkServer) -> None:
    core = max(os.sched_getaffinity(0))
    said = printed(starter, "grep Cpus_allowed_list /proc/self/status", cpus=(core,))
    assert said.split()[-1] == str(core)


def test_says_what_cannot_be_executed(starter: ForkServer) -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    with pytest.raises(FileNotFoundError, match="/no/such"):
        starter.start(Order(("/no/such",), {}, Limits()), [nothing] * 3)
    os.close(nothing)
    os.waitpid(starter.pid, 0)


def test_one_that_was_killed_is_missed(starter: ForkServer) -> None:
    os.kill(starter.pid, signal.SIGKILL)
    os.waitpid(starter.pid, 0)
    nothing = os.open(os.devnull, os.O_RDWR)
    with pytest.raises(ForkServerError):
        starter.start(Order(("/bin/true",), {}, Limits()), [nothing] * 3)
    os.close(nothing)


def test_is_let_go_without_work(starter: ForkServer) -> None:
    assert starter.is_there()


def stopped(starter: ForkServer) -> None:
    """Stop the child that waits for its order."""
    assert starter.is_there()
    os.kill(starter.pid, signal.SIGSTOP)
    os.waitid(os.P_PID, starter.pid, os.WSTOPPED)


def test_one_that_was_stopped_is_continued(
    starter: ForkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starter_module, "_PROMPT_S", 0.05)
    stopped(starter)
    assert printed(starter, "echo $WORD") == "here\n"


def test_one_that_stays_stopped_is_told_of_in_a_sentence(
    starter: ForkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starter_module, "_PROMPT_S", 0.05)
    monkeypatch.setattr(starter_module, "_READY_S", 0.05)
    monkeypatch.setattr(starter, "_continue", lambda: None)
    stopped(starter)
    nothing = os.open(os.devnull, os.O_RDWR)
    with pytest.raises(ForkServerError, match=r"did nothing for 0\.1 s.*find out what stops"):
        starter.start(Order(("/bin/true",), {}, Limits()), [nothing] * 3)
    os.close(nothing)
    os.kill(starter.pid, signal.SIGKILL)
    os.waitpid(starter.pid, 0)
