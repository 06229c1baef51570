"""Measure what the grader itself costs, on a submission that answers at once."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from graders.channel.channel import Settings, survey
from graders.grading.loop import grade, grade_case
from graders.grading.recognise import recognise
from graders.katas.best_move.check import FUNCTION
from graders.katas.best_move.task import BestMoveTask
from graders.katas.kata import Kata
from graders.model.scorecard import Result
from graders.model.submission import Submission
from graders.model.suite import Case
from graders.reports.progress import Bar, Quiet
from graders.sandbox.sandbox import run_nothing
from graders.tools.bench.measure import NothingToMeasureError
from graders.tools.bench.outcomes import Contender, write
from graders.tools.bench.tables import Cell, Figure, Table, Unit

RATIO_GOAL = 3.0
"""An isolated case may cost this many times a bare interpreter under the same isolation."""
TOTAL_GOAL_S = 1.0
"""All cases together may cost this many seconds of wall time."""


@dataclass(frozen=True)
class Costs:
    """Hold wall seconds: of each bare interpreter, each case, and each grading of all cases."""

    bare: tuple[float, ...]
    case: tuple[float, ...]
    total: tuple[float, ...]


def instant(cases: Sequence[Case]) -> Contender:
    """Return a submission that knows the answer to every case and searches for nothing."""
    answers = {
        str(case.task.board()): case.task.accept[0]
        for case in cases
        if isinstance(case.task, BestMoveTask)
    }
    source = f"ANSWERS = {answers!r}\n\n\ndef {FUNCTION}(board):\n    return ANSWERS[str(board)]\n"
    return Contender("instant", source)


def measure(
    cases: Sequence[Case], kata: Kata[Any], settings: Settings, repeat: int, bar: Bar | None = None
) -> Costs:
    """Measure `repeat` rounds; in each round every case takes its turn with a bare interpreter.

    Raises `NothingToMeasureError` where an answer is not accepted.
    """
    bar = bar or Quiet()
    bare: list[float] = []
    each: list[float] = []
    total: list[float] = []

    def grade_one(case: Case) -> None:
        _insist([grade_case(submission, kata, case, settings)])

    with tempfile.TemporaryDirectory(prefix="kata-bench-") as folder:
        submission = write(instant(cases), Path(folder))
        for _ in range(repeat):
            for case in cases:
                bar.now(f"instant, {case.id}")
                bare.append(_seconds(partial(run_nothing, settings.isolation)))
                each.append(_seconds(partial(grade_one, case)))
                bar.advance()
            total.append(_seconds(partial(_grade_all, submission, cases, settings)))
    return Costs(tuple(bare), tuple(each), tuple(total))


def harness(costs: Costs, cases: int, isolation: str) -> Table:
    """Lay out table 6: medians, their ratio, and whether the goals are met."""
    measured = (costs.bare, costs.case, costs.total)
    bare, case, total = (statistics.median(times) for times in measured)
    ratio = case / bare
    rows: tuple[tuple[Cell, ...], ...] = (
        ("bare python -I -S -c pass", Figure(bare, Unit.SECONDS), "", ""),
        ("one isolated case", Figure(case, Unit.SECONDS), "", ""),
        ("one case against bare", Figure(ratio, Unit.TIMES), *_goal(ratio, RATIO_GOAL, "x")),
        (
            f"all {cases} cases, file read included",
            Figure(total, Unit.SECONDS),
            *_goal(total, TOTAL_GOAL_S, " s"),
        ),
    )
    return Table(
        "6. What the grader itself costs",
        ("what", "median", "goal", "result"),
        rows,
        f"Wall time of a submission that answers at once; isolation {isolation}, "
        f"{len(costs.case)} cases, {len(costs.total)} times all.",
    )


def _goal(value: float, most: float, unit: str) -> tuple[str, str]:
    return f"at most {most:.1f}{unit}", "met" if value <= most else "missed"


def _grade_all(submission: Submission, cases: Sequence[Case], settings: Settings) -> None:
    kata = recognise(survey(submission, settings))
    _insist(grade(submission, kata, cases, settings).results)


def _insist(results: Iterable[Result]) -> None:
    for result in results:
        if not result.accepted:
            verdict = f"{result.id} got {result.verdict.in_words}: {result.message}"
            raise NothingToMeasureError(f"an instant right answer was not accepted; {verdict}")


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
