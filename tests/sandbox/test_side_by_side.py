"""Submissions that are graded at once do not use up each other's processes, names or memory."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from graders.channel.budget import Settings
from graders.channel.channel import ask
from graders.model.outcome import Event, Outcome
from graders.model.request import Request
from graders.model.submission import Submission
from graders.sandbox import leases
from graders.sandbox.isolation import Isolation, choose_isolation
from graders.sandbox.landlock import version_here, walls_of
from tests.tiers import sampled

pytestmark = pytest.mark.thorough

LEVELS = sampled(
    sorted({choose_isolation("auto"), Isolation.LIMITS}), lambda level: level is Isolation.LIMITS
)
AT_ONCE = 4
CAP_S = 60.0
FORTY_THREADS = b"""
import threading, time

def look():
    go_on = threading.Event()
    threads = [threading.Thread(target=go_on.wait) for _ in range(40)]
    for thread in threads:
        thread.start()
    time.sleep(1)
    go_on.set()
    return len(threads)
"""


@pytest.fixture(autouse=True)
def without_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all run at once: with leases, each would wait until the one before it had its core."""
    monkeypatch.setattr(leases, "FOLDER", "/nowhere/cpu{}")


def asked(source: bytes, isolation: Isolation) -> Outcome:
    submission = Submission(Path("mine.py"), "mine.py", source)
    return ask(submission, Request("look", ()), CAP_S, Settings(isolation))


@pytest.mark.parametrize("isolation", LEVELS)
def test_forty_threads_in_each_of_several_are_no_fork_bomb(isolation: Isolation) -> None:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        outcomes = list(pool.map(lambda _: asked(FORTY_THREADS, isolation), range(AT_ONCE)))
    assert [(outcome.event, outcome.value) for outcome in outcomes] == [
        (Event.REPLIED, 40)
    ] * AT_ONCE


LISTENS = b"""
import socket, time

def look():
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("\\0kata-hostile-meeting")
        server.listen()
        server.settimeout(SECONDS)
        try:
            return server.accept()[0].recv(16).decode()
        except TimeoutError:
            return "nobody came"
"""
CALLS = b"""
import os, signal, socket, time

def look():
    reached = []
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        with socket.socket(socket.AF_UNIX) as caller:
            try:
                caller.connect("\\0kata-hostile-meeting")
                caller.send(b"a note")
                reached.append("the name")
            except OSError:
                pass
        for name in filter(str.isdigit, os.listdir("/proc")):
            if int(name) in (1, os.getpid()):
                continue
            try:
                os.kill(int(name), signal.SIGKILL)
                reached.append(name)
            except OSError:
                pass
        time.sleep(0.05)
    return reached
"""
MEETING_S = 3


@pytest.mark.parametrize("isolation", LEVELS)
def test_two_that_run_at_once_neither_meet_nor_end_each_other(isolation: Isolation) -> None:
    if isolation is Isolation.LIMITS and not walls_of(version_here()).signals:
        pytest.skip("this kernel's Landlock scopes neither signals nor abstract names")
    sources = [source.replace(b"SECONDS", b"%d" % MEETING_S) for source in (LISTENS, CALLS)]
    with ThreadPoolExecutor(2) as pool:
        outcomes = list(pool.map(lambda source: asked(source, isolation), sources))
    assert [outcome.value for outcome in outcomes] == ["nobody came", []]
