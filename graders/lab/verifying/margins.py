"""Work out on how fast or slow a machine each declared verdict of the ladder still holds.

A suite that tells the rungs apart on one machine alone says nothing on a desktop of twice the
speed. So of each rung's verdict on each case it is worked out at which speed of the machine it
flips, from the nodes that the rung visits: a case that is accepted turns where the machine is slow,
and one that is missed for lack of time where it is fast. A group is missed where one of its members
is, and accepted where all are. Speeds are multiples of the rates that the ladder states, so that
what comes out is the same on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial, reduce
from typing import Any

import msgspec

from graders.katas.lab import Ladder
from graders.katas.outlook import EVERYWHERE, Outlook, Range, group_outlook
from graders.lab.verifying.parts import IN_TURN, NOTHING, Executor, Part, Piece, Tell
from graders.lab.verifying.runs import Run
from graders.model.scorecard import singles
from graders.model.suite import Case
from graders.model.verdict import Verdict

REQUIRED = 8.0
"""A machine may be so many times slower or faster than 1; no verdict flips before that."""
FASTEST = 10.0
"""Up to so many times the stated rate it is worked out what a search would find."""


class Margin(msgspec.Struct, frozen=True):
    """On which machines one declared verdict on one case holds."""

    case_id: str
    accepted: bool
    range: Range | None  # None where it does not hold at speed 1

    @property
    def verdict(self) -> str:
        return "accepted" if self.accepted else "missed"

    @property
    def in_words(self) -> str:
        """The cell of the table.

        >>> Margin("a/b", True, Range(0.125, math.inf)).in_words
        'accepted from 1/8'
        """
        if self.range is None:
            return f"not {self.verdict}"
        return f"{self.verdict} {range_in_words(self.range)}"


class RungMargins(msgspec.Struct, frozen=True):
    name: str
    margins: tuple[Margin, ...]

    @property
    def whole(self) -> Range | None:
        """On which machines all verdicts hold; None where one does not at speed 1."""
        ranges = [margin.range for margin in self.margins]
        if None in ranges:
            return None
        return reduce(Range.meet, (each for each in ranges if each), EVERYWHERE)


def range_in_words(found: Range) -> str:
    """Say from which speed to which.

    >>> [range_in_words(each) for each in (Range(0.0, 2.7), Range(0.05, 10.0, True), EVERYWHERE)]
    ['to 2.7', 'from 1/20 to more than 10', 'always']
    """
    words = []
    if found.slowest:
        words.append(f"from 1/{_figure(1 / found.slowest)}")
    if math.isfinite(found.fastest):
        more = "more than " if found.at_least else ""
        words.append(f"to {more}{_figure(found.fastest)}")
    return " ".join(words) or "always"


def _figure(factor: float) -> str:
    return f"{factor:,.0f}" if factor >= 10 or factor == round(factor) else f"{factor:.1f}"


def margins_part(
    ladder: Ladder[Any],
    cases: Sequence[Case],
    runs: Sequence[Run],
    executor: Executor = IN_TURN,
) -> Part:
    """Work the margins of a suite out; one that is under `REQUIRED` is a problem.

    Where the ladder concedes less, it is a warning.
    """
    rungs = _of_rungs(ladder, runs)
    pieces = [
        Piece(f"{run.name} {case.id}", partial(_row_of, ladder, case, run))
        for run in rungs
        for case in cases
    ]
    pieces += [
        Piece(name, partial(_row_of_too_deep, ladder, cases, name)) for name in ladder.too_deep
    ]
    rows = _joined(executor.all("margins", pieces))
    # Of these nothing is known but how long they took, which on a busy machine says little.
    kept_waiting = {
        run.name for run in rungs if run.name not in ladder.rates and run.was_kept_waiting
    }
    problems = [(row.name, problem) for row in rows for problem in _problems(row, ladder.conceded)]
    return Part(
        "margins",
        f"From which to which speed of a machine the verdicts on {ladder.suite} hold "
        "(1: these nodes a second)",
        ("rung", "nodes a second", *(case.id.partition("/")[2] for case in cases), "all of it"),
        tuple(_cells(row, cases, ladder.rates.get(row.name)) for row in rows),
        tuple(problem for name, problem in problems if name not in kept_waiting),
        tuple(
            _concession(row.name, each)
            for row in rows
            for each in _conceded_margins(row, ladder.conceded)
        ),
        tuple(problem for name, problem in problems if name in kept_waiting),
    )


def _of_rungs(ladder: Ladder[Any], runs: Sequence[Run]) -> list[Run]:
    by_name = {run.name: run for run in runs}
    return [by_name[rung] for rung in ladder.rungs if rung in by_name]


def _joined(parts: Sequence[RungMargins]) -> list[RungMargins]:
    # A row for each search, of the parts of it, in their order.
    rows: dict[str, RungMargins] = {}
    for part in parts:
        row = rows.get(part.name, RungMargins(part.name, ()))
        rows[part.name] = RungMargins(row.name, row.margins + part.margins)
    return list(rows.values())


def _row_of(ladder: Ladder[Any], case: Case, run: Run, tell: Tell) -> RungMargins:
    declared = _declared(run, case)
    if declared is None:
        return RungMargins(run.name, ())
    if run.name in ladder.rates:
        outlook = _outlook_of_nodes(ladder, run.name, _deciding_first(case, run), declared)
    else:
        outlook = _outlook_of_times(case, run)
    return RungMargins(run.name, (Margin(case.id, declared, outlook.holds(declared)),))


def _row_of_too_deep(
    ladder: Ladder[Any], cases: Sequence[Case], name: str, tell: Tell
) -> RungMargins:
    # A search that has to miss something has one margin: on the case that it misses.
    best = Margin(cases[-1].id, False, None)
    for case in reversed(cases):  # the longest searches stand last
        tell(f"{name} {case.id}")
        outlook = _outlook_of_nodes(ladder, name, case.members, False)
        missed = Margin(case.id, False, outlook.holds(False))
        if missed.range and (best.range is None or missed.range.fastest > best.range.fastest):
            best = missed
        if _is_enough(missed.range):
            break
    return RungMargins(name, (best,))


def _outlook_of_nodes(
    ladder: Ladder[Any], name: str, members: Sequence[Case], declared: bool
) -> Outlook:
    outlooks: list[Outlook] = []
    for member in members:
        outlooks.append(ladder.outlook(name, member.task, member.cap_s, fastest=FASTEST))
        if not declared and _is_enough(outlooks[-1].holds(False)):
            break  # the group surely stays missed
    return group_outlook(outlooks)


def _is_enough(found: Range | None) -> bool:
    return found is not None and found.fastest >= FASTEST


def _declared(run: Run, case: Case) -> bool | None:
    # Whether a case must be accepted or must be missed; None where both are allowed.
    allowed = run.declaration.allowed(case.id) or ()
    accepted = {verdict is Verdict.ACCEPTED for verdict in allowed}
    return accepted.pop() if len(accepted) == 1 else None


def _deciding_first(case: Case, run: Run) -> Sequence[Case]:
    decided = {result.decided_by for result in run.scorecard.results if result.id == case.id}
    return sorted(case.members, key=lambda member: member.id not in decided)


def _outlook_of_times(case: Case, run: Run) -> Outlook:
    # Of these answers nothing but the time is known.
    ids = {member.id for member in case.members}
    results = [single for single in singles(run.scorecard.results) if single.id in ids]
    slowest = max((single.counted_s / single.cap_s for single in results), default=0.0)
    accepted = len(results) == len(ids) and all(single.accepted for single in results)
    return Outlook(((0.0, False), (slowest, accepted)) if slowest else ((0.0, accepted),))


def _cells(row: RungMargins, cases: Sequence[Case], nodes_per_s: float | None) -> tuple[str, ...]:
    by_case = {margin.case_id: margin.in_words for margin in row.margins}
    rate = NOTHING if nodes_per_s is None else f"{nodes_per_s:,.0f}"
    whole = range_in_words(row.whole) if row.whole else "does not hold"
    return (row.name, rate, *(by_case.get(case.id, NOTHING) for case in cases), whole)


def _problems(row: RungMargins, conceded: Mapping[str, float]) -> Iterator[str]:
    short = _conceded_margins(row, conceded)
    for margin in row.margins:
        found = margin.range
        if found is None:
            yield f"{margin.case_id}: {row.name} is not {margin.verdict} at speed 1"
        elif not _is_required(found) and margin not in short:
            wanted = f"from 1/{REQUIRED:g} to {conceded.get(row.name, REQUIRED):g}"
            yield f"{_holds_only(row.name, margin, found)}; it has to be {wanted}"


def _conceded_margins(row: RungMargins, conceded: Mapping[str, float]) -> list[Margin]:
    # Margins of misses that are less than required, and as much as was to be had.
    if row.name not in conceded:
        return []
    least = conceded[row.name]
    return [
        margin
        for margin in row.margins
        if (found := margin.range) is not None
        and not margin.accepted
        and least <= found.fastest < REQUIRED
        and found.slowest * REQUIRED <= 1
    ]


def _concession(name: str, margin: Margin) -> str:
    found = margin.range or EVERYWHERE
    return f"{_holds_only(name, margin, found)}; no position was found that holds to {REQUIRED:g}"


def _holds_only(name: str, margin: Margin, found: Range) -> str:
    return f"{margin.case_id}: {name} is {margin.verdict} only at speeds {range_in_words(found)}"


def _is_required(found: Range) -> bool:
    return found.slowest * REQUIRED <= 1 and found.fastest >= REQUIRED
