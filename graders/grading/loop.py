"""Take a submission through the cases of a kata and collect the scorecard: the one loop."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from graders.channel.budget import Budget, Settings
from graders.channel.channel import ask
from graders.channel.sandbox_pool import SandboxPool, pool_for
from graders.channel.session import hold
from graders.grading import phrases
from graders.grading.aside import Aside, Graded
from graders.grading.card import LOAD, at_stake, put_together
from graders.grading.fairness import Record
from graders.grading.group import put_into_one
from graders.grading.judge import judge, verdict_of
from graders.grading.probing import probe
from graders.grading.ran import ran_of
from graders.grading.repeats import Run, Runs, runs
from graders.grading.slim import Kept, slim
from graders.grading.thrown import thrown
from graders.grading.yardstick import Caps
from graders.katas.kata import Kata
from graders.model.outcome import Outcome, Raised
from graders.model.provenance import Submitted
from graders.model.scorecard import Probed, Result, Scorecard
from graders.model.session import Session
from graders.model.spelling import Speech
from graders.model.submission import Command, Submission
from graders.model.suite import Case
from graders.model.verdict import Judgement, Verdict

OnResult = Callable[[Result], None]

_NOT_TO_EXPLAIN = (Verdict.LOAD_ERROR, Verdict.GRADER_ERROR)


class Rules(msgspec.Struct, frozen=True):
    """Say whether void runs are replaced, misses explained, and the first miss is the end."""

    rerun: bool = True
    explain: bool = True
    stop_at_first: bool = False


class _Terms(msgspec.Struct, frozen=True):
    """Hold what is the same for every case of one submission."""

    submission: Submission
    kata: Kata[Any]
    settings: Settings
    rules: Rules
    boxes: SandboxPool
    caps: Caps
    called: set[str]
    """What was called in place of what the kata asks for, once that is known."""


def grade(
    submission: Submission,
    kata: Kata[Any],
    cases: Iterable[Case],
    settings: Settings,
    *,
    on_case: Callable[[Case], None] = lambda case: None,
    on_result: OnResult = lambda result: None,
    rules: Rules = Rules(),
    boxes: SandboxPool | None = None,
) -> Scorecard:
    """Grade every case in order, each in a fresh process, and return the scorecard.

    Of a group so is each member, up to the first that is missed. A miss is explained while the
    next case runs, and told of with that. Each result is cut to the size that
    `graders.grading.slim` allows. The processes come from `boxes`, where these are given, and all
    of them spend from one budget.

    A submission that cannot be loaded, or has used up its budget, is not started again for the
    cases that are left: they get the verdict of what ended it. `KeyboardInterrupt` ends the run
    early; the scorecard then holds what was graded so far, lists the cases that are left as not
    run, a group that was begun among them, and says that it is not complete. So it does where the
    rules say to stop at the first miss, and there are cases left. After a whole run with a wrong
    answer the probes of the kata are asked, which `KeyboardInterrupt` ends in the same way.
    """
    cases = tuple(cases)
    results: list[Result] = []
    called: set[str] = set()
    caps = Caps(submission, kata, settings)
    complete = True
    probed: tuple[Probed, ...] = ()
    try:
        with boxes or pool_for(submission, settings) as taken_from:
            terms = _Terms(submission, kata, settings, rules, taken_from, caps, called)
            for result in _each(terms, cases, on_case):
                results.append(result)
                on_result(result)
            if len(results) == len(cases):
                probed = probe(submission, kata, results, settings, taken_from)
    except KeyboardInterrupt:
        complete = False
    left = cases[len(results) :]
    stopped = complete and bool(left)
    level = str(settings.isolation)
    ran = partial(ran_of, submission, kata, probed)
    complete = complete and not left
    card = put_together(
        *(submission.name, kata, level, results, left),
        complete=complete,
        called=sorted(called),
        ran=ran,
    )
    return replace(card, stopped_at_first=stopped, yardstick=caps.yardstick)


def _each(
    terms: _Terms, cases: Sequence[Case], on_case: Callable[[Case], None]
) -> Iterator[Result]:
    """Grade the cases in order; yield the result of each, a miss while the next case runs."""
    kept, aside = Kept(), Aside()
    terms.boxes.beside = aside.beside
    for whole in aside.in_order(_each_unexplained(terms, cases, on_case)):
        result = slim(whole, kept)
        kept = kept.plus(result)
        yield result


def _each_unexplained(
    terms: _Terms, cases: Sequence[Case], on_case: Callable[[Case], None]
) -> Iterator[Graded]:
    so_far = Record()
    verdict_for_the_rest: Judgement | None = None
    for number, case in enumerate(cases):
        on_case(case)
        if verdict_for_the_rest:
            yield Graded(_unrun(terms.kata, case, verdict_for_the_rest))
            continue
        terms.boxes.left = sum(len(case.members) for case in cases[number:])
        graded, so_far = _graded(terms, case, so_far)
        verdict_for_the_rest = _end_of(slim(graded.result), terms.boxes.budget)
        yield graded
        if terms.rules.stop_at_first and not graded.result.accepted:
            return


def grade_case(
    submission: Submission, kata: Kata[Any], case: Case, settings: Settings, rules: Rules = Rules()
) -> Result:
    """Grade one case; what goes wrong on our side becomes the verdict `grader_error`."""
    with pool_for(submission, settings) as boxes:
        caps = Caps(submission, kata, settings)
        terms = _Terms(submission, kata, settings, rules, boxes, caps, set())
        graded, _ = _graded(terms, case, Record())
    return graded.explain() if graded.explain else graded.result


def _graded(terms: _Terms, case: Case, so_far: Record) -> tuple[Graded, Record]:
    """Grade one case, of a group its members in order until one is missed."""
    if not case.group:
        return _graded_single(terms, case, so_far)
    results: list[Result] = []
    last: Graded | None = None
    end: Judgement | None = None
    for member in case.group:
        if end:
            last = Graded(_unrun(terms.kata, member, end))
        else:
            last, so_far = _graded_single(terms, member, so_far)
        results.append(last.result)
        if not last.result.accepted:
            break
        end = _end_of(last.result, terms.boxes.budget)
    whole = put_into_one(case, results)
    if last is None or last.explain is None:
        return Graded(whole), so_far
    explain = last.explain
    return Graded(whole, lambda: put_into_one(case, [*results[:-1], explain()])), so_far


def _graded_single(terms: _Terms, case: Case, so_far: Record) -> tuple[Graded, Record]:
    budget = terms.boxes.budget
    before_s = budget.seconds

    def once() -> Run:
        budget.seconds = before_s
        return _run(terms, case)

    try:
        case = terms.caps.set(case)
        taken = runs(once, case.cap_s, so_far, rerun=terms.rules.rerun)
        budget.seconds, so_far = before_s + taken.counted_s, taken.record
        result = _result(terms, case, taken)
    except Exception:
        return Graded(_our_fault(terms.kata, case, traceback.format_exc())), so_far
    if not terms.rules.explain or result.verdict in _NOT_TO_EXPLAIN:
        return Graded(result), so_far
    explain = partial(_explained, terms.kata, case, taken.counting.outcome, result)
    return Graded(explain()) if result.accepted else Graded(result, explain), so_far


def _explained(kata: Kata[Any], case: Case, outcome: Outcome, result: Result) -> Result:
    """Return the result with its explanation, which takes long only for a miss."""
    try:
        return replace(result, explanation=kata.explain(case.task, outcome, result.verdict))
    except Exception:
        return _our_fault(kata, case, traceback.format_exc())


def _run(terms: _Terms, case: Case) -> Run:
    kata, settings = terms.kata, terms.settings
    wanted = kata.request(case.task)
    outcome: Outcome
    if isinstance(wanted, Session):
        outcome = hold(terms.submission, wanted, case.cap_s, settings, terms.boxes)
    else:
        outcome = ask(terms.submission, wanted, case.cap_s, settings, terms.boxes)
        if outcome.called and terms.submission.command is None:
            terms.called.add(outcome.called)
    return Run(outcome, judge(kata, case.task, outcome, case.cap_s, settings.limits))


def unloadable(
    submission: Submitted, judgement: Judgement, kata_name: str, isolation: str
) -> Scorecard:
    """Return the scorecard of a file for which no kata could be found: none of one point."""
    result = Result(LOAD, judgement.verdict, 0, 1, 0.0, message=judgement.message)
    return Scorecard(submission, kata_name, isolation, (slim(result),))


def refuse(
    submission: Submitted,
    kata: Kata[Any],
    cases: Iterable[Case],
    judgement: Judgement,
    isolation: str,
) -> Scorecard:
    """Return the scorecard of a file that was not started: the same verdict on every case."""
    results: list[Result] = []
    kept = Kept()
    for case in cases:
        results.append(slim(_unrun(kata, case, judgement), kept))
        kept = kept.plus(results[-1])
    return Scorecard(submission, kata.name, isolation, tuple(results))


def _result(terms: _Terms, case: Case, taken: Runs) -> Result:
    """Return the result of the run that counts, still without its explanation."""
    kata, run, doubt = terms.kata, taken.counting, taken.doubt
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
        warnings=_warnings(taken, case),
        attempts=taken.attempts,
        rerun_because=phrases.doubt(doubt) if doubt else "",
        doubt=doubt,
        disturbed=taken.disturbed is not None,
        traceback=_traceback(outcome),
        thrown=thrown(outcome.fact) if isinstance(outcome.fact, Raised) else None,
        board_changed=outcome.board_changed,
        about=case.about,
        **_facts(kata, case, outcome.speech, terms.submission.command),
    )


def _warnings(taken: Runs, case: Case) -> tuple[str, ...]:
    """Say what stands beside the verdict of the run that counts."""
    found = list(phrases.warnings(taken.counting.outcome, case.cap_s))
    found.extend(phrases.several_answers(taken.attempts))
    if taken.disturbed is not None and not taken.counting.accepted:
        found.append(phrases.still_in_doubt(taken.disturbed, runs=len(taken.all)))
    return tuple(found)


def _facts(
    kata: Kata[Any],
    case: Case,
    speech: Speech = Speech.PYTHON,
    command: Command | None = None,
) -> dict[str, Any]:
    """Return the fields of a result that hold what the suite says about the case."""
    return {
        **asdict(kata.describe(case.task)),
        "reproduce": _reproduced(kata, case, speech, command),
    }


def _reproduced(kata: Kata[Any], case: Case, speech: Speech, command: Command | None) -> str:
    """Return what sets a case up, in the language of the submission; a program is asked again."""
    if command is not None:
        from graders.channel.commands import asked_in_a_shell  # noqa: PLC0415  # for programs

        return asked_in_a_shell(command, kata.request(case.task), case.cap_s)
    if speech is Speech.JAVASCRIPT:
        return kata.reproduce_in_javascript(case.task)
    return kata.reproduce(case.task)


def _traceback(outcome: Outcome) -> str:
    exception = outcome.fact
    if isinstance(exception, Raised) and phrases.has_frames(exception):
        return phrases.traceback(exception)
    return ""


def _end_of(result: Result, budget: Budget) -> Judgement | None:
    """Return the verdict on all cases that are left, where none of them is to be run."""
    if result.verdict is Verdict.LOAD_ERROR:
        return Judgement(Verdict.LOAD_ERROR, result.message)
    spent = budget.spent
    return None if spent is None else Judgement(verdict_of(spent), phrases.used_up(spent))


def _unrun(kata: Kata[Any], case: Case, judgement: Judgement) -> Result:
    """Return the result of a case that was not run; its points still count towards the maximum.

    That of a group tells what the first of its members would have been asked.
    """
    if case.group:
        first = put_into_one(case, [_unrun(kata, case.group[0], judgement)])
        return replace(first, members=())
    return Result(
        case.id,
        judgement.verdict,
        0,
        at_stake(case.points, judgement.verdict),
        case.cap_s,
        message=judgement.message,
        about=case.about,
        **_facts(kata, case),
    )


def _our_fault(kata: Kata[Any], case: Case, report: str) -> Result:
    judgement = Judgement(Verdict.GRADER_ERROR, report)
    try:
        return _unrun(kata, case, judgement)
    except Exception:
        most = at_stake(case.points, judgement.verdict)
        return Result(case.id, judgement.verdict, 0, most, case.cap_s, message=report)
