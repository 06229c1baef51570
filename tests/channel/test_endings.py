"""How a process, a loading or a call ended, in words that help."""

from __future__ import annotations

import errno

import pytest

from graders.channel.endings import (
    ended,
    nothing_found,
    nothing_to_call,
    raised,
    refused_memory,
    too_large,
)
from graders.channel.wire import Loaded, Raised, TooLarge
from graders.model.limits import MIB, Limits
from graders.model.outcome import Event
from graders.model.request import Request

BEST_MOVE = Request("find_best_move", (), as_method=True, expects="a function find_best_move")


def exception(number: int | None, place: str = "line 3: write()") -> Raised:
    text = "Traceback\nOSError: no room"
    return Raised("n", "OSError", text, place, errno=number, memory=False)


def test_signals_are_named_however_they_are_told() -> None:
    assert ended(-11) == ended(139) == "it was ended by SIGSEGV"
    assert ended(1) == "it ended with exit code 1"
    assert ended(255) == "it ended with exit code 255"


def test_a_full_scratch_folder_is_the_limit_and_says_its_number() -> None:
    for number in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT):
        outcome = raised(exception(number), Limits())
        assert outcome.event is Event.FLOODED
        assert "64 MiB" in outcome.detail and "line 3: write()" in outcome.detail


def test_any_other_exception_is_the_submissions_own() -> None:
    assert raised(exception(errno.ENOENT), Limits()).event is Event.RAISED
    assert raised(exception(None), Limits()).detail.startswith("Traceback")


def test_a_refused_request_says_what_was_held_asked_and_allowed() -> None:
    outcome = refused_memory(exception(None), 9 * MIB, 4096 * MIB, Limits())
    assert outcome.event is Event.OUT_OF_MEMORY
    for part in ("held 9 MiB", "more than 4 GiB", "the limit is 512 MiB", "line 3"):
        assert part in outcome.detail


def test_a_large_answer_says_both_sizes() -> None:
    assert "9 MiB or more; the limit is 4 MiB" in too_large(TooLarge("n", 9 * MIB), Limits()).detail


def test_nothing_to_call_lists_what_was_found_and_expected() -> None:
    said = nothing_to_call(Loaded([], ["solve", "Helper"]), BEST_MOVE)
    assert said.startswith("found solve, Helper; expected a function find_best_move")
    assert "did you mean" not in said


def test_a_misspelt_name_is_recognised() -> None:
    said = nothing_to_call(Loaded([], ["find_best_mvoe"]), BEST_MOVE)
    assert said.endswith("did you mean find_best_move by find_best_mvoe?")


def test_an_empty_file_has_nothing() -> None:
    assert nothing_to_call(Loaded([], []), BEST_MOVE).startswith("found nothing that can be called")


def test_two_entries_are_one_too_many() -> None:
    found = ["the function find_best_move", "the class Solver"]
    said = nothing_to_call(Loaded(found, []), BEST_MOVE)
    assert said.startswith("found the function find_best_move and the class Solver;")
    assert said.endswith("expected only one of them: a function find_best_move")


@pytest.mark.parametrize(
    "name", ["find_best_mvoe", "findBestMove", "FIND_BEST_MOVE", "find_the_best_move", "best_move"]
)
def test_a_name_is_guessed_at_in_any_spelling(name: str) -> None:
    expected = [("find_best_move", "a function")]
    wanted = f"did you mean find_best_move by {name}?"
    assert nothing_found("f", expected, [name, "main"]).endswith(wanted)
    assert nothing_found("f", expected, [f"Bot.{name}"]).endswith(wanted)


def test_a_method_in_the_place_of_a_function_is_pointed_out() -> None:
    said = nothing_to_call(Loaded([], ["Engine.solution", "Engine"]), Request("solution", ()))
    assert said.endswith("solution has to be a function of the module")
