"""Take a submission through the cases of a kata and collect the scorecard: the one loop."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from graders.channel.channel import Settings, ask
from graders.grading import fairness
from graders.grading.judge import judge
from graders.katas.kata import Kata
from graders.model.outcome import Event, Outcome
from graders.model.scorecard import Attempt, Result, Scorecard
from graders.model.submission import Submission
from graders.model.suite import Case
from graders.model.value import as_json
from graders.model.verdict import Judgement, Verdict

OnResult = Callable[[Result], None]


_NOT_TO_EXPLAIN = (Verdict.LOAD_ERROR, Verdict.GRADER_ERROR)


@dataclass(frozen=True)
class Rules:
    """Say whether doubtful times are run again, and whether misses are explained."""

    rerun: bool = True
    explain: bool = True


@dataclass(frozen=True)
class _Run:
    outcome: Outcome
    judgement: Judgement


def grade(
    submission: Submission,
    kata: Kata[Any],
    cases: Iterable[Case],
    settings: Settings,
    *,
    on_case: Callable[[Case], None] = lambda case: None,
    on_result: OnResult = lambda result: None,
    rules: Rules = Rules(),
) -> Scorecard:
    """Grade every case in order, each in a fresh process, and return the scorecard.

    A submission that cannot be loaded, or has used up its total time, is not started again for
    the cases that are left: they get the same verdict. `KeyboardInterrupt` ends the run early;
    the scorecard then holds what was graded so far and says that it is not complete.
    """
    results: list[Result] = []
    spent_s = 0.0
    verdict_for_the_rest: Judgement | None = None
    complete = True
    try:
        for case in cases:
            on_case(case)
            result = (
                _unrun(case, verdict_for_the_rest)
                if verdict_for_the_rest
                else grade_case(submission, kata, case, settings, rules)
            )
            spent_s += min(result.wall_s, result.cap_s)
            verdict_for_the_rest = verdict_for_the_rest or _end_of(result, spent_s, settings)
            results.append(result)
            on_result(result)
    except KeyboardInterrupt:
        complete = False
    return _scorecard(submission, kata, settings, results, complete)


def grade_case(
    submission: Submission, kata: Kata[Any], case: Case, settings: Settings, rules: Rules = Rules()
) -> Result:
    """Grade one case; what goes wrong on our side becomes the verdict `grader_error`."""
    try:
        runs, reason = _runs(submission, kata, case, settings, rules)
        return _result(kata, case, runs, reason, rules)
    except Exception:
        return _our_fault(case, traceback.format_exc())


def unloadable(
    submission_name: str, judgement: Judgement, kata_name: str, isolation: str
) -> Scorecard:
    """Return the scorecard of a file for which no kata could be found to grade it by."""
    result = Result("load", judgement.verdict, 0, 0, 0.0, message=judgement.message)
    return Scorecard(submission_name, kata_name, isolation, (result,))


def refuse(
    submission_name: str,
    kata: Kata[Any],
    cases: Iterable[Case],
    judgement: Judgement,
    isolation: str,
) -> Scorecard:
    """Return the scorecard of a file that was not started: the same verdict on every case."""
    results = tuple(_unrun(case, judgement) for case in cases)
    return Scorecard(submission_name, kata.name, isolation, results)


def _runs(
    submission: Submission, kata: Kata[Any], case: Case, settings: Settings, rules: Rules
) -> tuple[list[_Run], str]:
    def run(patience_s: float = 0.0) -> _Run:
        request = kata.request(case.task)
        outcome = ask(submission, request, case.cap_s, settings, patience_s=patience_s)
        return _Run(outcome, judge(kata, case.task, outcome, case.cap_s, settings.limits))

    runs = [run()]
    reason = fairness.suspicion(runs[0].outcome, case.cap_s) if rules.rerun else ""
    if runs[0].judgement.verdict is Verdict.ACCEPTED:
        return runs, ""
    while (
        reason
        and len(runs) <= fairness.MOST_RERUNS
        and runs[-1].judgement.verdict is not Verdict.ACCEPTED
        and fairness.suspicion(runs[-1].outcome, case.cap_s)
    ):
        runs.append(run(patience_s=fairness.PATIENCE * case.cap_s))
    return runs, reason if len(runs) > 1 else ""


def _result(kata: Kata[Any], case: Case, runs: list[_Run], reason: str, rules: Rules) -> Result:
    best = min(runs, key=_merit)
    outcome, judgement = best.outcome, best.judgement
    accepted = judgement.verdict is Verdict.ACCEPTED
    answer = outcome.value if outcome.event is Event.REPLIED else None
    explanation = None
    if rules.explain and judgement.verdict not in _NOT_TO_EXPLAIN:
        explanation = kata.explain(case.task, outcome, judgement.verdict)
    return Result(
        id=case.id,
        verdict=judgement.verdict,
        points=case.points if accepted else 0,
        max_points=0 if judgement.verdict is Verdict.GRADER_ERROR else case.points,
        cap_s=case.cap_s,
        answer=as_json(answer) if outcome.event is Event.REPLIED else None,
        message=judgement.message,
        wall_s=outcome.wall_s,
        cpu_s=outcome.cpu_s,
        stdout=outcome.stdout,
        stderr=outcome.stderr,
        warnings=_warnings(outcome),
        explanation=explanation,
        attempts=tuple(_attempt(run) for run in runs) if len(runs) > 1 else (),
        rerun_because=reason,
        traceback=outcome.detail if outcome.detail.startswith("Traceback") else "",
        task=case.task,
    )


def _merit(run: _Run) -> tuple[bool, float]:
    return run.judgement.verdict is not Verdict.ACCEPTED, fairness.counted_s(run.outcome)


def _attempt(run: _Run) -> Attempt:
    return Attempt(run.judgement.verdict, run.outcome.wall_s, run.outcome.cpu_s)


def _warnings(outcome: Outcome) -> tuple[str, ...]:
    warnings = []
    if outcome.board_changed:
        warnings.append("board_changed: the board was not as it was before the call")
    if outcome.forgiven_s:
        warnings.append(f"{outcome.forgiven_s:.2f} s of waiting for a core were not counted")
    return tuple(warnings)


def _end_of(result: Result, spent_s: float, settings: Settings) -> Judgement | None:
    total_s = settings.limits.total_s
    if result.verdict is Verdict.LOAD_ERROR:
        return Judgement(Verdict.LOAD_ERROR, result.message)
    if spent_s > total_s:
        return Judgement(
            Verdict.TIME_LIMIT_EXCEEDED,
            f"not run: the cases before it used up the submission's total of {total_s:g} s",
        )
    return None


def _unrun(case: Case, judgement: Judgement) -> Result:
    ours = judgement.verdict is Verdict.GRADER_ERROR
    return Result(
        case.id,
        judgement.verdict,
        0,
        0 if ours else case.points,
        case.cap_s,
        message=judgement.message,
        task=case.task,
    )


def _our_fault(case: Case, report: str) -> Result:
    return Result(case.id, Verdict.GRADER_ERROR, 0, 0, case.cap_s, message=report, task=case.task)


def _scorecard(
    submission: Submission,
    kata: Kata[Any],
    settings: Settings,
    results: list[Result],
    complete: bool,
) -> Scorecard:
    card = Scorecard(
        submission.name, kata.name, str(settings.isolation), tuple(results), complete=complete
    )
    try:
        standing = None if _ours_failed(results) else kata.standing(results)
        return replace(card, standing=standing, **_holding(results))
    except Exception:
        fault = Result("standing", Verdict.GRADER_ERROR, 0, 0, 0.0, message=traceback.format_exc())
        return replace(card, results=(*results, fault))


def _holding(results: list[Result]) -> dict[str, Any]:
    accepted = {result.id for result in results if result.accepted}
    variants = [r for r in results if r.variant and r.original in accepted]
    lost = tuple(result.id for result in variants if not result.accepted)
    return {"holds": not lost if variants else None, "lost": lost}


def _ours_failed(results: list[Result]) -> bool:
    return any(result.verdict is Verdict.GRADER_ERROR for result in results)
