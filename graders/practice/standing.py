"""Where somebody stands: on the path from kata to kata, and with the file last worked on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from graders.katas.path import Invitation, Stop, invitations, path
from graders.practice.run_history import CaseRun, GradedRun, whole_name


class Standing(msgspec.Struct, frozen=True):
    """A kata on the path, the best run of it so far (None: not begun), and what is next there."""

    stop: Stop
    run: GradedRun | None
    next: Invitation

    @property
    def is_done(self) -> bool:
        return self.run is not None and has_all_points(self.run)


def standings(runs: Sequence[GradedRun]) -> tuple[Standing, ...]:
    """Return how far one is at each kata of the path, from all graded runs in their order."""
    best = {stop.name: _best([run for run in runs if run.kata == stop.name]) for stop in path()}
    done = [name for name, run in best.items() if run is not None and has_all_points(run)]
    return tuple(
        Standing(stop, best[stop.name], next(_next(stop, best[stop.name], done))) for stop in path()
    )


def going_on(run: GradedRun, runs: Sequence[GradedRun]) -> tuple[Invitation, ...]:
    """Return what to do after a run, the first thing first."""
    done = [each.stop.name for each in standings(runs) if each.is_done]
    stop = next((stop for stop in path() if stop.name == run.kata), None)
    return tuple(_next(stop, run, done))


def has_all_points(run: GradedRun) -> bool:
    return run.whole and not run.failed


def first_miss(run: GradedRun) -> CaseRun | None:
    return next((case for case in run.cases if not case.accepted), None)


def from_here(file: str) -> str:
    """Return a path as short as it can be told from here.

    >>> from_here(whole_name(Path("here.py")))
    'here.py'
    """
    here, path = whole_name(Path()), Path(file)
    return str(path.relative_to(here)) if path.is_relative_to(here) else file


def _best(runs: Sequence[GradedRun]) -> GradedRun | None:
    """Return the run that got most of its points, the latest of those; whole runs go first.

    None that the latest whole run cannot be compared with, as it was on other terms.
    """
    latest = next((run for run in reversed(runs) if run.whole), None)
    ranked = [
        (run.whole, run.score / (run.max_score or 1), at)
        for at, run in enumerate(runs)
        if latest is None or run.compares_with(latest)
    ]
    return runs[max(ranked)[2]] if ranked else None


def _next(stop: Stop | None, run: GradedRun | None, done: Sequence[str]) -> Iterator[Invitation]:
    if run is None:
        name = stop.name if stop else path()[0].name
        yield Invitation("", ("new", name))
        return
    file = from_here(run.file)
    if not Path(run.file).exists():
        words = ("new", stop.name) if stop else ("list",)
        yield Invitation(f"{file} is no longer there.", words)
    elif stop is None or not run.whole:
        yield Invitation("", ("grade", file))
    elif run.failed:
        yield Invitation("", ("watch" if Path(run.file).is_file() else "grade", file))
    else:
        yield from invitations(stop, ("grade", file), run.asked, done)
        yield Invitation("A position a day keeps the eye in.", ("daily",))
