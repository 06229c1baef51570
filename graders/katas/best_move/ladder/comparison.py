"""Measure four rungs side by side on one position: tables 1 to 3, chart 5 and their pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from graders.katas.best_move.ladder import measure
from graders.katas.best_move.ladder.measure import Measured, SearchRun
from graders.katas.lab import LadderPlan
from graders.model.progress import Bar, Quiet
from graders.model.tables import (
    DASH,
    Cell,
    Chart,
    Figure,
    Flaw,
    Line,
    Mark,
    Picture,
    Point,
    Series,
    Table,
    Unit,
    seconds_in_words,
)
from kata.board import Board
from solutions import alpha_beta, iterative_deepening, naive, transposition

NAIVE = "naive"
ALPHA_BETA = "alpha-beta"
DEEPENING = "iterative deepening"
WITH_TABLE = "iterative deepening + table"
SOLUTIONS = (NAIVE, ALPHA_BETA, DEEPENING, WITH_TABLE)
SHALLOWEST = 4
"""The first depth of the comparison; below it every solution is done at once."""


def _naive(board: Board, depth: int) -> int:
    return naive.find_best_move(board, depth=depth)


def _alpha_beta(board: Board, depth: int) -> int:
    return alpha_beta.find_best_move(board, depth=depth)


FIXED: Mapping[str, measure.Search] = {NAIVE: _naive, ALPHA_BETA: _alpha_beta}
DEEPENED: Mapping[str, measure.Deepening] = {
    DEEPENING: iterative_deepening.deepen,
    WITH_TABLE: transposition.deepen,
}


class Climbed(msgspec.Struct, frozen=True):
    """Hold the runs of every solution on one position, and which columns are right there."""

    board: Board
    right: frozenset[int]
    plan: LadderPlan
    runs: Mapping[str, tuple[SearchRun, ...]]

    def at(self, solution: str, depth: int) -> SearchRun | None:
        """Return the run to a depth, None where it was over the limit."""
        return next((run for run in self.runs[solution] if run.depth == depth), None)

    def iterations(self, solution: str) -> tuple[tuple[SearchRun, float], ...]:
        """Return the runs of a solution that deepens, and what each iteration by itself took."""
        runs = self.runs[solution]
        before = (0.0, *(run.seconds for run in runs))
        return tuple((run, run.seconds - start) for run, start in zip(runs, before, strict=False))

    def is_right(self, run: SearchRun) -> bool:
        """Tell whether the run played a column that is right."""
        return run.column in self.right


def climb(board: Board, right: frozenset[int], plan: LadderPlan, bar: Bar | None = None) -> Climbed:
    """Measure all four solutions on `board`, none deeper than its first depth over the limit.

    Nodes are counted first; then all solutions are timed once before any is timed again, so that
    a slow minute of the machine hits them all.
    """
    bar = bar or Quiet()
    measured: dict[str, Measured] = {}
    for name in SOLUTIONS:
        bar.now(f"{name}, counting")
        measured[name] = measured_of(name, board, plan)
        bar.advance()
    for _ in range(plan.repeat):
        for name in SOLUTIONS:
            bar.now(name)
            measured[name].take()
            bar.advance()
    return Climbed(board, right, plan, {name: each.runs() for name, each in measured.items()})


def climb_steps(plan: LadderPlan) -> int:
    """Return how many steps `climb` counts on a bar."""
    return len(SOLUTIONS) * (1 + plan.repeat)


def measured_of(name: str, board: Board, plan: LadderPlan) -> Measured:
    """Count the nodes of one solution, and be ready to time it."""
    if name in DEEPENED:
        return measure.measured_deepening(DEEPENED[name], board, plan.max_depth, plan.limit_s)
    return measure.measured_to_depths(FIXED[name], board, plan.max_depth, plan.limit_s)


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
    lines = (Line(name, tuple(_points(climbed, climbed.iterations(name)))) for name in DEEPENED)
    return Picture(
        "time-of-each-iteration",
        "Time of each iteration by itself",
        _DEPTH,
        "seconds",
        tuple(lines),
    )


def _with_published(climbed: Climbed) -> Iterator[Line]:
    for name in SOLUTIONS:
        yield _line(climbed, name, lambda run: run.seconds)
        there = sorted(PUBLISHED_SECONDS[name].items())
        points = tuple(Point(depth, seconds) for depth, seconds in there)
        yield Line(f"{name}, as published", points, beside=name)


def _line(climbed: Climbed, name: str, figure: Callable[[SearchRun], float]) -> Line:
    """Return the points of a solution, from the depth on at which the others are compared."""
    runs = (run for run in climbed.runs[name] if run.depth >= SHALLOWEST)
    return Line(name, tuple(_points(climbed, ((run, figure(run)) for run in runs))))


def _points(climbed: Climbed, runs: Iterable[tuple[SearchRun, float]]) -> Iterator[Point]:
    for run, figure in runs:
        flaw = Flaw.NONE if climbed.is_right(run) else Flaw.WRONG
        yield Point(run.depth, figure, flaw)


PUBLISHED_SECONDS: Mapping[str, Mapping[int, float]] = {
    "naive": {4: 0.042, 5: 0.313, 6: 2.26},
    "alpha-beta": {4: 0.0019, 5: 0.0094, 6: 0.0184, 7: 0.119, 8: 0.221, 9: 1.50},
    "iterative deepening": {
        4: 0.0034,
        5: 0.0126,
        6: 0.0321,
        7: 0.144,
        8: 0.379,
        9: 2.28,
        10: 6.00,
    },
    "iterative deepening + table": {
        4: 0.0032,
        5: 0.0102,
        6: 0.0241,
        7: 0.084,
        8: 0.186,
        9: 0.741,
        10: 1.62,
    },
}
"""Seconds by solution and depth."""


def published_seconds(solution: str, depth: int) -> float | None:
    """Return the published seconds of a solution at a depth, None where none were published.

    >>> published_seconds("naive", 6)
    2.26
    >>> published_seconds("naive", 7)
    """
    return PUBLISHED_SECONDS.get(solution, {}).get(depth)


PUBLISHED_DEPTHS = tuple(sorted({depth for own in PUBLISHED_SECONDS.values() for depth in own}))
"""The depths that some time was published for."""
SHORT: Mapping[str, str] = {DEEPENING: "deepening", WITH_TABLE: "with table"}
"""The names of the solutions that are too long for the head of a column."""


def naive_by_depth(climbed: Climbed) -> Table:
    """Lay out table 1: what each further ply costs the naive search, and whether it helps."""
    rows: list[tuple[Cell, ...]] = []
    for depth in range(1, climbed.plan.max_depth + 1):
        run = climbed.at(NAIVE, depth)
        rows.append(
            (depth, _seconds(run), _least(run), _nodes(run), _rate(run), _finds(climbed, run))
        )
        if run is None:
            break
    return Table(
        "1. Naive minimax by depth",
        ("depth", "time", "least", "nodes", "a second", "finds the win?"),
        tuple(rows),
        _limit_note(climbed),
    )


def naive_against_alpha_beta(climbed: Climbed) -> Table:
    """Lay out table 2: what cutting branches buys at the same depth, for the same answer."""
    rows: list[tuple[Cell, ...]] = []
    for depth in range(SHALLOWEST, climbed.plan.max_depth + 1):
        slow, fast = climbed.at(NAIVE, depth), climbed.at(ALPHA_BETA, depth)
        if slow is None or fast is None:
            break
        rows.append(
            (
                depth,
                _seconds(slow),
                _seconds(fast),
                Figure(slow.least / fast.least, Unit.TIMES),
                _nodes(slow),
                _nodes(fast),
                Figure(slow.nodes / fast.nodes, Unit.TIMES),
            )
        )
    columns = ("depth", "naive", "alpha-beta", "speed-up", "naive nodes", "alpha-beta nodes")
    return Table(
        "2. Naive minimax against alpha-beta",
        (*columns, "fewer nodes"),
        tuple(rows),
        f"Depths at which both end within {_limit(climbed)}; the speed-up is that of the least "
        "times.",
    )


def times_of_all(climbed: Climbed) -> Table:
    """Lay out table 3a: seconds of the four solutions, the median and the least."""
    return _of_all(
        climbed,
        "3a. Time to search to a depth",
        "least",
        lambda run: (_seconds(run, _mark(climbed, run)), _least(run)),
        time_by_depth(climbed),
    )


def nodes_of_all(climbed: Climbed) -> Table:
    """Lay out table 3b: nodes of the four solutions, and how many of them a second."""
    return _of_all(
        climbed,
        "3b. Nodes to search to a depth",
        "/s",
        lambda run: (_nodes(run, _mark(climbed, run)), _rate(run)),
        nodes_by_depth(climbed),
    )


def _of_all(
    climbed: Climbed,
    title: str,
    beside: str,
    cells: Callable[[SearchRun | None], tuple[Cell, Cell]],
    picture: Picture,
) -> Table:
    """Lay out a row a depth, and two columns a solution."""
    rows = tuple(
        (depth, *(cell for name in SOLUTIONS for cell in cells(climbed.at(name, depth))))
        for depth in range(SHALLOWEST, climbed.plan.max_depth + 1)
    )
    heads = (head for name in SOLUTIONS for head in (SHORT.get(name, name), beside))
    names = "; ".join(f"{short}: {name}" for name, short in SHORT.items())
    return Table(title, ("depth", *heads), rows, f"{names}. {_marks_note(climbed)}", picture)


def as_published() -> Table:
    """Lay out table 3c: the times that were published, as they were published."""
    return Table(
        "3c. Times as published",
        ("depth", *SOLUTIONS),
        tuple(
            (depth, *(_published(name, depth) for name in SOLUTIONS)) for depth in PUBLISHED_DEPTHS
        ),
        "From the article that this ladder follows. They were taken on another machine and "
        "another position: compare how they grow from depth to depth, nothing else.",
    )


def iterations(climbed: Climbed) -> Chart:
    """Lay out chart 5: what each iteration by itself costs the two deepening solutions."""
    series = [
        Series(
            name,
            tuple(
                (f"depth {run.depth}", Figure(seconds, Unit.SECONDS))
                for run, seconds in climbed.iterations(name)
            ),
        )
        for name in DEEPENED
    ]
    return Chart(
        "5. Time of each iteration by itself",
        tuple(series),
        f"Iterations that end within {_limit(climbed)} from the start of the search.",
        time_of_iterations(climbed),
    )


def _seconds(run: SearchRun | None, mark: Mark = Mark.NONE) -> Cell:
    return None if run is None else Figure(run.seconds, Unit.SECONDS, mark)


def _least(run: SearchRun | None) -> Cell:
    return None if run is None else Figure(run.least, Unit.SECONDS)


def _rate(run: SearchRun | None) -> Cell:
    return None if run is None else Figure(run.rate, Unit.RATE)


def _nodes(run: SearchRun | None, mark: Mark = Mark.NONE) -> Cell:
    return None if run is None else Figure(run.nodes, Unit.NODES, mark)


def _mark(climbed: Climbed, run: SearchRun | None) -> Mark:
    return Mark.STAR if run is not None and not climbed.is_right(run) else Mark.NONE


def _finds(climbed: Climbed, run: SearchRun | None) -> Cell:
    if run is None:
        return None
    return "yes" if climbed.is_right(run) else f"no, plays {run.column}"


def _published(solution: str, depth: int) -> Cell:
    seconds = published_seconds(solution, depth)
    return "" if seconds is None else Figure(seconds, Unit.SECONDS)


def _limit(climbed: Climbed) -> str:
    return seconds_in_words(climbed.plan.limit_s)


def _limit_note(climbed: Climbed) -> str:
    return f"{DASH}: longer than {_limit(climbed)}; deeper was not tried."


def _marks_note(climbed: Climbed) -> str:
    return f"*: the best move at that depth is wrong. {_limit_note(climbed)}"
