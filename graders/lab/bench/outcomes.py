"""Grade the ladder through the real grader: which rung answers what within the cap, table 4."""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypedDict, Unpack

from graders.channel.budget import Settings
from graders.grading.grade_file import grade_file
from graders.katas.lab import Contender
from graders.model.progress import Bar, Quiet
from graders.model.scorecard import Result, Scorecard
from graders.model.suite import Case, Suite
from graders.model.tables import Cell, Curve, Figure, FigureMark, Flaw, Picture, Point, Table, Unit
from graders.model.verdict import Verdict
from graders.suites.selection import Suites

_ANSWERED = (Verdict.ACCEPTED, Verdict.WRONG_ANSWER)


class NothingToMeasureError(RuntimeError):
    """Something failed, so that its time would mean nothing."""


def measure_outcomes(
    entrants: Iterable[Contender],
    suite: Suite,
    settings: Settings,
    *,
    repeat: int,
    case: str | Sequence[str] = "*",
    cap_s: float | None = None,
    rerun: bool = True,
    bar: Bar | None = None,
) -> Table:
    """Grade each contender in turn, `repeat` times, on the suite or some `case` of it: table 4.

    `rerun` tells whether the grader may run a case again because the machine was busy; `cap_s`
    stands in place of the suite's own cap.
    """
    bar = bar or Quiet()
    entrants = tuple(entrants)
    runs: dict[str, list[tuple[Result, ...]]] = {entrant.name: [] for entrant in entrants}
    with tempfile.TemporaryDirectory(prefix="kata-bench-") as folder:
        for _ in range(repeat):
            for entrant in entrants:
                bar.now(entrant.name)
                card = grade_completely(
                    write_contender(entrant, Path(folder)),
                    settings,
                    [suite],
                    case=case,
                    cap_s=cap_s,
                    rerun=rerun,
                    on_result=lambda result: bar.advance(),
                )
                runs[entrant.name].append(card.results)
    every = [result for own in runs.values() for results in own for result in results]
    caps = sorted({result.cap_s for result in every})
    ids = dict.fromkeys(result.id for result in every)
    ours = [result for result in every if result.verdict is Verdict.GRADER_ERROR]
    again = "CPU time where the machine was busy and the case was run again"
    again = again if rerun else "no case run again"
    return Table(
        f"4. Each position through the grader, cap {' and '.join(f'{cap:g} s' for cap in caps)}",
        ("solution", *map(_short, ids)),
        tuple(row for name, own in runs.items() for row in _rows(name, own)),
        f"Wall time of the call, {again}; isolation {settings.isolation}.{_fault_note(ours)}",
        outcome_picture(runs),
    )


def outcome_picture(runs: Mapping[str, Sequence[tuple[Result, ...]]]) -> Picture:
    """Draw the median times, case by case, and the cap above them."""
    ids = dict.fromkeys(result.id for own in runs.values() for results in own for result in results)
    places = {case_id: place for place, case_id in enumerate(ids)}
    caps = {result.cap_s for own in runs.values() for results in own for result in results}
    return Picture(
        "outcome-at-the-cap",
        "Each position through the grader",
        "position",
        "seconds",
        tuple(
            Curve(
                name, tuple(filter(None, (_point(places, each) for each in zip(*own, strict=True))))
            )
            for name, own in runs.items()
        ),
        ticks=tuple((place, _short(case_id)) for case_id, place in places.items()),
        levels=tuple((cap, f"cap {cap:g} s") for cap in sorted(caps)),
    )


def _point(places: Mapping[str, int], results: Sequence[Result]) -> Point | None:
    result = _median(results)
    place = places[result.id]
    if result.verdict is Verdict.TIME_LIMIT_EXCEEDED:
        return Point(place, result.cap_s, Flaw.LATE)
    if result.verdict not in _ANSWERED:
        return None
    flaw = Flaw.NONE if result.verdict is Verdict.ACCEPTED else Flaw.WRONG
    return Point(place, _seconds(result), flaw)


