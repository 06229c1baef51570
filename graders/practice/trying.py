"""Take one case apart, so that it can be tried and judged, and the answer stays out of the way.

While somebody's file runs in this process, a debugger shows what its callers hold. So they hold the
question only: a case is found again, by its id, once there is an answer to judge.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict

from graders.grading import messages
from graders.grading.judge import judge
from graders.katas.kata import Kata
from graders.model.explanation import Picture
from graders.model.limits import Limits
from graders.model.outcome import Outcome
from graders.model.request import Request, Session, SessionOutcome
from graders.model.scorecard import Result
from graders.model.value import as_json
from graders.model.verdict import Verdict
from graders.suites import SuiteError
from graders.suites.selection import Named, named, suite_at
from kata.board import ROWS, Board, Player

MOST_NAMED = 5
_NOT_TO_EXPLAIN = (Verdict.LOAD_ERROR, Verdict.GRADER_ERROR)


class Trial(msgspec.Struct, frozen=True):
    """Hold what is asked in one case, or in one member of a group, and nothing of the answer.

    `question` is Python that sets it up, empty where that would be too long, and `position` its
    drawing, None where it has none.
    """

    id: str
    kata: str
    asks: str
    cap_s: float
    wanted: Request | Session
    question: str
    position: Picture | None


def trials(katas: Iterable[Kata[Any]], name: str, suites: Sequence[str] = ()) -> tuple[Trial, ...]:
    """Return what there is to try of the case called `name`: of a group each of its members.

    It is looked for in the suites at these paths or of these names, else in those shipped. Raises
    `SuiteError` where there is no such case, or where several are called so.
    """
    one = _only(katas, name, suites)
    about = one.case.about
    return tuple(
        _trial(one.kata, member.id, member.cap_s, member.task, about) for member in one.case.members
    )


def _only(katas: Iterable[Kata[Any]], name: str, suites: Sequence[str]) -> Named:
    found = named(katas, name, suites=tuple(suite_at(suite) for suite in suites))
    if len(found) > 1:
        ids = [one.case.id for one in found]
        listed = ", ".join(ids[:MOST_NAMED]) + (", …" if len(ids) > MOST_NAMED else "")
        raise SuiteError(f"{name!r} names {len(ids)} cases, try one of them: {listed}")
    return found[0]


def _trial(kata: Kata[Any], case_id: str, cap_s: float, task: Any, about: str) -> Trial:
    facts = kata.describe(task)
    position = None
    if facts.moves is not None:
        board = Board.from_moves(facts.moves, Player[facts.first or Player.RED.name])
        turn = f"{board.current_player.name} to move"
        position = Picture(tuple(str(board).splitlines()[:ROWS]), turn)
    return Trial(
        case_id,
        kata.name,
        about or kata.about(task),
        cap_s,
        kata.request(task),
        kata.reproduce(task),
        position,
    )


def judged(
    katas: Iterable[Kata[Any]], trial: Trial, outcome: Outcome, suites: Sequence[str] = ()
) -> Result:
    """Return what the outcome of a trial is worth, whatever time it took, and why."""
    one = _only(katas, trial.id, suites)
    task = one.case.members[0].task
    judgement = judge(one.kata, task, outcome, math.inf, Limits())
    explanation = None
    if judgement.verdict not in _NOT_TO_EXPLAIN:
        explanation = one.kata.explain(task, outcome, judgement.verdict)
    facts = one.kata.describe(task)
    return Result(
        trial.id,
        judgement.verdict,
        0,
        0,
        trial.cap_s,
        answer=_answer(outcome),
        message=judgement.message,
        wall_s=outcome.wall_s,
        cpu_s=outcome.cpu_s,
        warnings=(messages.BOARD_CHANGED,) if outcome.board_changed else (),
        explanation=explanation,
        board_changed=outcome.board_changed,
        about=one.case.about,
        **asdict(facts),
    )


def _answer(outcome: Outcome) -> object:
    """Return what is told of an answer: of a session, whose steps each have one, nothing."""
    if outcome.value is None or isinstance(outcome, SessionOutcome):
        return None
    return as_json(outcome.value)
