"""Measure by how much each case tells two rungs of the ladder apart on this machine.

Only the usual suites are measured. In the stretch suites the lower rungs would all be cut off,
eight caps and more for each figure that says no more than "far over", and the upper ones may
find a mate or not as they like: no verdict of theirs is to be told from another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from graders.katas.ladder import Ladder
from graders.model.scorecard import Result, singles
from graders.model.suite import Case
from graders.tools.verifying.part import Part
from graders.tools.verifying.runs import Run

NARROW = 1.3
"""A margin under this factor is a warning: a slower or faster machine may turn the verdict."""
CERTAIN = 4.0
"""How many caps a search that was cut off has surely taken."""
LOOKED_AT = 5.0
"""How many caps a search is measured for before it is cut off.

More than `CERTAIN`: by what counting slows a search down is known only roughly.
"""


@dataclass(frozen=True)
class Margin:
    """Hold how far one rung is from the other verdict on one case.

    `factor` is the cap over the seconds taken where the case is accepted, and the seconds that
    a search deep enough takes over the cap where it is missed; `at_least` tells that this search
    was cut off. `nodes` are those of a search deep enough, None where they were not counted to
    the end.
    """

    case_id: str
    rung: str
    accepted: bool
    seconds: float
    nodes: int | None
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


def separating(ladder: Ladder[Any], cases: Iterable[Case], runs: Sequence[Run]) -> tuple[Case, ...]:
    """Return the cases that some rungs of the ladder answer and others miss."""
    return tuple(
        case
        for case in cases
        if ladder.separates(case.task)
        and len({result.accepted for _, result in _results(ladder, case, runs)}) > 1
    )


def margins_part(
    ladder: Ladder[Any],
    cases: Iterable[Case],
    runs: Sequence[Run],
    on_case: Callable[[str], None] = lambda case_id: None,
) -> Part:
    """Measure every separating case on every rung; a narrow margin is a warning."""
    margins = []
    for case in separating(ladder, cases, runs):
        for rung, result in _results(ladder, case, runs):
            on_case(f"{rung} {case.id}")
            margin = _margin(ladder, case, rung, result)
            margins += [margin] if margin else []
    return Part(
        "margins",
        "Margins of the cases that separate the rungs",
        ("case", "rung", "verdict", "seconds", "nodes", "against the cap"),
        tuple(
            (
                margin.case_id,
                margin.rung,
                "accepted" if margin.accepted else "missed",
                f"{'>' if margin.at_least else ''}{margin.seconds:.3f}",
                "-" if margin.nodes is None else f"{margin.nodes:,}",
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


def _results(ladder: Ladder[Any], case: Case, runs: Sequence[Run]) -> list[tuple[str, Result]]:
    return [
        (run.declaration.file.name, result)
        for run in runs
        if run.declaration.file.name in ladder.rungs
        for result in singles(run.scorecard.results)
        if result.id == case.id
    ]


def _margin(ladder: Ladder[Any], case: Case, rung: str, result: Result) -> Margin | None:
    """Return the margin; None for a miss of a rung that cannot be measured."""
    wall_s = max(result.wall_s, 1e-6)
    if rung not in ladder.measurable:
        accepted = Margin(case.id, rung, True, wall_s, None, case.cap_s / wall_s)
        return accepted if result.accepted else None
    effort = ladder.effort(rung, case.task, LOOKED_AT * case.cap_s)
    nodes = effort.nodes if effort else None
    if result.accepted:
        return Margin(case.id, rung, True, wall_s, nodes, case.cap_s / wall_s)
    if effort is None:
        return Margin(case.id, rung, False, CERTAIN * case.cap_s, None, CERTAIN, at_least=True)
    return Margin(case.id, rung, False, effort.seconds, nodes, effort.seconds / case.cap_s)
