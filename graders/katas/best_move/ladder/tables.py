"""Lay out what the ladder's runs show: by depth, what cutting branches buys, all four."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from graders.katas.best_move.ladder import pictures, published
from graders.katas.best_move.ladder.measure import Run
from graders.katas.best_move.ladder.runs import (
    ALPHA_BETA,
    DEEPENED,
    DEEPENING,
    NAIVE,
    SHALLOWEST,
    SOLUTIONS,
    WITH_TABLE,
    Climbed,
)
from graders.model.tables import (
    DASH,
    Cell,
    Chart,
    Figure,
    FigureMark,
    Picture,
    Series,
    Table,
    Unit,
    seconds_in_words,
)

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
        pictures.time_by_depth(climbed),
    )


def nodes_of_all(climbed: Climbed) -> Table:
    """Lay out table 3b: nodes of the four solutions, and how many of them a second."""
    return _of_all(
        climbed,
        "3b. Nodes to search to a depth",
        "/s",
        lambda run: (_nodes(run, _mark(climbed, run)), _rate(run)),
        pictures.nodes_by_depth(climbed),
    )


def _of_all(
    climbed: Climbed,
    title: str,
    beside: str,
    cells: Callable[[Run | None], tuple[Cell, Cell]],
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
            (depth, *(_published(name, depth) for name in SOLUTIONS)) for depth in published.DEPTHS
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
        pictures.time_of_iterations(climbed),
    )


def _seconds(run: Run | None, mark: FigureMark = FigureMark.NONE) -> Cell:
    return None if run is None else Figure(run.seconds, Unit.SECONDS, mark)


def _least(run: Run | None) -> Cell:
    return None if run is None else Figure(run.least, Unit.SECONDS)


def _rate(run: Run | None) -> Cell:
    return None if run is None else Figure(run.rate, Unit.RATE)


def _nodes(run: Run | None, mark: FigureMark = FigureMark.NONE) -> Cell:
    return None if run is None else Figure(run.nodes, Unit.NODES, mark)


def _mark(climbed: Climbed, run: Run | None) -> FigureMark:
    return FigureMark.STAR if run is not None and not climbed.is_right(run) else FigureMark.NONE


def _finds(climbed: Climbed, run: Run | None) -> Cell:
    if run is None:
        return None
    return "yes" if climbed.is_right(run) else f"no, plays {run.column}"


def _published(solution: str, depth: int) -> Cell:
    seconds = published.seconds(solution, depth)
    return "" if seconds is None else Figure(seconds, Unit.SECONDS)


def _limit(climbed: Climbed) -> str:
    return seconds_in_words(climbed.plan.limit_s)


def _limit_note(climbed: Climbed) -> str:
    return f"{DASH}: longer than {_limit(climbed)}; deeper was not tried."


def _marks_note(climbed: Climbed) -> str:
    return f"*: the best move at that depth is wrong. {_limit_note(climbed)}"
