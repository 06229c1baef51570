"""A submission that runs in this process comes to the outcome that it has in a sandbox."""

from __future__ import annotations

import bdb
import sys
from pathlib import Path

import pytest

from graders.channel.budget import Settings
from graders.channel.channel import ask
from graders.channel.session import run_session
from graders.model.outcome import Event, NothingToCall, Outcome, Stage
from graders.model.raised import Raised
from graders.model.request import (
    BoardArgument,
    Call,
    Construct,
    Earlier,
    Request,
    Session,
    SessionOutcome,
)
from graders.model.submission import Submission
from graders.model.value import Other
from graders.practice.run_in_terminal import LeftTheDebuggerError, call_in_this_process
from graders.sandbox.isolation import choose_isolation

BEST_MOVE = Request("find_best_move", (BoardArgument("0032"),), as_method=True)


def written(folder: Path, source: str) -> Submission:
    path = folder / "mine.py"
    path.write_text(source, encoding="utf-8")
    return Submission(path, path.name, source.encode())


def best_move(folder: Path, body: str, imports: str = "") -> tuple[Outcome, list[BaseException]]:
    errors: list[BaseException] = []
    source = f"{imports}\ndef find_best_move(board):\n    {body}\n"
    return call_in_this_process(written(folder, source), BEST_MOVE, errors.append), errors


@pytest.mark.parametrize(
    "body",
    [
        "return 3",
        "return board.column_height(0)",
        "return (1, 2.5, [None, True], 10**30, {3})",
        "board.drop_disc(3); return 3",
        "return board",
        "return 'x' * 5_000_000",
        "here = []; here.append(here); return here",
        "raise KeyError(board.column_height(0))",
        "raise SystemExit(3)",
        "return nothing_of_the_kind",
        "return __name__, __import__('sys').modules[__name__].find_best_move.__module__",
    ],
)
def test_what_comes_of_it_is_what_comes_of_it_in_a_sandbox(body: str, tmp_path: Path) -> None:
    here, errors = best_move(tmp_path, body)
    source = f"\ndef find_best_move(board):\n    {body}\n"
    there = ask(written(tmp_path, source), BEST_MOVE, 5.0, Settings(choose_isolation("auto")))
    assert (here.event, here.stage, here.board_changed) == (
        there.event,
        there.stage,
        there.board_changed,
    )
    if isinstance(there.fact, Raised):
        assert isinstance(here.fact, Raised)
        assert (here.fact.type, here.fact.message) == (there.fact.type, there.fact.message)
        assert here.fact.own_line is not None
        assert there.fact.own_line is not None
        assert here.fact.own_line.line == there.fact.own_line.line
        assert [type(error).__name__ for error in errors] == [here.fact.type]
    else:
        assert here.fact == there.fact
        assert here.value == there.value or isinstance(here.value, Other)
        assert errors == []


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("x = (", "never closed"),
        ("import nothing_like_it", "nothing_like_it"),
        ("raise SystemExit(0)", "0"),
    ],
)
def test_what_cannot_be_loaded_says_so(source: str, said: str, tmp_path: Path) -> None:
    errors: list[BaseException] = []
    outcome = call_in_this_process(written(tmp_path, source), BEST_MOVE, errors.append)
    assert (outcome.event, outcome.stage) == (Event.NOT_LOADED, Stage.LOADING)
    assert said in str(errors[0])


def test_nothing_to_call_names_what_there_is(tmp_path: Path) -> None:
    outcome = call_in_this_process(
        written(tmp_path, "def find_best_mvoe(b): pass"), BEST_MOVE, print
    )
    assert outcome.fact == NothingToCall("find_best_move", "", (), ("find_best_mvoe",))


def test_a_class_is_constructed_with_the_board(tmp_path: Path) -> None:
    source = (
        "class Solver:\n    def __init__(self, board):\n        self.board = board\n"
        "    def find_best_move(self):\n        return self.board.column_height(0)\n"
    )
    assert call_in_this_process(written(tmp_path, source), BEST_MOVE, print).value == 2


def test_an_exception_shows_no_frame_of_ours(tmp_path: Path) -> None:
    _, (error,) = best_move(tmp_path, "raise KeyError(3)")
    trace = error.__traceback__
    assert trace is not None
    assert trace.tb_frame.f_code.co_filename == str(tmp_path / "mine.py")
    assert trace.tb_next is None


def test_no_caller_of_the_submission_holds_more_than_the_question(tmp_path: Path) -> None:
    body = "return [sorted(map(str, sys._getframe(n).f_locals)) for n in range(1, 4)]"
    outcome, _ = best_move(tmp_path, body, imports="import sys")
    names = {name for frame in outcome.value for name in frame}  # type: ignore[attr-defined]
    assert not {name for name in names if "task" in name or "accept" in name or "case" in name}


def test_every_call_has_a_module_of_its_own_and_leaves_none_behind(tmp_path: Path) -> None:
    source = "seen = []\ndef find_best_move(board):\n    seen.append(1)\n    return len(seen)\n"
    argv = sys.argv[:]
    outcomes = [call_in_this_process(written(tmp_path, source), BEST_MOVE, print) for _ in "12"]
    assert [outcome.value for outcome in outcomes] == [1, 1]
    assert "submission" not in sys.modules
    assert sys.argv == argv


def test_ctrl_c_is_shown_and_goes_on(tmp_path: Path) -> None:
    errors: list[BaseException] = []
    source = "def find_best_move(board):\n    raise KeyboardInterrupt\n"
    with pytest.raises(KeyboardInterrupt):
        call_in_this_process(written(tmp_path, source), BEST_MOVE, errors.append)
    assert isinstance(errors[0], KeyboardInterrupt)


def test_who_leaves_the_debugger_is_told_no_exception(tmp_path: Path) -> None:
    with pytest.raises(LeftTheDebuggerError):
        best_move(tmp_path, "raise bdb.BdbQuit", imports="import bdb")
    assert issubclass(bdb.BdbQuit, Exception)


COUNTER = """
class Counter:
    def __init__(self, total):
        self.total = total
    def add(self, number):
        print("adding", number)
        if number < 0:
            raise ValueError("only upwards")
        self.total += number
        return self.total

def larger(one, other):
    return one if one.total > other.total else other
"""


@pytest.mark.parametrize("number", [2, -2])
def test_a_session_goes_as_it_does_in_a_sandbox(number: int, tmp_path: Path) -> None:
    session = Session(
        (
            Construct("Counter", (1,)),
            Construct("Counter", (20,)),
            Call("add", (number,), on=Earlier(0)),
            Call("larger", (Earlier(0), Earlier(1))),
            Call("add", (Earlier(2),), on=Earlier(3)),
            Call("nowhere", (), on=Earlier(0)),
            Call("total", (), on=Earlier(0)),
        )
    )
    submission = written(tmp_path, COUNTER)
    here = call_in_this_process(submission, session, lambda error: None)
    there = run_session(submission, session, 5.0, Settings(choose_isolation("auto")))
    assert isinstance(here, SessionOutcome)
    assert (here.event, here.at) == (there.event, there.at)
    assert [call.event for call in here.calls] == [call.event for call in there.calls]
    assert [call.value for call in here.calls] == [call.value for call in there.calls]
    assert [call.stdout for call in here.calls] == [call.stdout for call in there.calls]


def test_a_session_that_misses_a_name_says_which(tmp_path: Path) -> None:
    outcome = call_in_this_process(
        written(tmp_path, COUNTER), Session((Construct("Count"),)), print
    )
    assert isinstance(outcome.fact, NothingToCall)
    assert outcome.fact.function == "Count"
