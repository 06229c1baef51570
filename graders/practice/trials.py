"""What is tried in a terminal, a case or a position of one's own, and what came of it is worth."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict

from graders.grading import messages
from graders.grading.judge import judge
from graders.katas.kata import Kata
from graders.model.explanation import Appraisal, Picture
from graders.model.limits import Limits
from graders.model.outcome import Outcome
from graders.model.request import Request, Session, SessionOutcome
from graders.model.scorecard import Result
from graders.model.value import as_json
from graders.model.verdict import Verdict
from graders.suites import SuiteError
from graders.suites.selection import Named, find_cases, suite_at
from kata.board import ROWS, Board, Player

MOST_NAMED = 5
_NOT_TO_EXPLAIN = (Verdict.LOAD_ERROR, Verdict.GRADER_ERROR)


class Trial(msgspec.Struct, frozen=True):
    """What is asked in one case, or in one member of a group, and nothing of the answer.

    `question` is Python that sets it up, `in_javascript` the same, each empty where that would be
    too long, and `position` its drawing, None where it has none. `own` are the moves of a position
    of one's own and who made the first.
    """

    id: str
    kata: str
    asks: str
    cap_s: float
    wanted: Request | Session
    question: str
    in_javascript: str
    position: Picture | None
    own: tuple[str, str] | None = None


def trials(katas: Iterable[Kata[Any]], name: str, suites: Sequence[str] = ()) -> tuple[Trial, ...]:
    """Return what there is to try of the case called `name`: of a group each of its members.

    It is looked for in the suites at these paths or of these names, else in those shipped. Raises
    `SuiteError` where there is no such case, or where several are called so.
    """
    one = _find_case(katas, name, suites)
    about = one.case.about
    return tuple(
        _trial(one.kata, member.id, member.cap_s, member.task, about) for member in one.case.members
    )


def _find_case(katas: Iterable[Kata[Any]], name: str, suites: Sequence[str]) -> Named:
    found = find_cases(katas, name, suites=tuple(suite_at(suite) for suite in suites))
    if len(found) > 1:
        ids = [one.case.id for one in found]
        listed = ", ".join(ids[:MOST_NAMED]) + (", …" if len(ids) > MOST_NAMED else "")
        raise SuiteError(f"{name!r} names {len(ids)} cases, try one of them: {listed}")
    return found[0]


def own_trial(katas: Iterable[Kata[Any]], moves: str, first: str) -> Trial:
    """Return what there is to try of a position of one's own, which has no cap.

    Raises `TaskError` where no game goes on after these moves, `SuiteError` where none of the katas
    has positions.
    """
    names = []
    for kata in katas:
        task = kata.set_up(moves, first, to_play=True)
        if task is not None:
            name = f"after {moves}" if moves else "the empty board"
            return _trial(kata, name, math.inf, task, "", own=(moves, first))
        names.append(kata.name)
    raise SuiteError(f"{', '.join(names)}: no kata with positions, which --moves is for")


def _trial(
    kata: Kata[Any],
    case_id: str,
    cap_s: float,
    task: Any,
    about: str,
    *,
    own: tuple[str, str] | None = None,
) -> Trial:
    facts = kata.describe(task)
    position = None
    if facts.moves is not None:
        board = Board.from_moves(facts.moves, Player[facts.first or Player.RED.name])
        turn = f"{board.current_player.name} to move"
        position = Picture(tuple(str(board).splitlines()[:ROWS]), turn)
    return Trial(
        case_id,
        kata.name,
        about or ("" if own else kata.about(task)),
        cap_s,
        kata.request(task),
        kata.reproduce(task),
        kata.reproduce_in_javascript(task),
        position,
        own,
    )


def judged(
    katas: Iterable[Kata[Any]], trial: Trial, outcome: Outcome, suites: Sequence[str] = ()
) -> Result:
    """Return what the outcome of a trial is worth, whatever time it took, and why."""
    kata, task, about = _judged_by(katas, trial, suites)
    judgement = judge(kata, task, outcome, math.inf, Limits())
    explanation = None
    if trial.own is None and judgement.verdict not in _NOT_TO_EXPLAIN:
        explanation = kata.explain(task, outcome, judgement.verdict)
    facts = kata.describe(task)
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
        about=about,
        **asdict(facts),
    )


def _judged_by(
    katas: Iterable[Kata[Any]], trial: Trial, suites: Sequence[str]
) -> tuple[Kata[Any], Any, str]:
    if trial.own is not None:
        kata = next(each for each in katas if each.name == trial.kata)
        return kata, kata.set_up(*trial.own, to_play=True), ""
    one = _find_case(katas, trial.id, suites)
    return one.kata, one.case.members[0].task, one.case.about


def appraised(
    katas: Iterable[Kata[Any]], trial: Trial, result: Result, nodes: int
) -> Appraisal | None:
    """Return what search within `nodes` says of a column for a position of one's own.

    None where something else came than a column that can be played: the result says what.
    """
    if trial.own is None or result.verdict is not Verdict.WRONG_ANSWER:
        return None
    kata, task, _ = _judged_by(katas, trial, ())
    return kata.appraise(task, result.answer, nodes)


def _answer(outcome: Outcome) -> object:
    """Return what is told of an answer: of a session, whose steps each have one, nothing."""
    if outcome.value is None or isinstance(outcome, SessionOutcome):
        return None
    return as_json(outcome.value)
