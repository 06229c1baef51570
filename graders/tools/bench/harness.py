"""Measure what the grader itself costs, on a submission that answers at once."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graders.channel.channel import Settings
from graders.katas.ladder import Contender, Probes
from graders.model.progress import Bar, Quiet
from graders.model.scorecard import Result
from graders.model.suite import Case, Suite, members_of
from graders.model.tables import Cell, Figure, Table, Unit
from graders.sandbox.isolation import run_nothing
from graders.tools.bench.errors import NothingToMeasureError
from graders.tools.bench.outcomes import write
from graders.tools.to_the_end import grade_to_the_end

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


def measure(
    probes: Probes[Any],
    suites: Sequence[Suite],
    settings: Settings,
    repeat: int,
    bar: Bar | None = None,
) -> Costs:
    """Measure `repeat` rounds; in each round every case takes its turn with a bare interpreter.

    Each member of a group is taken as a case of its own.

    Raises `NothingToMeasureError` where an answer is not accepted.
    """
    bar = bar or Quiet()
    clock = _Clock(settings, bar)
    cases = members_of(case for suite in suites for case in suite.cases)
    ids = [case.id for case in cases]
    total: list[float] = []
    with tempfile.TemporaryDirectory(prefix="kata-bench-") as folder:
        source = probes.source([case.task for case in cases])
        file = write(Contender("instant", source), Path(folder))
        for _ in range(repeat):
            card = grade_to_the_end(
                file,
                settings,
                suites,
                case=ids,
                on_case=clock.case_started,
                on_result=clock.case_finished,
            )
            _insist(card.results)
            start = time.perf_counter()
            _insist(grade_to_the_end(file, settings, suites, case=ids).results)
            total.append(time.perf_counter() - start)
    return Costs(tuple(clock.bare), tuple(clock.case), tuple(total))


class _Clock:
    """Take the time of each case of a run, and of a bare interpreter before it."""

    def __init__(self, settings: Settings, bar: Bar) -> None:
        self._settings, self._bar = settings, bar
        self._start = 0.0
        self.bare: list[float] = []
        self.case: list[float] = []

    def case_started(self, case: Case) -> None:
        self._bar.now(f"instant, {case.id}")
        start = time.perf_counter()
        run_nothing(self._settings.isolation)
        self.bare.append(time.perf_counter() - start)
        self._start = time.perf_counter()

    def case_finished(self, result: Result) -> None:
        self.case.append(time.perf_counter() - self._start)
        self._bar.advance()


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


def _insist(results: Iterable[Result]) -> None:
    for result in results:
        if not result.accepted:
            verdict = f"{result.id} got {result.verdict.in_words}: {result.message}"
            raise NothingToMeasureError(f"an instant right answer was not accepted; {verdict}")
