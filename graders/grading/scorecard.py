"""Put the results of a run together into a scorecard: what it adds up to, and what it shows."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from graders.grading.results import at_stake, result_without_run
from graders.grading.truncate import SizeKept, truncate
from graders.katas.kata import Kata, RunContext
from graders.model.provenance import Submitted
from graders.model.scorecard import NotRun, Observation, Result, Scorecard, singles
from graders.model.suite import Case
from graders.model.text import on_one_line
from graders.model.verdict import Judgement, Verdict

LOAD = "load"
"""The id that stands for all cases of a file of which the kata is not known."""
ENOUGH_SOLVED = 0.5
"""The share of the cases with variants that has to be solved for holding to mean anything."""


def assemble(
    name: str,
    kata: Kata[Any],
    isolation: str,
    results: Sequence[Result],
    not_run: Iterable[Case] = (),
    *,
    complete: bool = True,
    called: Iterable[str] = (),
    context: Callable[[], RunContext] = RunContext,
) -> Scorecard:
    """Return the scorecard of a run; one that is not complete gives no assessment.

    `called` are the names of what was called in place of what the kata asks for. `context` is
    called for what is known of the run beside its results, where an assessment is to be made.
    """
    card = Scorecard(
        Submitted(name),
        kata.name,
        isolation,
        tuple(results),
        complete=complete,
        not_run=not_run_of(not_run),
        called_as=_capped_findings([found for name in called for found in kata.called_as(name)]),
    )
    try:
        lost = _lost_variants(results)
        holds = False if lost else _holds(results) if complete else None
        tells = complete and not any(r.verdict is Verdict.GRADER_ERROR for r in results)
        known = context() if tells else RunContext()
        assessment = kata.assessment(results, known) if tells else None
        facts = () if known.code is None else _capped_findings(kata.facts(known.code))
        return replace(card, assessment=assessment, holds=holds, lost=lost, facts=facts)
    except Exception:  # the results stay; that nothing can be said of them is our fault
        ours = Verdict.GRADER_ERROR
        fault = Result("standing", ours, 0, at_stake(0, ours), 0.0, message=traceback.format_exc())
        return replace(card, results=(*results, fault))


def not_run_of(cases: Iterable[Case]) -> tuple[NotRun, ...]:
    """Return what a scorecard says of cases that were selected and not graded."""
    return tuple(NotRun(case.id, case.points, case.cap_s) for case in cases)


def _lost_variants(results: Sequence[Result]) -> tuple[str, ...]:
    accepted = {result.id for result in results if result.accepted}
    return tuple(
        result.id
        for result in results
        if result.variant
        and result.original in accepted
        and result.verdict not in (Verdict.ACCEPTED, Verdict.GRADER_ERROR)
    )


def _holds(results: Sequence[Result]) -> bool | None:
    """Return True where a submission that lost no variant has shown that it holds, else None.

    It has not where it solves fewer than half of the cases, where it gives one answer to all, or
    where the grader failed on a variant.
    """
    variants = [result for result in results if result.variant]
    cases = {result.original for result in variants}
    kept = [result for result in variants if result.accepted]
    solved = {result.original for result in kept}
    failed = any(result.verdict is Verdict.GRADER_ERROR for result in variants)
    answers = {repr(single.answer) for single in singles(results) if single.accepted}
    if not cases or failed or len(solved) < ENOUGH_SOLVED * len(cases) or len(answers) < 2:
        return None
    return True


MOST_FOUND, LONGEST = 40, 120
"""So many findings are kept beside a score, and so many characters of each of their texts."""


def _capped_findings(found: Sequence[Observation]) -> tuple[Observation, ...]:
    """Return what is kept of what was found out about a submission, harmless to a terminal.

    >>> _capped_findings([Observation("the winner", "from Game" + "e" * 900)])[0].how[-3:]
    'ee…'
    """
    return tuple(
        Observation(_shortened(each.what), _shortened(each.how)) for each in found[:MOST_FOUND]
    )


def _shortened(text: str) -> str:
    shown = on_one_line(text)
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"


def scorecard_without_kata(
    submission: Submitted, judgement: Judgement, kata_name: str, isolation: str
) -> Scorecard:
    """Return the scorecard of a file for which no kata could be found: none of one point."""
    result = Result(LOAD, judgement.verdict, 0, 1, 0.0, message=judgement.message)
    return Scorecard(submission, kata_name, isolation, (truncate(result),))


def scorecard_of_unstarted(
    submission: Submitted,
    kata: Kata[Any],
    cases: Iterable[Case],
    judgement: Judgement,
    isolation: str,
) -> Scorecard:
    """Return the scorecard of a file that was not started: the same verdict on every case."""
    results: list[Result] = []
    kept = SizeKept()
    for case in cases:
        results.append(truncate(result_without_run(kata, case, judgement), kept))
        kept = kept.plus(results[-1])
    return Scorecard(submission, kata.name, isolation, tuple(results))
