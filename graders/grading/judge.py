"""Judge what came back from a submission: what is common to all katas, pure decisions.

What usually helps against an exception stands in `exception_hints.yaml` beside this module.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

from graders.channel.endings import outcome_of
from graders.grading import messages
from graders.katas.kata import MAY_BE_RIGHT, Kata
from graders.model.ending import Ending
from graders.model.limits import Limits
from graders.model.outcome import Event, Outcome
from graders.model.raised import Offer, Raised
from graders.model.request import SessionOutcome
from graders.model.submission import camel_case
from graders.model.verdict import Judgement, Verdict

T = TypeVar("T")
_VERDICTS = {
    Event.RAISED: Verdict.RUNTIME_ERROR,
    Event.NOT_LOADED: Verdict.LOAD_ERROR,
    Event.DIED: Verdict.RUNTIME_ERROR,
    Event.OUT_OF_MEMORY: Verdict.MEMORY_LIMIT_EXCEEDED,
    Event.FLOODED: Verdict.OUTPUT_LIMIT_EXCEEDED,
    Event.GARBLED: Verdict.INVALID_ANSWER,
    Event.GRADER_FAULT: Verdict.GRADER_ERROR,
}
_ALLOWED = "a submission may import the standard library"
_NAMES_IN_PYTHON = (
    "valid_moves",
    "drop_disc",
    "undo_move",
    "check_winner",
    "is_full",
    "column_height",
    "get_cell",
    "from_moves",
)
_JS_BOARD_CALLS = (
    "a board has validMoves, dropDisc, undoMove, checkWinner, isFull, currentPlayer, "
    "columnHeight, getCell and copy"
)
_NO_FUNCTION = re.compile(r"(?:^|[.\s])(?P<name>\w+) is not a function")
_BOARD = "board.mjs"


def judge(kata: Kata[T], task: T, outcome: Outcome, cap_s: float, limits: Limits) -> Judgement:
    """Return the verdict on one outcome, timeouts included, with the sentence that justifies it.

    The kata judges replies, and those exceptions and endings that it asks for; time, memory,
    output, loading and our own faults are judged here. An answer that came after the cap never
    counts, right or wrong.
    """
    judged_by_kata = outcome.event is Event.REPLIED or outcome.event in kata.judges & MAY_BE_RIGHT
    one_call = not isinstance(outcome, SessionOutcome)  # a session ends with a cap that is missed
    late = judged_by_kata and one_call and outcome.counted_s > cap_s
    if judged_by_kata and not late:
        return kata.check(task, outcome)
    where = ""
    if isinstance(outcome, SessionOutcome) and outcome.at is not None:
        where = kata.step_asked(task, outcome.at)
    if late or outcome.event is Event.TIMED_OUT:
        return Judgement(Verdict.TIME_LIMIT_EXCEEDED, messages.too_late(outcome, cap_s, where))
    message = messages.reason(outcome, where)
    hint = ""
    if isinstance(outcome.fact, Raised):
        if outcome.event is Event.NOT_LOADED:
            said = messages.first_line(outcome.fact.message)
            hint = _first_that_fits(_hints().at_import, outcome.fact, said, board=False)
        hint = (
            hint
            or kata.on_exceptions.get(outcome.fact.type, "")
            or _hint_for(outcome.fact, limits, board=kata.hands_out_board)
        )
    return Judgement(_VERDICTS[outcome.event], f"{message}; {hint}" if hint else message)


def verdict_without_answer(outcome: Outcome, cap_s: float) -> Verdict | None:
    """Return the verdict on a call that did not answer in time; None where it did.

    >>> verdict_without_answer(Outcome(Event.REPLIED, 3, wall_s=2.5), 2.0)
    <Verdict.TIME_LIMIT_EXCEEDED: 'time_limit_exceeded'>
    """
    late = outcome.event is Event.REPLIED and outcome.counted_s > cap_s
    if late or outcome.event is Event.TIMED_OUT:
        return Verdict.TIME_LIMIT_EXCEEDED
    return _VERDICTS.get(outcome.event)


def verdict_of(ending: Ending) -> Verdict:
    """Return the verdict on what was ended, or not begun, by a limit on all calls together."""
    event = outcome_of(ending).event
    return Verdict.TIME_LIMIT_EXCEEDED if event is Event.TIMED_OUT else _VERDICTS[event]


def _hint_for(exception: Raised, limits: Limits, *, board: bool) -> str:
    """Return what usually helps against this exception, empty where nothing general does.

    What is said of the board is for submissions that are handed one.
    """
    said = messages.first_line(exception.message)
    if "can't start new thread" in said or "Resource temporarily unavailable" in said:
        return f"at most {limits.processes} processes and threads may run"
    if "Too many open files" in said:
        return f"at most {limits.open_files} files may be open"
    found = _first_that_fits(_hints().python, exception, said, board=board)
    if not found and exception.type == "ModuleNotFoundError":
        return f"{_ALLOWED}{' and kata' if board else ''}{_of_packages(exception.offer)}"
    return found or _hint_in_javascript(exception, said, board=board)


def _hint_in_javascript(error: Raised, said: str, *, board: bool) -> str:
    """Return what usually helps against an error whose message begins with the line `said`.

    It is empty where nothing general does. What is said of the board is for those who have one.

    >>> said = "board.valid_moves is not a function"
    >>> _hint_in_javascript(Raised("TypeError", said), said, board=True)
    'in JavaScript it is validMoves()'
    """
    if error.type == "TypeError":
        return _hint_for_type(error, said) if board else ""
    if any(frame.file.endswith(_BOARD) for frame in error.frames):
        return _first_that_fits(_hints().board_in_javascript, error, said, board=board)
    return _first_that_fits(_hints().javascript, error, said, board=board)


def _hint_for_type(error: Raised, said: str) -> str:
    found = _NO_FUNCTION.search(said)
    if found is not None and found["name"] in _NAMES_IN_PYTHON:
        return f"in JavaScript it is {camel_case(found['name'])}()"
    source = "" if error.own_line is None else error.own_line.source
    is_undefined = said.startswith("Cannot read properties of undefined") and "board." in source
    is_no_call = found is not None and f"board.{found['name']} is" in said
    return _JS_BOARD_CALLS if is_undefined or is_no_call else ""


class _Hint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    says: str
    advice: str
    board: bool = False
    by_call: bool = False
    suffix: str = ""

    def fits(self, exception: Raised, said: str, *, board: bool) -> bool:
        unparsed = "" if exception.syntax is None else exception.syntax.file
        return (
            board >= self.board
            and not (self.by_call and exception.own_line is not None)
            and unparsed.endswith(self.suffix)
            and re.search(self.says, f"{exception.type}: {said}") is not None
        )


class _Hints(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    python: tuple[_Hint, ...]
    javascript: tuple[_Hint, ...]
    at_import: tuple[_Hint, ...]
    board_in_javascript: tuple[_Hint, ...]


@cache
def _hints() -> _Hints:  # most submissions raise nothing, and wait for none of it
    path = Path(__file__).with_name("exception_hints.yaml")
    return msgspec.yaml.decode(path.read_bytes(), type=_Hints)


def _first_that_fits(hints: Sequence[_Hint], exception: Raised, said: str, *, board: bool) -> str:
    return next((hint.advice for hint in hints if hint.fits(exception, said, board=board)), "")


def _of_packages(offer: Offer | None) -> str:
    """Say how to allow the package that was missed, as it is to be had here.

    >>> _of_packages(Offer("numpy", "/home/me/env"))
    '; numpy is in /home/me/env: add --allow numpy --allow-from /home/me/env'
    """
    if offer is None:
        return "; other packages only where --allow names them"
    name, environment = offer.name, offer.environment
    options = f"add --allow {name} --allow-from {shlex.quote(environment or 'ENV')}"
    if environment and offer.there:
        return f"; {name} is in {environment}: {options}"
    if environment:
        return f"; install {name} in {environment}, then {options}"
    make = f"python3 -m venv ENV && ENV/bin/pip install {name}, then {options}"
    if offer.there:
        return f"; {name} is in the grader's own environment, which is shown to nobody: {make}"
    return f"; where {name} is a package: {make}"
