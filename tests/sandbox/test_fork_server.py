"""A child that is ready ahead of time becomes the command, or says why it cannot."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from graders.model.limits import Limits
from graders.sandbox import cgroup
from graders.sandbox import fork_server as fork_server_module
from graders.sandbox.fork_server import ForkServer, ForkServerError
from graders.sandbox.supervisor_protocol import SandboxOrder


@pytest.fixture(params=[cgroup.Site(), cgroup.find_site()], ids=["no group", "a group, if any"])
def fork_server(request: pytest.FixtureRequest) -> Iterator[ForkServer]:
    fork_server = ForkServer(request.param)
    yield fork_server
    fork_server.end()
    with pytest.raises(ChildProcessError):
        os.waitpid(fork_server.pid, 0)
    assert fork_server.group is None or not any(map(os.path.exists, fork_server.group.site.folders))


def printed(fork_server: ForkServer, script: str, *more: int, cpus: tuple[int, ...] = ()) -> str:
    wanted = SandboxOrder(("/bin/sh", "-c", script), {"WORD": "here"}, Limits(), cpus=cpus)
    read_from, write_to = os.pipe()
    nothing = os.open(os.devnull, os.O_RDWR)
    fork_server.start(wanted, [nothing, write_to, nothing, *more])
    os.close(write_to)
    os.close(nothing)
    with open(read_from, encoding="utf-8") as pipe:  # noqa: PTH123
        said = pipe.read()
    os.waitpid(fork_server.pid, 0)
    return said


def test_gets_words_environment_and_descriptors_and_nothing_else(fork_server: ForkServer) -> None:
    assert fork_server.is_there()
    note = os.memfd_create("note")
    os.write(note, b"a note")
    os.lseek(note, 0, os.SEEK_SET)
    script = "echo $WORD; cat /proc/self/fd/10; echo; echo $(ls /proc/self/fd); set | grep -c HOME"
    said = printed(fork_server, script, note).splitlines()
    os.close(note)
    assert said[:2] == ["here", "a note"]
    assert set(said[2].split()) - {"0", "1", "2", "10", "3"} == set()  # 3 is the listing itself
    assert said[3] == "0"


def test_stands_alone_with_every_signal_as_it_was(fork_server: ForkServer) -> None:
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    try:
        assert fork_server.is_there()
        fields = printed(fork_server, "cat /proc/self/status")
    finally:
        signal.signal(signal.SIGUSR1, signal.SIG_DFL)
    ignored = next(line for line in fields.splitlines() if line.startswith("SigIgn"))
    ours = sum(1 << (number - 1) for number in signal.valid_signals())  # two are the C library's
    assert int(ignored.split()[1], 16) & ours == 0


def test_runs_where_it_is_told_to(fork_server: ForkServer) -> None:
    core = max(os.sched_getaffinity(0))
    said = printed(fork_server, "grep Cpus_allowed_list /proc/self/status", cpus=(core,))
    assert said.split()[-1] == str(core)


def test_says_what_cannot_be_executed(fork_server: ForkServer) -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    with pytest.raises(FileNotFoundError, match="/no/such"):
        fork_server.start(SandboxOrder(("/no/such",), {}, Limits()), [nothing] * 3)
    os.close(nothing)
    os.waitpid(fork_server.pid, 0)


def test_one_that_was_killed_is_missed(fork_server: ForkServer) -> None:
    os.kill(fork_server.pid, signal.SIGKILL)
    os.waitpid(fork_server.pid, 0)
    nothing = os.open(os.devnull, os.O_RDWR)
    with pytest.raises(ForkServerError):
        fork_server.start(SandboxOrder(("/bin/true",), {}, Limits()), [nothing] * 3)
    os.close(nothing)


def test_is_let_go_without_work(fork_server: ForkServer) -> None:
    assert fork_server.is_there()


def stopped(fork_server: ForkServer) -> None:
    """Stop the child that waits for its order."""
    assert fork_server.is_there()
    os.kill(fork_server.pid, signal.SIGSTOP)
    os.waitid(os.P_PID, fork_server.pid, os.WSTOPPED)


def test_one_that_was_stopped_is_continued(
    fork_server: ForkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped(fork_server)
    monkeypatch.setattr(fork_server_module, "_PROMPT_S", 0.05)
    assert printed(fork_server, "echo $WORD") == "here\n"


def test_one_that_stays_stopped_is_told_of_in_a_sentence(
    fork_server: ForkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped(fork_server)
    monkeypatch.setattr(fork_server_module, "_PROMPT_S", 0.05)
    monkeypatch.setattr(fork_server_module, "_READY_S", 0.05)
    monkeypatch.setattr(fork_server, "_continue", lambda: None)
    nothing = os.open(os.devnull, os.O_RDWR)
    with pytest.raises(ForkServerError, match=r"did nothing for 0\.1 s.*find out what stops"):
        fork_server.start(SandboxOrder(("/bin/true",), {}, Limits()), [nothing] * 3)
    os.close(nothing)
    os.kill(fork_server.pid, signal.SIGKILL)
    os.waitpid(fork_server.pid, 0)
