"""Measure by how much each case tells two rungs of the ladder apart on this machine."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from graders.bench import measure
from graders.bench.ladder_runs import ALPHA_BETA, DEEPENED, DEEPENING, FIXED, NAIVE, WITH_TABLE
from graders.katas.best_move import BestMoveTask
from graders.scorecard import Result
from graders.suites import Case
from graders.verdict import Verdict
from graders.verifying.part import Part
from graders.verifying.runs import Run

NARROW = 1.3
"""A margin under this factor is a warning: a slower or faster machine may turn the verdict."""
LOOKED_AT = 4.0
"""How many caps a search that misses a mate is measured for before it is cut off."""

RUNGS: Mapping[str, str] = {
    "naive.py": NAIVE,
    "alpha_beta.py": ALPHA_BETA,
    "iterative_deepening.py": DEEPENING,
    "transposition.py": WITH_TABLE,
}


@dataclass(frozen=True)
class Margin:
    """Hold how far one rung is from the other verdict on one case.

    `factor` is the cap over the seconds taken where the case is accepted, and the seconds that
    a search as deep as the mate takes over the cap where it is missed; `at_least` tells that
    this search was cut off.
    """

    case_id: str
    rung: str
    accepted: bool
    seconds: float
    nodes: int
    factor: float
    at_least: bool = False

    @property
    def in_words(self) -> str:
        """Return the factor as it stands in the table.

        >>> Margin("a/b", "naive.py", False, 8.2, 9, 4.1).in_words
        '4.1x over'
        """
        more = "more than " if self.at_least else ""
        return f"{more}{self.factor:.1f}x {'under' if self.accepted else 'over'}"

    @property
    def is_narrow(self) -> bool:
        """Tell whether another machine may well turn the verdict."""
        return self.factor < NARROW


def separating(cases: Iterable[Case], runs: Sequence[Run]) -> tuple[Case, ...]:
    """Return the cases whose mate some rungs of the ladder find and others miss."""
    return tuple(
        case
        for case in cases
        if isinstance(case.task, BestMoveTask)
        and case.task.mate_in is not None
        and len({result.accepted for _, result in _results(case, runs)}) > 1
    )


def margins_part(
    cases: Iterable[Case],
    runs: Sequence[Run],
    on_case: Callable[[str], None] = lambda case_id: None,
) -> Part:
    """Measure every separating case on every rung; a narrow margin is a warning."""
    margins = []
    for case in separating(cases, runs):
        for rung, result in _results(case, runs):
            on_case(f"{rung} {case.id}")
            margins.append(_margin(case, rung, result))
    return Part(
        "margins",
        "Margins of the cases that separate the rungs",
        ("case", "rung", "verdict", "seconds", "nodes", "against the cap"),
        tuple(
            (
                margin.case_id,
                margin.rung,
                "accepted" if margin.accepted else "missed",
                f"{margin.seconds:.3f}",
                f"{margin.nodes:,}" if margin.nodes else "-",
                margin.in_words,
            )
            for margin in margins
        ),
        warnings=tuple(
            f"{margin.case_id}: {margin.rung} is only {margin.in_words}"
            for margin in margins
            if margin.is_narrow
        ),
    )


def _results(case: Case, runs: Sequence[Run]) -> list[tuple[str, Result]]:
    return [
        (run.declaration.file.name, result)
        for run in runs
        if run.declaration.file.name in RUNGS
        for result in run.scorecard.results
        if result.id == case.id
    ]


def _margin(case: Case, rung: str, result: Result) -> Margin:
    assert isinstance(case.task, BestMoveTask) and case.task.mate_in is not None
    limit_s = LOOKED_AT * case.cap_s
    board = case.task.board()
    counting = measure.CountingBoard.on(board, time.monotonic() + limit_s)
    started = time.perf_counter()
    try:
        _search(rung, counting, case.task.mate_in)
        cut_off = False
    except measure.OverLimit:
        cut_off = True
    seconds = time.perf_counter() - started
    if result.verdict is Verdict.ACCEPTED:
        wall_s = max(result.wall_s, 1e-6)
        return Margin(case.id, rung, True, wall_s, counting.nodes, case.cap_s / wall_s)
    factor = min(seconds, limit_s) / case.cap_s
    return Margin(case.id, rung, False, seconds, counting.nodes, factor, at_least=cut_off)


def _search(rung: str, board: measure.CountingBoard, depth: int) -> None:
    name = RUNGS[rung]
    if name in FIXED:
        FIXED[name](board, depth)
        return
    for _ in DEEPENED[name](board, depth):
        pass
