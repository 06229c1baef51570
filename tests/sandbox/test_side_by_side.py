"""Submissions that are graded at once do not use up each other's processes, names or memory."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from graders.channel.channel import Settings, ask
from graders.model.outcome import Event, Outcome
from graders.model.request import Request
from graders.model.submission import Submission
from graders.sandbox.isolation import Isolation, choose

LEVELS = sorted({choose("auto"), Isolation.LIMITS})
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
