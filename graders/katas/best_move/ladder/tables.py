"""Lay out what the ladder's runs show: by depth, what cutting branches buys, all four."""

from __future__ import annotations

from graders.katas.best_move.ladder import published
from graders.katas.best_move.ladder.measure import Run
from graders.katas.best_move.ladder.runs import ALPHA_BETA, DEEPENED, NAIVE, SOLUTIONS, Climbed
from graders.model.tables import (
    DASH,
    Cell,
    Chart,
    Figure,
    Mark,
    Series,
    Table,
    Unit,
    seconds_in_words,
)

SHALLOWEST = 4
"""The first depth of the comparison; below it every solution is done at once."""


def naive_by_depth(climbed: Climbed) -> Table:
    """Lay out table 1: what each further ply costs the naive search, and whether it helps."""
    rows: list[tuple[Cell, ...]] = []
    for depth in range(1, climbed.plan.max_depth + 1):
        run = climbed.at(NAIVE, depth)
        rows.append(
            (depth, _seconds(run), _nodes(run), _finds(climbed, run), _published(NAIVE, depth))
        )
        if run is None:
            break
    return Table(
        "1. Naive minimax by depth",
        ("depth", "time", "nodes", "finds the win?", "published time"),
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
                Figure(slow.seconds / fast.seconds, Unit.TIMES),
                _nodes(slow),
                _nodes(fast),
                Figure(slow.nodes / fast.nodes, Unit.TIMES),
                _published_speed_up(depth),
            )
        )
    columns = ("depth", "naive", "alpha-beta", "speed-up", "naive nodes", "alpha-beta nodes")
    return Table(
        "2. Naive minimax against alpha-beta",
        (*columns, "fewer nodes", "published speed-up"),
        tuple(rows),
        f"Depths at which both end within {_limit(climbed)}.",
    )


def times_of_all(climbed: Climbed) -> Table:
    """Lay out table 3a: seconds of the four solutions, with the published ones below each."""
    rows: list[tuple[Cell, ...]] = []
    for name in SOLUTIONS:
        runs = [climbed.at(name, depth) for depth in _depths(climbed)]
        rows.append((name, *(_seconds(run, _mark(climbed, run)) for run in runs)))
        rows.append(
            ("published", *(_published(name, depth) for depth in _depths(climbed))),
        )
    return Table(
        "3a. Time to search to a depth",
        ("solution", *(f"depth {depth}" for depth in _depths(climbed))),
        tuple(rows),
        _marks_note(climbed),
    )


def nodes_of_all(climbed: Climbed) -> Table:
    """Lay out table 3b: nodes of the four solutions, the same on every machine."""
    rows: list[tuple[Cell, ...]] = []
    for name in SOLUTIONS:
        runs = [climbed.at(name, depth) for depth in _depths(climbed)]
        rows.append((name, *(_nodes(run, _mark(climbed, run)) for run in runs)))
    return Table(
        "3b. Nodes to search to a depth",
        ("solution", *(f"depth {depth}" for depth in _depths(climbed))),
        tuple(rows),
        _marks_note(climbed),
    )


def iterations(climbed: Climbed) -> Chart:
    """Lay out chart 5: what each iteration by itself costs the two deepening solutions."""
    series = []
    for name in DEEPENED:
        bars = []
        before = 0.0
        for run in climbed.runs[name]:
            bars.append((f"depth {run.depth}", Figure(run.seconds - before, Unit.SECONDS)))
            before = run.seconds
        series.append(Series(name, tuple(bars)))
    return Chart(
        "5. Time of each iteration by itself",
        tuple(series),
        f"Iterations that end within {_limit(climbed)} from the start of the search.",
    )


def _depths(climbed: Climbed) -> range:
    return range(SHALLOWEST, climbed.plan.max_depth + 1)


def _seconds(run: Run | None, mark: Mark = Mark.NONE) -> Cell:
    return None if run is None else Figure(run.seconds, Unit.SECONDS, mark)


def _nodes(run: Run | None, mark: Mark = Mark.NONE) -> Cell:
    return None if run is None else Figure(run.nodes, Unit.NODES, mark)


def _mark(climbed: Climbed, run: Run | None) -> Mark:
    return Mark.STAR if run is not None and not climbed.is_right(run) else Mark.NONE


def _finds(climbed: Climbed, run: Run | None) -> Cell:
    if run is None:
        return None
    return "yes" if climbed.is_right(run) else f"no, plays {run.column}"


def _published(solution: str, depth: int) -> Cell:
    seconds = published.seconds(solution, depth)
    return "" if seconds is None else Figure(seconds, Unit.SECONDS)


def _published_speed_up(depth: int) -> Cell:
    slow, fast = published.seconds(NAIVE, depth), published.seconds(ALPHA_BETA, depth)
    return "" if slow is None or fast is None else Figure(slow / fast, Unit.TIMES)


def _limit(climbed: Climbed) -> str:
    return seconds_in_words(climbed.plan.limit_s)


def _limit_note(climbed: Climbed) -> str:
    return f"{DASH}: longer than {_limit(climbed)}; deeper was not tried."


def _marks_note(climbed: Climbed) -> str:
    return f"*: the best move at that depth is wrong. {_limit_note(climbed)}"
