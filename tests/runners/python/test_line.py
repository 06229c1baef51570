"""The line to the grader, read in the submission's process."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from threading import Thread

import pytest

from graders.runners.python.line import Wire

SHORT = b'{"op":"call","arguments":[[1,2]]}\n'
LONG = b'{"op":"call","arguments":[' + b",".join([b'["status"]'] * 10_000) + b"]}\n"


@pytest.fixture(autouse=True)
def thawed() -> Iterator[None]:
    """Leave this process as it was."""
    yield
    gc.enable()
    gc.unfreeze()


def received(line: bytes) -> int:
    """Return how many objects the collector looks at no more for a message."""
    read_fd, write_fd = os.pipe()
    sender = Thread(target=lambda: os.write(write_fd, line))
    sender.start()
    before = gc.get_freeze_count()
    message = Wire(read_fd, -1).receive()
    frozen = gc.get_freeze_count() - before
    sender.join()
    os.close(read_fd)
    os.close(write_fd)
    assert message is not None
    assert message["arguments"][0] in ([1, 2], ["status"])
    return frozen


def test_what_a_long_message_brings_is_nothing_for_the_collector_to_look_at() -> None:
    assert received(LONG) >= 10_000


def test_what_there_is_when_a_short_one_comes_can_still_be_collected() -> None:
    assert received(SHORT) == 0


@pytest.mark.parametrize("collects", [True, False])
def test_the_collector_is_left_as_the_submission_set_it(collects: bool) -> None:
    (gc.enable if collects else gc.disable)()
    received(LONG)
    assert gc.isenabled() is collects
