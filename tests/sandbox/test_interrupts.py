"""Signals wait until everything is tidied up, and are then acted on as before."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from graders.sandbox.interrupts import Cancellation, interrupts_deferred


@pytest.fixture(autouse=True)
def as_usual() -> Iterator[None]:
    before = {n: signal.getsignal(n) for n in (signal.SIGINT, signal.SIGTERM)}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def test_ctrl_c_waits_for_the_end_of_the_body() -> None:
    steps = []
    with pytest.raises(KeyboardInterrupt), interrupts_deferred():
        signal.raise_signal(signal.SIGINT)
        steps.append("still here")
    assert steps == ["still here"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_the_check_ends_the_body_early_and_what_is_open_is_closed() -> None:
    steps = []
    with pytest.raises(KeyboardInterrupt), interrupts_deferred() as check:
        check()
        signal.raise_signal(signal.SIGINT)
        try:
            check()
            steps.append("never")
        finally:
            steps.append("closed")
    assert steps == ["closed"]


def test_a_handler_of_somebody_else_is_called_in_the_end() -> None:
    heard: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, frame: heard.append(number))
    with interrupts_deferred() as check:
        signal.raise_signal(signal.SIGTERM)
        assert not heard
        check()
    assert heard == [signal.SIGTERM]


def test_an_ignored_signal_stays_ignored() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with interrupts_deferred() as check:
        signal.raise_signal(signal.SIGINT)
        check()


def test_other_threads_have_no_signals_to_hold_back() -> None:
    done = []

    def work() -> None:
        with interrupts_deferred() as check:
            check()
            done.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [True]


def in_a_thread(work: Callable[[], None]) -> None:
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def test_another_thread_may_end_the_work_and_what_is_open_is_closed() -> None:
    steps: list[str] = []
    cancellation = Cancellation()

    def work() -> None:
        try:
            with cancellation.may_end():
                with interrupts_deferred() as check:
                    check()
                    cancellation.cancel()
                    try:
                        check()
                        steps.append("never")
                    finally:
                        steps.append("closed")
                steps.append("never")
        except KeyboardInterrupt:
            steps.append("interrupted")

    in_a_thread(work)
    assert steps == ["closed", "interrupted"]


def test_what_is_cancelled_is_told_once() -> None:
    """So what is cleaned up after that is not interrupted in its turn."""
    steps: list[str] = []
    cancellation = Cancellation()
    cancellation.cancel()

    def work() -> None:
        with cancellation.may_end():
            with suppress(KeyboardInterrupt), interrupts_deferred():
                steps.append("begun before it was checked")
            with interrupts_deferred() as check:
                check()
                steps.append("cleaned up")

    in_a_thread(work)
    assert steps == ["begun before it was checked", "cleaned up"]


def test_work_outside_of_it_goes_on() -> None:
    cancellation = Cancellation()
    cancellation.cancel()
    with interrupts_deferred() as check:
        check()
    with pytest.raises(KeyboardInterrupt):
        cancellation.tell()
    cancellation.tell()
