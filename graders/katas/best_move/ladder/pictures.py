"""Say what is to be drawn of the ladder's runs: times and nodes by depth, iterations alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from graders.katas.best_move.ladder import published
from graders.katas.best_move.ladder.measure import Run
from graders.katas.best_move.ladder.runs import DEEPENED, SHALLOWEST, SOLUTIONS, Climbed
from graders.model.tables import Curve, Flaw, Picture, Point

_DEPTH = "depth in plies"


def time_by_depth(climbed: Climbed) -> Picture:
    """Return the picture of the seconds that each solution takes, and of those published."""
    return Picture(
        "time-to-search-to-a-depth",
        "Time to search to a depth",
        _DEPTH,
        "seconds",
        tuple(_with_published(climbed)),
    )


def nodes_by_depth(climbed: Climbed) -> Picture:
    """Return the picture of the nodes that each solution visits; none were published."""
    lines = (_line(climbed, name, lambda run: run.nodes) for name in SOLUTIONS)
    return Picture(
        "nodes-to-search-to-a-depth",
        "Nodes to search to a depth",
        _DEPTH,
        "nodes",
        tuple(lines),
    )


def time_of_iterations(climbed: Climbed) -> Picture:
    """Return the picture of what each iteration by itself costs the solutions that deepen."""
    lines = (Curve(name, tuple(_points(climbed, climbed.iterations(name)))) for name in DEEPENED)
    return Picture(
        "time-of-each-iteration",
        "Time of each iteration by itself",
        _DEPTH,
        "seconds",
        tuple(lines),
    )


def _with_published(climbed: Climbed) -> Iterator[Curve]:
    for name in SOLUTIONS:
        yield _line(climbed, name, lambda run: run.seconds)
        there = sorted(published.SECONDS[name].items())
        points = tuple(Point(depth, seconds) for depth, seconds in there)
        yield Curve(f"{name}, as published", points, beside=name)


def _line(climbed: Climbed, name: str, figure: Callable[[Run], float]) -> Curve:
    """Return the points of a solution, from the depth on at which the others are compared."""
    runs = (run for run in climbed.runs[name] if run.depth >= SHALLOWEST)
    return Curve(name, tuple(_points(climbed, ((run, figure(run)) for run in runs))))


def _points(climbed: Climbed, runs: Iterable[tuple[Run, float]]) -> Iterator[Point]:
    for run, figure in runs:
        flaw = Flaw.NONE if climbed.is_right(run) else Flaw.WRONG
        yield Point(run.depth, figure, flaw)
