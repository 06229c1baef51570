"""Measure four rungs side by side on one position: tables 1 to 3, chart 5 and their pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from graders.katas.best_move.ladder import measure
from graders.katas.best_move.ladder.measure import Measured, SearchRun
from graders.katas.lab import LadderPlan
from graders.model.progress import Bar, Quiet
from graders.model.tables import (
    DASH,
    Cell,
    Chart,
    Curve,
    Figure,
    FigureMark,
    Flaw,
    Picture,
    Point,
    Series,
    Table,
    Unit,
    seconds_text,
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
SHORT: Mapping[str, str] = {DEEPENING: "deepening", WITH_TABLE: "with table"}
"""The names of the solutions that are too long for the head of a column."""
# The growth from depth to depth is all that can be compared: another machine, another position.
PUBLISHED_SECONDS: Mapping[str, Mapping[int, float]] = {
    NAIVE: {4: 0.042, 5: 0.313, 6: 2.26},
    ALPHA_BETA: {4: 0.0019, 5: 0.0094, 6: 0.0184, 7: 0.119, 8: 0.221, 9: 1.50},
    DEEPENING: {4: 0.0034, 5: 0.0126, 6: 0.0321, 7: 0.144, 8: 0.379, 9: 2.28, 10: 6.00},
    WITH_TABLE: {4: 0.0032, 5: 0.0102, 6: 0.0241, 7: 0.084, 8: 0.186, 9: 0.741, 10: 1.62},
}
"""Seconds by solution and depth, as the article gives them that the ladder follows."""


def _naive(board: Board, depth: int) -> int:
    return naive.find_best_move(board, depth=depth)


def _alpha_beta(board: Board, depth: int) -> int:
    return alpha_beta.find_best_move(board, depth=depth)


FIXED: Mapping[str, measure.Search] = {NAIVE: _naive, ALPHA_BETA: _alpha_beta}
DEEPENED: Mapping[str, measure.Deepening] = {
    DEEPENING: iterative_deepening.deepen,
    WITH_TABLE: transposition.deepen,
}


class LadderRuns(msgspec.Struct, frozen=True):
    """The runs of every solution on one position, and which columns are right there."""

    right: frozenset[int]
    plan: LadderPlan
    runs: Mapping[str, tuple[SearchRun, ...]]

    def at(self, solution: str, depth: int) -> SearchRun | None:
        """Return the run to a depth, None where it was over the limit."""
        return next((run for run in self.runs[solution] if run.depth == depth), None)

    def iterations(self, solution: str) -> tuple[tuple[SearchRun, float], ...]:
        runs = self.runs[solution]
        before = (0.0, *(run.seconds for run in runs))
        return tuple((run, run.seconds - start) for run, start in zip(runs, before, strict=False))

    def is_right(self, run: SearchRun) -> bool:
        return run.column in self.right


def measure_ladder(
    board: Board, right: frozenset[int], plan: LadderPlan, bar: Bar | None = None
) -> LadderRuns:
    """Measure all four solutions on `board`, none deeper than its first depth over the limit."""
    bar = bar or Quiet()
    measured: dict[str, Measured] = {}
    for name in SOLUTIONS:
        bar.now(f"{name}, counting")
        measured[name] = measured_of(name, board, plan)
        bar.advance()
    for _ in range(plan.repeat):
        for name in SOLUTIONS:  # in turns, so that a slow minute of the machine hits them all
            bar.now(name)
            measured[name].take()
            bar.advance()
    return LadderRuns(right, plan, {name: each.runs() for name, each in measured.items()})


def measured_of(name: str, board: Board, plan: LadderPlan) -> Measured:
    if name in DEEPENED:
        return measure.measured_deepening(DEEPENED[name], board, plan.max_depth, plan.limit_s)
    return measure.measured_to_depths(FIXED[name], board, plan.max_depth, plan.limit_s)


def naive_by_depth(ladder: LadderRuns) -> Table:
    """Lay out table 1: what each further ply costs the naive search, and whether it helps."""
    rows: list[tuple[Cell, ...]] = []
    for depth in range(1, ladder.plan.max_depth + 1):
        run = ladder.at(NAIVE, depth)
        if run is None:
            rows.append((depth, *[None] * 5))
            break
        finds = "yes" if ladder.is_right(run) else f"no, plays {run.column}"
        rows.append((depth, _seconds(run), _least(run), _nodes(run), _rate(run), finds))
    return Table(
        "1. Naive minimax by depth",
        ("depth", "time", "least", "nodes", "a second", "finds the win?"),
        tuple(rows),
        _limit_note(ladder),
    )


def naive_against_alpha_beta(ladder: LadderRuns) -> Table:
    """Lay out table 2: what cutting branches buys at the same depth, for the same answer."""
    rows: list[tuple[Cell, ...]] = []
    for depth in range(SHALLOWEST, ladder.plan.max_depth + 1):
        slow, fast = ladder.at(NAIVE, depth), ladder.at(ALPHA_BETA, depth)
        if slow is None or fast is None:
            break
        speed_up = Figure(slow.least / fast.least, Unit.TIMES)
        fewer = Figure(slow.nodes / fast.nodes, Unit.TIMES)
        times = _seconds(slow), _seconds(fast), speed_up
        rows.append((depth, *times, _nodes(slow), _nodes(fast), fewer))
    columns = ("depth", "naive", "alpha-beta", "speed-up", "naive nodes", "alpha-beta nodes")
    return Table(
        "2. Naive minimax against alpha-beta",
        (*columns, "fewer nodes"),
        tuple(rows),
        f"Depths at which both end within {_limit(ladder)}; the speed-up is that of the least "
        "times.",
    )


def times_of_all(ladder: LadderRuns) -> Table:
    """Lay out table 3a: seconds of the four solutions, the median and the least."""
    lines: list[Curve] = []
    for name in SOLUTIONS:
        lines.append(_line(ladder, name, lambda run: run.seconds))
        published = (Point(*each) for each in sorted(PUBLISHED_SECONDS[name].items()))
        lines.append(Curve(f"{name}, as published", tuple(published), beside=name))
    return _of_all(
        ladder,
        "3a. Time to search to a depth",
        "least",
        lambda run: (_seconds(run, _mark(ladder, run)), _least(run)),
        _by_depth("time-to-search-to-a-depth", "Time to search to a depth", "seconds", lines),
    )


def nodes_of_all(ladder: LadderRuns) -> Table:
    """Lay out table 3b: nodes of the four solutions, and how many of them a second."""
    lines = [_line(ladder, name, lambda run: run.nodes) for name in SOLUTIONS]
    return _of_all(
        ladder,
        "3b. Nodes to search to a depth",
        "/s",
        lambda run: (_nodes(run, _mark(ladder, run)), _rate(run)),
        _by_depth("nodes-to-search-to-a-depth", "Nodes to search to a depth", "nodes", lines),
    )


def _of_all(
    ladder: LadderRuns,
    title: str,
    beside: str,
    cells: Callable[[SearchRun], tuple[Cell, Cell]],
    picture: Picture,
) -> Table:
    def pair(name: str, depth: int) -> tuple[Cell, Cell]:
        run = ladder.at(name, depth)
        return (None, None) if run is None else cells(run)

    rows = tuple(
        (depth, *(cell for name in SOLUTIONS for cell in pair(name, depth)))
        for depth in range(SHALLOWEST, ladder.plan.max_depth + 1)
    )
    heads = (head for name in SOLUTIONS for head in (SHORT.get(name, name), beside))
    names = "; ".join(f"{short}: {name}" for name, short in SHORT.items())
    note = f"{names}. *: the best move at that depth is wrong. {_limit_note(ladder)}"
    return Table(title, ("depth", *heads), rows, note, picture)


def as_published() -> Table:
    """Lay out table 3c: the times that were published, as they were published."""
    depths = sorted({depth for own in PUBLISHED_SECONDS.values() for depth in own})
    return Table(
        "3c. Times as published",
        ("depth", *SOLUTIONS),
        tuple((depth, *(_published(name, depth) for name in SOLUTIONS)) for depth in depths),
        "From the article that this ladder follows. They were taken on another machine and "
        "another position: compare how they grow from depth to depth, nothing else.",
    )


def _published(solution: str, depth: int) -> Cell:
    seconds = PUBLISHED_SECONDS[solution].get(depth)
    return "" if seconds is None else Figure(seconds, Unit.SECONDS)


def iterations(ladder: LadderRuns) -> Chart:
    """Lay out chart 5: what each iteration by itself costs the two deepening solutions."""
    series: list[Series] = []
    lines: list[Curve] = []
    for name in DEEPENED:
        runs = ladder.iterations(name)
        bars = ((f"depth {run.depth}", Figure(alone, Unit.SECONDS)) for run, alone in runs)
        series.append(Series(name, tuple(bars)))
        lines.append(Curve(name, tuple(_point(ladder, run, alone) for run, alone in runs)))
    return Chart(
        "5. Time of each iteration by itself",
        tuple(series),
        f"Iterations that end within {_limit(ladder)} from the start of the search.",
        _by_depth("time-of-each-iteration", "Time of each iteration by itself", "seconds", lines),
    )


def _by_depth(file: str, title: str, up: str, lines: Sequence[Curve]) -> Picture:
    return Picture(file, title, "depth in plies", up, tuple(lines))


def _line(ladder: LadderRuns, name: str, figure: Callable[[SearchRun], float]) -> Curve:
    runs = (run for run in ladder.runs[name] if run.depth >= SHALLOWEST)
    return Curve(name, tuple(_point(ladder, run, figure(run)) for run in runs))


def _point(ladder: LadderRuns, run: SearchRun, figure: float) -> Point:
    return Point(run.depth, figure, Flaw.NONE if ladder.is_right(run) else Flaw.WRONG)


def _seconds(run: SearchRun, mark: FigureMark = FigureMark.NONE) -> Cell:
    return Figure(run.seconds, Unit.SECONDS, mark)


def _least(run: SearchRun) -> Cell:
    return Figure(run.least, Unit.SECONDS)


def _nodes(run: SearchRun, mark: FigureMark = FigureMark.NONE) -> Cell:
    return Figure(run.nodes, Unit.NODES, mark)


def _rate(run: SearchRun) -> Cell:
    return Figure(run.rate, Unit.RATE)


def _mark(ladder: LadderRuns, run: SearchRun) -> FigureMark:
    return FigureMark.NONE if ladder.is_right(run) else FigureMark.STAR


def _limit(ladder: LadderRuns) -> str:
    return seconds_text(ladder.plan.limit_s)


def _limit_note(ladder: LadderRuns) -> str:
    return f"{DASH}: longer than {_limit(ladder)}; deeper was not tried."
