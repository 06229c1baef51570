"""A confined child reads what strangers wrote, and can be lost without loss."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from graders.sandbox.confined import Confined, ConfinedError, Failure, Work
from graders.sandbox.landlock import version_here, walls_of
from tests.tiers import sampled

MIB = 1 << 20
WORK = Work("tests.sandbox.confined_work", 192 * MIB)


@pytest.fixture
def child() -> Iterator[Confined]:
    one = Confined(WORK)
    yield one
    one.close()


@pytest.mark.parametrize(
    ("way", "failure"),
    [
        ("spin", Failure.TOO_LONG),
        ("grow", Failure.TOO_MUCH_MEMORY),
        ("sink", Failure.TOO_DEEP),
        ("die", Failure.DIED),
        ("raise", Failure.FAILED),
        ("long", Failure.TOO_LARGE),
    ],
)
def test_whatever_it_comes_to_is_told_and_the_next_question_is_answered(
    way: str, failure: Failure, child: Confined
) -> None:
    cpu_s = 0.1 if failure is Failure.TOO_LONG else 1.0
    with pytest.raises(ConfinedError) as error:
        child.ask(way.encode(), cpu_s, most_reply=1000)
    assert error.value.failure is failure
    assert child.ask(b"pid", 1.0).data == str(child.pid).encode()


def test_one_child_answers_many_questions_and_tells_its_seconds(child: Confined) -> None:
    said = [child.ask(b"pid", 1.0) for _ in range(50)]
    assert {each.data for each in said} == {str(child.pid).encode()}
    assert child.processes == 1
    assert all(0 <= each.cpu_s < 1 for each in said)


def test_it_is_handed_open_files(child: Confined) -> None:
    with tempfile.TemporaryFile() as one, tempfile.TemporaryFile() as other:
        one.write(b"one ")
        other.write(b"other")
        one.flush()
        other.flush()
        handed = (one.fileno(), other.fileno())
        assert [child.ask(b"", 1.0, handed).data for _ in range(40)] == [b"one other"] * 40


@pytest.mark.parametrize("way", ["fork", "write", "read", "connect"])
def test_it_starts_nothing_writes_nothing_and_reaches_nothing(way: str, child: Confined) -> None:
    walls = walls_of(version_here())
    if (way in ("read", "write") and not walls.files) or (way == "connect" and not walls.tcp):
        pytest.skip("this kernel's Landlock does not close that")
    with pytest.raises(ConfinedError) as error:
        child.ask(way.encode(), 1.0)
    assert error.value.failure is Failure.FAILED
    said = str(error.value)
    assert said.startswith(("PermissionError", "BlockingIOError"))
    assert not Path("/tmp/kata-confined").exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_it_is_not_root(child: Confined) -> None:
    assert child.ask(b"user", 1.0).data != b"0"


def test_a_child_that_is_stopped_is_ended_in_the_end(
    child: Confined, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graders.sandbox.confined._WALL_SPARE_S", 0.2)
    child.ask(b"pid", 0.01)
    assert child.pid is not None
    os.kill(child.pid, 19)
    with pytest.raises(ConfinedError) as error:
        child.ask(b"pid", 0.01)
    assert error.value.failure is Failure.TOO_LONG


@pytest.mark.parametrize("way", sampled(["pid", "spin"], lambda way: way == "spin"))
def test_it_is_gone_when_whoever_asked_is_killed(way: str) -> None:
    program = (
        "import sys, threading, time\n"
        "from graders.sandbox.confined import Confined, Work\n"
        "child = Confined(Work('tests.sandbox.confined_work', 192 << 20))\n"
        "child.ask(b'pid', 1.0)\n"
        "print(child.pid, flush=True)\n"
        f"child.ask({way.encode()!r}, 0.2)\n"
        "time.sleep(60)\n"
    )
    root = Path(__file__).parent.parent.parent
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, cwd=root, text=True
    ) as process:
        assert process.stdout is not None
        pid = int(process.stdout.readline())
        process.kill()
    deadline = time.monotonic() + 60
    while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not Path(f"/proc/{pid}").exists()
