"""How a process, a loading or a call ended, as facts."""

from __future__ import annotations

import errno

import pytest

from graders.channel.endings import (
    ended,
    held_too_much,
    outcome_of,
    raised,
    refused_memory,
    stopped,
    too_large,
)
from graders.channel.wire import Raised, TooLarge
from graders.model.ending import Cause, Ending
from graders.model.limits import MIB, Limits
from graders.model.outcome import Event, Stage
from graders.model.raised import Reported
from graders.sandbox.interface import Breach, Gone, Late

LIMITS = Limits()


def exception(number: int | None) -> Raised:
    return Raised("n", [Reported("OSError", "no room", errno=number)], memory=False)


def test_a_signal_is_told_from_the_exit_code_that_looks_like_it() -> None:
    assert ended(-11) == Ending(Cause.SIGNAL, code=11)
    assert ended(139) == Ending(Cause.EXIT, code=139)
    assert ended(139, sure=False) == Ending(Cause.EXIT_OR_SIGNAL, code=139)
    assert ended(1) == Ending(Cause.EXIT, code=1)
    assert ended(255) == Ending(Cause.EXIT, code=255)


def test_no_reply_is_an_end_a_broken_limit_or_a_missed_one() -> None:
    assert stopped(Gone(-9, 0.0), 2.0) == Ending(Cause.SIGNAL, code=9)
    assert stopped(Late(0.0), 2.0) == Ending(Cause.TIME, limit=2.0)
    printed = Ending(Cause.PRINTED, limit=1)
    assert stopped(Breach(printed), 2.0) is printed


@pytest.mark.parametrize("cause", Cause)
def test_every_ending_is_an_event_in_a_call_and_while_loading(cause: Cause) -> None:
    ending = Ending(cause)
    in_call = outcome_of(ending)
    assert (in_call.fact, in_call.stage) == (ending, Stage.CALL)
    loading = outcome_of(ending, Stage.LOADING)
    assert loading.stage is Stage.LOADING
    of_the_file = cause is not Cause.PROCESSES and not cause.startswith("total_")
    if in_call.event in (Event.TIMED_OUT, Event.DIED) and of_the_file:
        assert loading.event is Event.NOT_LOADED
    else:
        assert loading.event is in_call.event


def test_a_full_scratch_folder_is_the_limit_and_says_its_number() -> None:
    for number in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT):
        outcome = raised(exception(number), LIMITS)
        assert outcome.event is Event.FLOODED
        told = exception(number).exception()
        assert outcome.fact == Ending(Cause.FILE_REFUSED, limit=64 * MIB, raised=told)


def test_any_other_exception_is_the_submissions_own() -> None:
    outcome = raised(exception(errno.ENOENT), LIMITS)
    assert (outcome.event, outcome.fact) == (Event.RAISED, exception(errno.ENOENT).exception())


def test_a_refused_request_says_what_was_held_asked_and_allowed() -> None:
    outcome = refused_memory(exception(None), 9 * MIB, 4096 * MIB, LIMITS)
    assert outcome.event is Event.OUT_OF_MEMORY
    told = exception(None).exception()
    assert outcome.fact == Ending(
        Cause.MEMORY_REFUSED, limit=512 * MIB, held=9 * MIB, asked=4096 * MIB, raised=told
    )


def test_too_much_for_a_moment_is_too_much() -> None:
    wanted = Ending(Cause.MEMORY_PEAK, limit=512 * MIB, held=600 * MIB)
    assert held_too_much(600 * MIB, LIMITS).fact == wanted


def test_a_large_answer_says_both_sizes() -> None:
    wanted = Ending(Cause.ANSWER, limit=4 * MIB, asked=9 * MIB)
    assert too_large(TooLarge("n", 9 * MIB), LIMITS).fact == wanted
