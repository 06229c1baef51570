"""Grade a submission: every case in a fresh process, until a run of it counts, then its verdict.

`grade` is the loop, `grade_case` one turn of it. Which runs are void and which one counts is
decided in `attempts.py`, the verdict in `judge.py`, what a result holds in `results.py`. Misses
are explained beside the next case (`explain.py`), off this way.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from graders.channel.budget import Budget, Settings
from graders.channel.channel import ask
from graders.channel.sandbox_pool import SandboxPool, pool_for
from graders.channel.session import run_session
from graders.grading import messages
from graders.grading.attempts import FileRecord, JudgedRun, attempt_until_one_counts
from graders.grading.explain import Explainer, GradedCase
from graders.grading.judge import judge, verdict_of
from graders.grading.playing_out import play_out
from graders.grading.probing import probe, quiet_moves, run_context, warm_reader
from graders.grading.results import (
    result_of,
    result_of_group,
    result_of_our_fault,
    result_without_run,
)
from graders.grading.scorecard import assemble
from graders.grading.truncate import SizeKept, truncate
from graders.grading.yardstick import Caps
from graders.katas.kata import Kata
from graders.model.outcome import Outcome
from graders.model.request import Session
from graders.model.scorecard import Probed, QuietMove, Result, Scorecard
from graders.model.submission import Submission
from graders.model.suite import Case
from graders.model.verdict import Judgement, Verdict
from graders.sandbox.leases import Lease

_NOT_EXPLAINED = (Verdict.LOAD_ERROR, Verdict.GRADER_ERROR)


class Rules(msgspec.Struct, frozen=True):
    rerun: bool = True
    explain: bool = True
    stop_at_first: bool = False
    quiet_moves: bool = False
    play_out: bool = False
    probes: bool = True


class Grading(msgspec.Struct):
    submission: Submission
    kata: Kata[Any]
    settings: Settings
    rules: Rules
    pool: SandboxPool
    caps: Caps
    record: FileRecord = FileRecord()
    called: set[str] = msgspec.field(default_factory=set)
    """What was called in place of what the kata asks for, once that is known."""


def grade(
    submission: Submission,
    kata: Kata[Any],
    cases: Iterable[Case],
    settings: Settings,
    *,
    on_case: Callable[[Case], None] = lambda case: None,
    on_result: Callable[[Result], None] = lambda result: None,
    rules: Rules = Rules(),
    pool: SandboxPool | None = None,
) -> Scorecard:
    """Grade every case in order, each in a fresh process, and return the scorecard.

    Of a group so is each member, up to the first that is missed. Where the rules say so, a case
    that was answered is played out, each position on the way like a case. A miss is explained
    while the next case runs, and told of with that. Each result is cut to the size that `truncate`
    allows. The processes come from `pool`, where one is given, and all spend from one budget.

    A submission that cannot be loaded, or has used up its budget, is not started again for the
    cases that are left: they get the verdict of what ended it. `KeyboardInterrupt` ends the run
    early; the scorecard then holds what was graded so far, lists the cases that are left as not
    run, a group that was begun among them, and says that it is not complete. So it does where the
    rules say to stop at the first miss, and there are cases left. Where they say so, the probes of
    the kata are asked after a whole run with a wrong answer, and its quiet positions after any
    whole run, which `KeyboardInterrupt` ends in the same way.
    """
    cases = tuple(cases)
    results: list[Result] = []
    caps, pool = Caps(submission, kata, settings), pool or pool_for(submission, settings)
    grading = Grading(submission, kata, settings, rules, pool, caps)
    probed: tuple[Probed, ...] = ()
    quiet: tuple[QuietMove, ...] = ()
    kept, interrupted = SizeKept(), False
    try:
        with pool:
            explainer = Explainer()

            def beside(place: Lease) -> None:
                explainer.keep_off(place)
                warm_reader(submission, kata, place)

            pool.beside = beside
            for result in explainer.explained_in_order(grade_each(grading, cases, on_case)):
                results.append(truncate(result, kept))
                kept = kept.plus(results[-1])
                on_result(results[-1])
            if len(results) == len(cases):
                if rules.probes:
                    probed = probe(submission, kata, results, settings, pool)
                if rules.quiet_moves:
                    quiet = quiet_moves(submission, kata, results, settings, pool)
    except KeyboardInterrupt:
        interrupted = True
    left = cases[len(results) :]
    card = assemble(
        submission.name,
        kata,
        str(settings.isolation),
        results,
        left,
        complete=not interrupted and not left,
        called=sorted(grading.called),
        context=partial(run_context, submission, kata, probed),
    )
    stopped = bool(left) and not interrupted
    return replace(card, stopped_at_first=stopped, yardstick=caps.yardstick, quiet_moves=quiet)


def grade_each(
    grading: Grading, cases: Sequence[Case], on_case: Callable[[Case], None]
) -> Iterator[GradedCase]:
    """Grade the cases in order, up to the first miss where the rules say so."""
    verdict_on_the_rest: Judgement | None = None
    for number, case in enumerate(cases):
        on_case(case)
        if verdict_on_the_rest:
            yield GradedCase(result_without_run(grading.kata, case, verdict_on_the_rest))
            continue
        # As many sandboxes as are still wanted may be made ready ahead.
        grading.pool.left = sum(len(case.members) for case in cases[number:])
        graded = _grade_group(grading, case) if case.group else _grade_to_its_end(grading, case)
        # The message of a file that cannot be loaded stands in every result: cut before it is.
        verdict_on_the_rest = _verdict_on_the_rest(truncate(graded.result), grading.pool.budget)
        yield graded
        if grading.rules.stop_at_first and not graded.result.accepted:
            return


def grade_case(grading: Grading, case: Case) -> GradedCase:
    """Grade one case, which is no group; what goes wrong on our side is a `grader_error`.

    Only the seconds of the run that counts are spent from the budget.
    """
    kata, budget = grading.kata, grading.pool.budget
    before_s = budget.seconds

    def once() -> JudgedRun:
        budget.seconds = before_s  # the machine is to blame for the run that this one replaces
        return attempt(grading, case)

    try:
        case = grading.caps.with_cap(case)
        rerun = grading.rules.rerun
        attempts = attempt_until_one_counts(once, case.cap_s, grading.record, rerun=rerun)
        budget.seconds, grading.record = before_s + attempts.counted_s, attempts.record
        result = result_of(kata, case, attempts, grading.submission.command)
    except Exception:
        return GradedCase(result_of_our_fault(kata, case, traceback.format_exc()))
    if not grading.rules.explain or result.verdict in _NOT_EXPLAINED:
        return GradedCase(result)
    explain = partial(_explained, kata, case, attempts.counting.outcome, result)
    # an accepted answer is explained in no time; why one was missed takes a search
    return GradedCase(explain()) if result.accepted else GradedCase(result, explain)


def _grade_to_its_end(grading: Grading, case: Case) -> GradedCase:
    """Grade one case and, where the rules say so, what it leads to."""
    first = grade_case(grading, case)
    if not grading.rules.play_out or not first.result.accepted:
        return first

    def ask_on(position: Case) -> GradedCase:
        if (on_the_rest := _verdict_on_the_rest(first.result, grading.pool.budget)) is not None:
            return GradedCase(result_without_run(grading.kata, position, on_the_rest))
        grading.pool.left += 1  # one more than there were cases
        return grade_case(grading, position)

    return play_out(grading.kata, replace(case, cap_s=first.result.cap_s), first, ask_on)


def attempt(grading: Grading, case: Case) -> JudgedRun:
    """Run a case once: ask the submission in a fresh process, and judge what came back."""
    kata, settings = grading.kata, grading.settings
    asked = kata.request(case.task)
    outcome: Outcome
    if isinstance(asked, Session):
        outcome = run_session(grading.submission, asked, case.cap_s, settings, grading.pool)
    else:
        outcome = ask(grading.submission, asked, case.cap_s, settings, grading.pool)
        if outcome.called and grading.submission.command is None:
            grading.called.add(outcome.called)
    return JudgedRun(outcome, judge(kata, case.task, outcome, case.cap_s, settings.limits))


def _grade_group(grading: Grading, group: Case) -> GradedCase:
    """Grade the members of a group in order until one is missed, and make one result of theirs."""
    results: list[Result] = []
    last: GradedCase | None = None
    verdict_on_the_rest: Judgement | None = None
    for member in group.group:
        if verdict_on_the_rest:
            last = GradedCase(result_without_run(grading.kata, member, verdict_on_the_rest))
        else:
            last = _grade_to_its_end(grading, member)
        results.append(last.result)
        if not last.result.accepted:
            break
        verdict_on_the_rest = _verdict_on_the_rest(last.result, grading.pool.budget)
    whole = result_of_group(group, results)
    if last is None or last.explain is None:
        return GradedCase(whole)
    explain = last.explain
    return GradedCase(whole, lambda: result_of_group(group, [*results[:-1], explain()]))


def _explained(kata: Kata[Any], case: Case, outcome: Outcome, result: Result) -> Result:
    try:
        return replace(result, explanation=kata.explain(case.task, outcome, result.verdict))
    except Exception:
        return result_of_our_fault(kata, case, traceback.format_exc())


def _verdict_on_the_rest(result: Result, budget: Budget) -> Judgement | None:
    """Return the verdict on all cases that are left, where none of them is to be run."""
    if result.verdict is Verdict.LOAD_ERROR:
        return Judgement(Verdict.LOAD_ERROR, result.message)
    spent = budget.exhausted
    return None if spent is None else Judgement(verdict_of(spent), messages.used_up(spent))
