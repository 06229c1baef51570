"""Count what guessers get of phases 3 and 4, with the first column alone and played out.

    .venv/bin/python -m tests.katas.best_move.guess_rates [PART OF A NAME]...

It is the table of `docs/bank.md`. Each guesser plays in this process and takes what time it takes;
one that draws lots is asked with `SEEDS` seeds.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

from graders.katas.best_move.guessers import Guesser, guessers
from graders.katas.best_move.play_out import follow_up
from graders.katas.best_move.task import BestMoveTask
from graders.model.suite import Case
from graders.reports.layout import grid
from tests.shipped import shipped

SEEDS = 3
SUITES = ("phase3", "phase4")


def cases_to_win(suite_name: str) -> list[Case]:
    """Return the cases of a suite that ask for a win; the others are not played out."""
    (suite,) = (each for each in shipped("best_move", stretch=True) if each.name == suite_name)
    return [case for case in suite.cases if all(task.goal == "win" for task in tasks_of(case))]


def tasks_of(case: Case) -> Iterator[BestMoveTask]:
    for member in case.members:
        assert isinstance(member.task, BestMoveTask)
        yield member.task


def keeps(guesser: Guesser, task: BestMoveTask, seed: int) -> bool:
    """Tell whether a guesser that has answered a case wins it against best defence."""
    position: BestMoveTask | None = task
    while position is not None:
        column = guesser.column(position.board(), seed + len(position.moves))
        if column not in position.accept:
            return False
        found = follow_up(position, column)
        position = None if found is None else found.task
    return True


def rates(guesser: Guesser, cases: Sequence[Case]) -> tuple[float, float]:
    """Return how many cases it gets by their first columns, and how many of those it wins."""
    first = kept = 0
    seeds = range(0, 1000 * SEEDS, 1000) if guesser.is_random else range(1)
    for case in cases:
        for seed in seeds:
            tasks = list(tasks_of(case))
            found = all(
                guesser.column(task.board(), seed + len(task.moves)) in task.accept
                for task in tasks
            )
            first += found
            kept += found and all(keeps(guesser, task, seed) for task in tasks)
    return first / len(seeds), kept / len(seeds)


def row_of(guesser: Guesser) -> list[str]:
    row = [guesser.name]
    for name in SUITES:
        cases = cases_to_win(name)
        row += [f"{number:.3g} of {len(cases)}" for number in rates(guesser, cases)]
    return row


def main() -> None:
    """Print a row as soon as it is known, and the table at the end."""
    wanted = sys.argv[1:]
    rows = []
    for guesser in guessers():
        if not wanted or any(part in guesser.name for part in wanted):
            rows.append(row_of(guesser))
            sys.stderr.write("  ".join(rows[-1]) + "\n")
    heads = ("guesser", *(f"{name}, {how}" for name in SUITES for how in ("first", "played out")))
    sys.stdout.write(grid(heads, rows, align=("left", *("right",) * 4)) + "\n")


if __name__ == "__main__":
    main()
