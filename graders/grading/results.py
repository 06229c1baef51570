"""Make the result of a case: from its runs, without any, or from the members of a group."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from graders.channel.commands import asked_in_a_shell
from graders.grading import messages
from graders.grading.attempts import Attempts
from graders.katas.kata import Kata
from graders.model.outcome import Outcome
from graders.model.raised import Raised
from graders.model.scorecard import Result, Thrown
from graders.model.submission import Command, Speech
from graders.model.suite import Case
from graders.model.verdict import Judgement, Verdict

MOST_THROWN = 200
"""How many characters are kept of each text of an exception in brief."""


def result_of(
    kata: Kata[Any], case: Case, attempts: Attempts, command: Command | None = None
) -> Result:
    run, doubt = attempts.counting, attempts.doubt
    outcome, judgement = run.outcome, run.judgement
    return Result(
        id=case.id,
        verdict=judgement.verdict,
        points=case.points if run.accepted else 0,
        max_points=at_stake(case.points, judgement.verdict),
        cap_s=case.cap_s,
        answer=run.answer,
        message=judgement.message,
        wall_s=round(outcome.wall_s, 6),
        cpu_s=run.cpu_s,
        kept_off_s=run.kept_off_s,
        stdout=outcome.stdout,
        stderr=outcome.stderr,
        warnings=_warnings(attempts, case),
        attempts=attempts.attempts,
        rerun_because=messages.doubt(doubt) if doubt else "",
        doubt=doubt,
        disturbed=attempts.disturbed is not None,
        traceback=_traceback(outcome),
        thrown=exception_summary(outcome.fact) if isinstance(outcome.fact, Raised) else None,
        board_changed=outcome.board_changed,
        about=case.about,
        **_case_facts(kata, case, outcome.speech, command),
    )


def result_without_run(kata: Kata[Any], case: Case, judgement: Judgement) -> Result:
    """Return the result of a case that was not run; its points still count towards the maximum.

    That of a group tells what the first of its members would have been asked.
    """
    if case.group:
        first = result_of_group(case, [result_without_run(kata, case.group[0], judgement)])
        return replace(first, members=())
    return Result(
        case.id,
        judgement.verdict,
        0,
        at_stake(case.points, judgement.verdict),
        case.cap_s,
        message=judgement.message,
        about=case.about,
        **_case_facts(kata, case),
    )


def result_of_our_fault(kata: Kata[Any], case: Case, report: str) -> Result:
    judgement = Judgement(Verdict.GRADER_ERROR, report)
    try:
        return result_without_run(kata, case, judgement)
    except Exception:
        most = at_stake(case.points, judgement.verdict)
        return Result(case.id, judgement.verdict, 0, most, case.cap_s, message=report)


def result_of_group(case: Case, members: Sequence[Result]) -> Result:
    """Return the result of a group from those of its members, at least one, up to the first miss.

    Its point is won by all members together; every other fact is that of the member which decides.
    """
    decides = _deciding_member(members)
    all_accepted = len(members) == len(case.group) and all(each.accepted for each in members)
    group = Result(
        case.id,
        decides.verdict,
        case.points if all_accepted else 0,
        at_stake(case.points, decides.verdict),
        case.cap_s,
        about=case.about,
        group_size=len(case.group),
        decided_by=decides.id,
    )
    return group.with_members(members)


def _deciding_member(members: Sequence[Result]) -> Result:
    """Return the member that was missed, or else the one that came nearest to its cap.

    >>> from graders.model.verdict import Verdict
    >>> slow = Result("a/b#1", Verdict.ACCEPTED, 0, 0, 2.0, wall_s=1.5)
    >>> fast = Result("a/b#2", Verdict.ACCEPTED, 0, 0, 2.0, wall_s=0.5)
    >>> _deciding_member([slow, fast]).id
    'a/b#1'
    """
    missed = [member for member in members if not member.accepted]
    return missed[0] if missed else max(members, key=lambda member: member.counted_s)


def at_stake(points: int, verdict: Verdict) -> int:
    """Return the points there were to win: at least one where the grader failed.

    So no run in which it failed reads as full marks, not even one in which it did on a variant
    that counts no points.
    """
    return max(1, points) if verdict is Verdict.GRADER_ERROR else points


def exception_summary(exception: Raised) -> Thrown:
    function = exception.frames[-1].function if exception.frames else ""
    texts = (exception.type, messages.first_line(exception.message), function)
    name, said, function = (text[:MOST_THROWN] for text in texts)
    unparsed = exception.syntax is not None and not exception.frames
    board = messages.board_when_raised(exception) or msgspec.UNSET
    line, file = _own_place(exception)
    return Thrown(name, said, function, unparsed, board, line, file)


def _own_place(exception: Raised) -> tuple[int | msgspec.UnsetType, str | msgspec.UnsetType]:
    """Return the line that it came from, and the file where that is not the one that is called.

    Of a text that cannot be parsed it is the line that stands wrong; a line of a driver is none.
    """
    own, syntax = exception.own_line, exception.syntax
    if own is not None:
        file = own.file if own.beside else msgspec.UNSET
        return (msgspec.UNSET, msgspec.UNSET) if own.is_of_driver else (own.line, file)
    if syntax is not None and not exception.frames:
        return syntax.line, syntax.file
    return msgspec.UNSET, msgspec.UNSET


def _warnings(attempts: Attempts, case: Case) -> tuple[str, ...]:
    found = list(messages.warnings(attempts.counting.outcome, case.cap_s))
    found.extend(messages.several_answers(attempts.attempts))
    if attempts.disturbed is not None and not attempts.counting.accepted:
        found.append(messages.still_in_doubt(attempts.disturbed, runs=len(attempts.runs)))
    return tuple(found)


def _case_facts(
    kata: Kata[Any],
    case: Case,
    speech: Speech = Speech.PYTHON,
    command: Command | None = None,
) -> dict[str, Any]:
    return {
        **asdict(kata.describe(case.task)),
        "reproduce": _how_to_reproduce(kata, case, speech, command),
    }


def _how_to_reproduce(kata: Kata[Any], case: Case, speech: Speech, command: Command | None) -> str:
    if command is not None:
        return asked_in_a_shell(command, kata.request(case.task), case.cap_s)
    if speech is Speech.JAVASCRIPT:
        return kata.reproduce_in_javascript(case.task)
    return kata.reproduce(case.task)


def _traceback(outcome: Outcome) -> str:
    exception = outcome.fact
    if isinstance(exception, Raised) and messages.has_frames(exception):
        return messages.traceback(exception)
    return ""