def _short(case_id: str) -> str:
    return case_id.split("/", 1)[-1].replace("-", " ")


def _rows(name: str, runs: Sequence[tuple[Result, ...]]) -> list[tuple[Cell, ...]]:
    cases = list(zip(*runs, strict=True))
    rows: list[tuple[Cell, ...]] = [(name, *map(outcome_cell, cases))]
    if len(runs) > 1:
        rows.append(("least", *map(least_cell, cases)))
    return rows


def _fault_note(ours: Sequence[Result]) -> str:
    if not ours:
        return ""
    last_line = ours[0].message.strip().rpartition("\n")[2]
    return f" The grader failed {len(ours)} times, first on {ours[0].id}: {last_line}."


def outcome_cell(results: Sequence[Result]) -> Cell:
    """Sum up one case: the time of the median run, and what became of it.

    >>> over = Result("a/b", Verdict.TIME_LIMIT_EXCEEDED, 0, 1, cap_s=2.0, wall_s=2.0)
    >>> outcome_cell([over])
    'over cap'
    """
    result = _median(results)
    if result.verdict is Verdict.TIME_LIMIT_EXCEEDED:
        return "over cap"
    if result.verdict not in _ANSWERED:
        return result.verdict.in_words
    repeated = bool(result.attempts)
    seconds = _seconds(result)
    if result.verdict is Verdict.ACCEPTED:
        return Figure(seconds, Unit.SECONDS, FigureMark.CPU if repeated else FigureMark.NONE)
    return Figure(seconds, Unit.SECONDS, FigureMark.WRONG_CPU if repeated else FigureMark.WRONG)


def _median(results: Sequence[Result]) -> Result:
    middle = statistics.median_low(sorted(result.wall_s for result in results))
    return next(result for result in results if result.wall_s == middle)


def least_cell(results: Sequence[Result]) -> Cell:
    """Return the least time in which there was an answer, nothing where there was none.

    >>> fast = Result("a/b", Verdict.WRONG_ANSWER, 0, 1, cap_s=2.0, wall_s=0.5)
    >>> slow = Result("a/b", Verdict.ACCEPTED, 1, 1, cap_s=2.0, wall_s=0.7)
    >>> str(least_cell([slow, fast])), least_cell([])
    ('500 ms', '')
    """
    seconds = [_seconds(each) for each in results if each.verdict in _ANSWERED]
    return Figure(min(seconds), Unit.SECONDS) if seconds else ""


def _seconds(result: Result) -> float:
    # Waiting for a core is not counted in a repeated run, but it is in its wall time.
    if not result.attempts:
        return result.wall_s
    return result.counted_s if result.cpu_s is None else result.cpu_s


def write_contender(entrant: Contender, folder: Path) -> Path:
    """Write a contender's source into a file of its own and return its path."""
    path = folder / f"{entrant.name.replace(',', '').replace(' ', '_')}.py"
    path.write_text(entrant.source, encoding="utf-8")
    return path


class CaseOptions(TypedDict, total=False):
    case: str | Sequence[str]
    cap_s: float | None
    rerun: bool
    play_out: bool
    probes: bool
    on_case: Callable[[Case], None]
    on_result: Callable[[Result], None]


def grade_completely(
    file: Path, settings: Settings, suites: Suites, **options: Unpack[CaseOptions]
) -> Scorecard:
    """Grade as `grade_file` does, but explain nothing and ask no probes unless told to.

    An interrupted run raises `KeyboardInterrupt`.
    """
    options.setdefault("probes", False)
    scorecard = grade_file(
        file,
        suites=suites,
        isolation=settings.isolation,
        limits=settings.limits,
        explain=False,
        **options,
    )
    if not scorecard.complete:
        raise KeyboardInterrupt
    return scorecard
