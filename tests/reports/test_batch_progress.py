"""How far a batch is: live lines on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import io
from dataclasses import dataclass

import pytest

from graders.batch.job import Job
from graders.model.scorecard import Scorecard
from graders.reports.progress_bars import EVERY_S, BatchProgress
from graders.sandbox.leases import What
from tests.scorecards import ACCEPTED, OURS, WRONG, card

NAMES = {number: f"candidate {number}" for number in range(10)}


class Clock:
    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@dataclass(frozen=True)
class Back:
    card: Scorecard
    doubtful: bool = False
    refused: str = ""


def job(number: int) -> Job:
    return Job(number, f"{number}.py", b"")


@pytest.fixture
def clock() -> Clock:
    return Clock()


def told(progress: BatchProgress) -> list[str]:
    return list(progress.facts())


def test_it_says_what_is_done_what_came_of_it_and_who_is_slow(clock: Clock) -> None:
    progress = BatchProgress(NAMES, stream=io.StringIO(), clock=clock)
    for number in range(5):
        progress.began(job(number))
    for number, result in enumerate((ACCEPTED, WRONG, WRONG)):
        clock.now_s += 10
        progress.ended(job(number), Back(card(result)))
    clock.now_s += 12
    assert told(progress) == [
        "3 of 10 done, about 2 min left",
        "1 accepted, 2 wrong answer",
        "running: candidate 3 for 42 s and 1 more",
    ]


def test_what_nobody_could_run_is_no_verdict(clock: Clock) -> None:
    progress = BatchProgress(NAMES, stream=io.StringIO(), clock=clock)
    progress.ended(job(0), Back(card(WRONG), refused="it is of no kata"))
    assert told(progress) == ["1 of 10 done", "1 not graded"]


def test_what_was_done_before_counts_and_does_not_make_it_look_fast(clock: Clock) -> None:
    progress = BatchProgress(NAMES, finished=6, stream=io.StringIO(), clock=clock)
    for number in range(3):
        clock.now_s += 20
        progress.began(job(number))
        progress.ended(job(number), Back(card(ACCEPTED)))
    assert told(progress)[0] == "9 of 10 done, about 20 s left"


def test_a_fault_is_not_done_until_it_is_graded(clock: Clock) -> None:
    progress = BatchProgress(NAMES, stream=io.StringIO(), clock=clock)
    for back in (None, Back(card(OURS))):
        progress.began(job(1))
        progress.ended(job(1), back)
        assert told(progress)[0] == "0 of 10 done"
        assert "1 could not be graded so far" in told(progress)
    progress.ended(job(1), Back(card(ACCEPTED)))
    assert told(progress) == ["1 of 10 done", "1 accepted"]


def test_a_repeat_counts_once(clock: Clock) -> None:
    progress = BatchProgress(NAMES, stream=io.StringIO(), clock=clock)
    progress.ended(job(1), Back(card(WRONG), doubtful=True))
    again = "1 to be measured again, alone: the machine kept them waiting"
    assert told(progress) == ["1 of 10 done", "1 wrong answer", again]
    progress.began(job(1))
    clock.now_s += 3
    assert told(progress)[-1] == "measured again, alone: candidate 1, for 3 s"
    progress.ended(job(1), Back(card(ACCEPTED)))
    assert told(progress) == ["1 of 10 done", "1 accepted"]


def test_those_in_doubt_from_before_have_a_result_already(clock: Clock) -> None:
    progress = BatchProgress(NAMES, finished=7, alone=[8, 9], stream=io.StringIO(), clock=clock)
    assert told(progress)[0] == "9 of 10 done"
    progress.began(job(8))
    progress.ended(job(8), Back(card(ACCEPTED), doubtful=True))
    assert told(progress)[0] == "9 of 10 done"
    assert told(progress)[-1].startswith("1 to be measured again")


def test_on_a_pipe_there_is_a_line_now_and_then(clock: Clock) -> None:
    stream = io.StringIO()
    with BatchProgress(NAMES, finished=2, stream=stream, clock=clock) as progress:
        progress.began(job(5))
        for _ in range(120):
            clock.now_s += EVERY_S / 60
            progress.waited()
    assert stream.getvalue().splitlines() == [
        "kata: 10 submissions, 8 of them to be graded",
        "kata: 2 of 10 done; running: candidate 5 for 30 s",
        "kata: 2 of 10 done; running: candidate 5 for 60 s",
    ]


class Terminal(io.StringIO):
    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_on_a_terminal_the_lines_are_drawn_over_and_gone_at_the_end(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    stream = Terminal()
    names = {0: "\x1b]0;title\x07" + "x" * 200 + "[bold]"}
    with BatchProgress(names, stream=stream, clock=clock) as progress:
        progress.began(job(0))
        clock.now_s += 1
        progress.waited()
    text = stream.getvalue()
    assert "0 of 1 done" in text
    assert "\x1b]0;" not in text
    assert text.rstrip().endswith(("\x1b[2K", "\x1b[?25h"))


def test_a_dumb_terminal_is_a_pipe(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    stream = Terminal()
    with BatchProgress(NAMES, stream=stream, clock=clock):
        pass
    assert stream.getvalue() == "kata: 10 submissions\n"


def test_a_stream_that_takes_nothing_ends_no_batch(clock: Clock) -> None:
    class Gone(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    with BatchProgress(NAMES, stream=Gone(), clock=clock) as progress:
        clock.now_s += EVERY_S
        progress.waited()


def test_who_waits_for_a_core_is_counted_until_that_is_over(clock: Clock) -> None:
    progress = BatchProgress(NAMES, stream=io.StringIO(), clock=clock)
    for number in range(3):
        progress.began(job(number))
        progress.waits(number, What.CORE)
    assert told(progress) == ["0 of 10 done", "waiting for a core: 3 submissions"]
    progress.waits(0, None)
    progress.ended(job(1), Back(card(ACCEPTED)))
    assert told(progress)[-1] == "waiting for a core: 1 submission"
    progress.waits(2, None)
    assert told(progress)[-1].startswith("running:")
