"""When a run begins and when one is cancelled, by a clock that the tests turn."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graders.practice.watch_session import BURST_S, CALM_S, EMPTY_S, SETTLE_S, Schedule


def begun(at: float = 0.0, content: str = "a") -> Schedule:
    schedule = Schedule()
    schedule.ask(at)
    assert schedule.is_due(at)
    schedule.begun(at, content)
    return schedule


def test_nothing_is_due_until_somebody_asks() -> None:
    schedule = Schedule()
    assert schedule.wait_s(0.0) is None
    assert not schedule.is_due(1e9)


def test_a_save_is_graded_as_soon_as_it_is_whole() -> None:
    schedule = Schedule()
    assert not schedule.saved(10.0, "a")
    assert not schedule.is_due(10.0)
    assert schedule.wait_s(10.0) == pytest.approx(SETTLE_S)
    assert schedule.is_due(10.0 + SETTLE_S)


def test_an_empty_file_is_given_time_to_be_filled() -> None:
    schedule = Schedule()
    schedule.saved(0.0, "", empty=True)
    assert not schedule.is_due(EMPTY_S - 0.01)
    schedule.saved(0.1, "a")
    assert schedule.is_due(0.1 + SETTLE_S)


def test_a_save_during_a_run_cancels_it_once_and_the_next_waits_for_its_end() -> None:
    schedule = begun(0.0)
    assert schedule.saved(5.0, "b")
    assert not schedule.saved(5.01, "c")
    assert schedule.wait_s(9.0) is None
    assert not schedule.is_due(9.0)
    schedule.over()
    assert schedule.is_due(9.0)


def test_what_is_being_graded_already_is_not_begun_again() -> None:
    schedule = begun(0.0, "a")
    assert not schedule.saved(5.0, "a")
    schedule.over()
    assert schedule.wait_s(6.0) is None


def test_what_was_cancelled_is_graded_again_when_it_is_back() -> None:
    schedule = begun(0.0, "a")
    assert schedule.saved(5.0, "b")
    assert not schedule.saved(6.0, "a")
    schedule.over()
    assert schedule.is_due(7.0)


def test_a_file_that_is_saved_as_it_was_is_graded_again_after_a_run() -> None:
    schedule = begun(0.0, "a")
    schedule.over()
    assert not schedule.saved(5.0, "a")
    assert schedule.is_due(5.0 + SETTLE_S)


def test_enter_cancels_what_runs_and_waits_for_nothing() -> None:
    schedule = begun(0.0)
    assert schedule.ask(0.1)
    assert not schedule.ask(0.2)
    schedule.over()
    assert schedule.is_due(0.2)


def test_a_file_that_is_gone_is_forgotten() -> None:
    schedule = Schedule()
    schedule.ask(0.0)
    schedule.forget()
    assert not schedule.is_due(1.0)


def test_after_several_saves_one_alone_is_soon_graded_again() -> None:
    schedule = begun(0.0)
    schedule.saved(0.1, "b")
    schedule.over()
    assert not schedule.is_due(0.1 + SETTLE_S)
    assert schedule.is_due(0.1 + CALM_S)
    schedule.begun(0.1 + CALM_S, "b")
    schedule.over()
    schedule.saved(3.0, "c")
    assert schedule.is_due(3.0 + SETTLE_S)


@given(
    gaps=st.lists(st.floats(0.0, CALM_S * 0.9), min_size=1, max_size=20),
    ends_after=st.floats(0.0, 0.1),
)
def test_however_many_saves_come_in_a_row_two_runs_are_begun_at_most(
    gaps: list[float], ends_after: float
) -> None:
    """The second is of what was saved last. A run takes longer than the saves do."""
    schedule, runs, now, over_at, content = Schedule(), list[str](), 0.0, float("inf"), ""
    for number, gap in enumerate([*gaps, BURST_S]):
        at = now
        while at <= now + gap:
            if at >= over_at:
                schedule.over()
                over_at = float("inf")
            if schedule.is_due(at):
                runs.append(content)
                schedule.begun(at, content)
            at += 0.005
        now += gap
        if number < len(gaps):
            content = str(number)
            if schedule.saved(now, content):
                over_at = now + ends_after
    assert 1 <= len(runs) <= 2
    assert runs[-1] == content
