"""The next sandbox is made ready beside the current one, and nobody can tell but by the clock."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from graders.channel import sandbox_pool
from graders.channel.budget import Settings
from graders.channel.channel import Channel, ask, survey
from graders.channel.sandbox_pool import LinuxPool
from graders.model.limits import Limits
from graders.model.outcome import Event
from graders.model.request import Request
from graders.model.submission import Submission
from graders.sandbox import leases, linux, machine, supervisor_client
from graders.sandbox.isolation import Isolation, choose_isolation
from graders.sandbox.linux import LinuxSandbox
from tests.processes import alive, below_me, descendants, survivors
from tests.tiers import sampled

LEVELS = sorted({choose_isolation("auto"), Isolation.LIMITS})
CAP_S = 10.0
CORES = machine.usable_cores()
LOOK = Request("look", ())
SOURCE = b"""
import os, resource
def look():
    cores, listing = sorted(os.sched_getaffinity(0)), os.listdir()
    return [cores, os.getuid(), listing, resource.getrlimit(resource.RLIMIT_CPU)[0]]
"""
MINE = Submission(Path("mine.py"), "mine.py", SOURCE)


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let nobody else's leases count, so that a core beside ours is free where there is one."""
    for core in CORES:
        (tmp_path / f"cpu{core}").mkdir()
    monkeypatch.setattr(leases, "FOLDER", str(tmp_path / "cpu{}"))


@pytest.fixture(params=sampled(LEVELS, lambda level: level is Isolation.LIMITS))
def level(request: pytest.FixtureRequest) -> Isolation:
    assert isinstance(request.param, Isolation)
    return request.param


def ready(boxes: LinuxPool) -> LinuxSandbox | None:
    return boxes._next or boxes._ahead


def look(boxes: LinuxPool, level: Isolation, cap_s: float = CAP_S) -> list[object]:
    outcome = ask(MINE, LOOK, cap_s, Settings(level), boxes)
    assert outcome.event is Event.REPLIED, outcome
    assert isinstance(outcome.value, list)
    return outcome.value


def test_each_but_the_first_was_ready_and_runs_on_the_core_that_is_leased(level: Isolation) -> None:
    before = below_me()
    seen = []
    with LinuxPool(MINE, Settings(level)) as boxes:
        boxes.left = 3
        for left in (2, 1, 0):
            seen.append(look(boxes, level))
            assert bool(ready(boxes)) == (left > 0 and len(CORES) > 1)
    assert [cores for cores, *_ in seen] == [[CORES[-1]]] * 3
    assert [listing for _, _, listing, _ in seen] == [[]] * 3
    if os.geteuid() == 0:
        assert len({str(user) for _, user, *_ in seen}) == 3
    assert not survivors(before)


def test_what_is_ready_was_told_nothing_and_takes_nothing_of_that_core(level: Isolation) -> None:
    with LinuxPool(MINE, Settings(level)) as boxes:
        boxes.left = 2
        with Channel(MINE, Settings(level), CAP_S, pool=boxes) as channel:
            assert channel.open(LOOK) is None
            box = boxes._ahead
            if box is None:
                assert len(CORES) == 1
                return
            box._wait_for_start()
            assert box._first is not None
            everything = {box.supervisor_pid} | descendants(box.supervisor_pid)
            assert box._first in everything
            assert {frozenset(os.sched_getaffinity(pid)) for pid in everything} == {
                frozenset(CORES[:-1])
            }
            # Nothing was sent, so nothing but the greeting can come.
            assert channel.call(LOOK, CAP_S).event is Event.REPLIED


def test_on_one_core_nothing_is_started_ahead(level: Isolation) -> None:
    with machine.on_cores(CORES[:1]), LinuxPool(MINE, Settings(level)) as boxes:
        boxes.left = 2
        look(boxes, level)
        assert ready(boxes) is None


def test_nothing_is_started_ahead_on_a_core_that_somebody_leases(level: Isolation) -> None:
    held = [os.open(leases.FOLDER.format(core), os.O_RDONLY) for core in CORES[:-1]]
    for folder in held:
        fcntl.flock(folder, fcntl.LOCK_EX)
    try:
        with LinuxPool(MINE, Settings(level)) as boxes:
            boxes.left = 2
            look(boxes, level)
            assert ready(boxes) is None
    finally:
        for folder in held:
            os.close(folder)


