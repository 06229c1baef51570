"""How far the parts of a long run are: a live line, or a line now and then."""

from __future__ import annotations

import io

from graders.reports.progress_bars import EVERY_S, PartsProgress


class Clock:
    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_where_nobody_looks_on_there_is_a_line_now_and_then() -> None:
    stream, clock = io.StringIO(), Clock()
    progress = PartsProgress(stream=stream, clock=clock)
    progress.say_beforehand("7 keys to prove")
    with progress.part("keys", 7) as part:
        part.now(0, "phase3/first")
        part.waited()
        clock.now_s += EVERY_S - 10
        part.ended(0)
        part.waited()
    with progress.part("references", 3) as part:
        part.now(0, "naive.py")
        part.now(1, "alpha_beta.py phase3/first")
        part.ended(0)
        clock.now_s += 11
        part.waited()
        part.waited()
    assert stream.getvalue().splitlines() == [
        "kata: 7 keys to prove",
        "kata: references: 1 of 3 after 31 s; now alpha_beta.py phase3/first",
    ]


def test_a_terminal_sees_at_once_what_is_being_done_and_how_far() -> None:
    stream, clock = Terminal(), Clock()
    progress = PartsProgress(stream=stream, clock=clock)
    progress.say_beforehand("7 keys to prove")
    with progress.part("keys", 7) as part:
        assert "0 s  0/7 keys" in stream.getvalue()
        part.now(0, "phase3/first")
        part.waited()
        assert "phase3/first" not in stream.getvalue(), "it is drawn a few times a second only"
        clock.now_s += 1
        part.waited()
        assert "phase3/first" in stream.getvalue()
        part.ended(0)
        clock.now_s += 1
        part.waited()
        assert "2 s  1/7 keys" in stream.getvalue()
    assert "to prove" not in stream.getvalue()
    assert stream.getvalue().endswith("\x1b[2K"), "the line is wiped in the end"


def test_a_long_line_stays_one_and_always_says_how_far_it_is() -> None:
    stream, clock = Terminal(), Clock()
    with PartsProgress(stream=stream, clock=clock).part("references", 3) as part:
        part.now(0, "a_reference_with_a_long_name.py " * 10)
        clock.now_s += 1
        part.waited()
        assert "1 s  0/3 references" in stream.getvalue()
        last = stream.getvalue().split("references")[-1]
        assert "\N{HORIZONTAL ELLIPSIS}" in last
        assert "\n" not in last
