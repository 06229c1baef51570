"""What a live sandbox used is measured over all of its processes, whoever waits for them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from graders.channel.budget import Settings
from graders.channel.channel import ask
from graders.model.outcome import Event, Outcome
from graders.model.request import BoardArgument, Request
from graders.model.submission import Submission
from graders.sandbox import cgroup, supervisor_client
from tests.hostile_run import levels_here
from tests.tiers import sampled

LEVELS = levels_here()
BEST_MOVE = Request("find_best_move", (BoardArgument("0032"),))
HEAD = """
import os, signal, threading, time

def burn(seconds):
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass

def find_best_move(board):
"""
FIGHT = """
    for _ in range(6):
        if os.fork() == 0:
            burn(0.1)
            os._exit(0)
    burn(0.1)
    for _ in range(6):
        os.wait()
    return 3
"""
UNAWAITED = """
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _ in range(40):
        if os.fork() == 0:
            burn(0.01)
            os._exit(0)
    try:
        os.wait()
    except ChildProcessError:
        pass
    return 3
"""
SLEEP = "    time.sleep(0.3)\n    return 3\n"
CROWD_SINCE_IMPORT = """
    for child in children:
        os.waitpid(child, 0)
    time.sleep(0.5)
    return 3

children = []
for _ in range(50):
    children.append(os.fork())
    if children[-1] == 0:
        time.sleep(0.2)
        burn(0.02)
        os._exit(0)
time.sleep(0.5)
"""


@pytest.fixture(params=sampled(LEVELS, lambda level: level is LEVELS[0]))
def settings(request: pytest.FixtureRequest) -> Settings:
    return Settings(request.param)


def run(body: str, settings: Settings) -> Outcome:
    submission = Submission(Path("mine.py"), "mine.py", f"{HEAD}{body}".encode())
    outcome = ask(submission, BEST_MOVE, 60.0, settings)
    assert outcome.event is Event.REPLIED, outcome
    return outcome


answered = cache(run)


@pytest.mark.parametrize("body", sampled([FIGHT, UNAWAITED, SLEEP], lambda body: body is FIGHT))
def test_nobody_is_kept_off_for_longer_than_it_did_not_run(body: str, settings: Settings) -> None:
    outcome = answered(body, settings)
    kept_off_s = outcome.kept_off_s
    assert kept_off_s is not None
    assert 0 <= kept_off_s <= max(0.0, outcome.wall_s - outcome.cpu_s) + 0.05


@pytest.mark.alone
@pytest.mark.parametrize("with_groups", [True, False], ids=["", "without control groups"])
def test_who_waits_for_its_own_since_before_the_call_was_kept_off_by_nobody(
    with_groups: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Fifty children take turns, so each has waited long for its own when the file is loaded."""
    supervisor_client.close_all()
    monkeypatch.setattr(supervisor_client, "with_groups", with_groups)
    try:
        outcome = run(CROWD_SINCE_IMPORT, Settings(LEVELS[0]))
    finally:
        supervisor_client.close_all()
    assert outcome.kept_off_s is not None
    assert outcome.kept_off_s < 0.05, outcome


def test_the_time_of_all_children_counts(settings: Settings) -> None:
    assert answered(FIGHT, settings).cpu_s >= 0.68


@pytest.mark.skipif(not cgroup.find_site().cpuacct, reason="only a control group is told of it")
def test_the_time_of_children_that_nobody_waits_for_counts(settings: Settings) -> None:
    assert answered(UNAWAITED, settings).cpu_s >= 0.38