def test_nothing_is_started_ahead_that_could_not_be_moved(
    level: Isolation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "may_move_others", lambda: False)
    with LinuxPool(MINE, Settings(level)) as boxes:
        boxes.left = 2
        look(boxes, level)
        assert ready(boxes) is None


def test_one_for_shorter_calls_is_not_used_for_a_longer_one(level: Isolation) -> None:
    with LinuxPool(MINE, Settings(level)) as boxes:
        boxes.left = 4
        limits = [look(boxes, level, cap_s)[-1] for cap_s in (2.0, 3.0, 1.0)]
    least = Limits().import_s + sandbox_pool.SPARE_CPU_S
    assert limits[:2] == [int(least + 2.0) + 1, int(least + 3.0) + 1]
    assert limits[2] in (limits[1], int(least + 3.0) + 1)


def test_one_that_was_lost_meanwhile_is_replaced(level: Isolation) -> None:
    with LinuxPool(MINE, Settings(level)) as boxes:
        boxes.left = 2
        look(boxes, level)
        if (box := ready(boxes)) is not None:
            supervisor = box.supervisor_pid
            os.kill(supervisor, signal.SIGKILL)
            os.waitid(os.P_PID, supervisor, os.WEXITED | os.WNOWAIT)
        look(boxes, level)


def test_an_error_or_an_interrupt_in_between_leaves_nothing_behind(level: Isolation) -> None:
    for trouble in (RuntimeError, KeyboardInterrupt):
        before = below_me()
        with pytest.raises(trouble), LinuxPool(MINE, Settings(level)) as boxes:
            boxes.left = 2
            look(boxes, level)
            raise trouble
        assert not survivors(before)


def test_a_runner_that_cannot_be_started_is_told_when_its_turn_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with LinuxPool(MINE, Settings(Isolation.LIMITS)) as boxes:
        boxes.left = 2
        look(boxes, Isolation.LIMITS)

        def refuse(*given: object, **named: object) -> LinuxSandbox:
            raise supervisor_client.SupervisorError("no more")

        boxes.close()
        monkeypatch.setattr(linux, "LinuxSandbox", refuse)
        outcome = ask(MINE, LOOK, CAP_S, Settings(Isolation.LIMITS), boxes)
        assert outcome.event is Event.GRADER_FAULT


_GRADER = """
import sys, time
from graders.channel.channel import Settings, ask
from graders.channel.sandbox_pool import LinuxPool
from graders.model.request import Request
from graders.model.submission import Submission
from graders.sandbox.isolation import Isolation
from pathlib import Path
level = Isolation(sys.argv[1])
mine = Submission(Path("mine.py"), "mine.py", b"def look(): return 1")
with LinuxPool(mine, Settings(level)) as boxes:
    boxes.left = 2
    assert ask(mine, Request("look", ()), 10.0, Settings(level), boxes).value == 1
    box = boxes._next or boxes._ahead
    print(box is not None and box.launch.root, flush=True)
    time.sleep(60)
"""


@pytest.mark.thorough
@pytest.mark.parametrize(
    "number", sampled([signal.SIGKILL, signal.SIGINT], lambda number: number == signal.SIGKILL)
)
def test_a_grader_that_is_killed_takes_what_was_ready_with_it(
    level: Isolation, number: signal.Signals
) -> None:
    words = [sys.executable, "-c", _GRADER, str(level)]
    grader = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert grader.stdout is not None
    root = grader.stdout.readline().strip()
    started = descendants(grader.pid)
    assert started
    grader.send_signal(number)
    grader.wait()
    grader.stdout.close()
    deadline = time.monotonic() + 10.0
    while alive(started) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not alive(started)
    if level is Isolation.LIMITS and root != "False":
        assert not Path(root).exists()


def test_the_first_gets_ready_beside_the_survey_for_calls_of_any_length(level: Isolation) -> None:
    with LinuxPool(MINE, Settings(level), longest_s=60.0) as boxes:
        assert survey(MINE, Settings(level), pool=boxes).functions == ("look",)
        first = ready(boxes)
        assert bool(first) == (len(CORES) > 1)
        assert (
            look(boxes, level)[-1] == int(Limits().import_s + 60.0 + sandbox_pool.SPARE_CPU_S) + 1
        )
        assert ready(boxes) is None
