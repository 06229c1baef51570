"""What a bank is worth to those who guess: how many of its cases the rest of the panel answers.

The rest is the half that mining does not choose by, and the strong guessers, who turn nothing
down. Whatever is random is asked several times, with seeds and never by the clock, so that the
figures are the same everywhere.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

import msgspec

from graders.katas.best_move.guessers import Guesser, guessers
from graders.katas.best_move.task import BestMoveTask

RUNS = 5
"""How often a random guesser is asked for all of a bank."""
RUNS_OF_STRONG = 2
"""They take longest, and hardly differ from run to run."""


class GuessRate(msgspec.Struct, frozen=True):
    """How many cases of a bank a guesser answered, in each of its runs."""

    name: str
    answered: tuple[int, ...]

    def __str__(self) -> str:
        """Say it in one line.

        >>> str(GuessRate("playouts.py playouts=500", (2, 4, 3)))
        'playouts.py playouts=500: 3.0, at most 4 in 3 runs'
        >>> str(GuessRate("last_column.py", (1,)))
        'last_column.py: 1'
        """
        if len(self.answered) == 1:
            return f"{self.name}: {self.answered[0]}"
        runs = len(self.answered)
        mean = sum(self.answered) / runs
        return f"{self.name}: {mean:.1f}, at most {max(self.answered)} in {runs} runs"


@functools.cache
def not_chosen_by(mate: int) -> tuple[Guesser, ...]:
    """Return the guessers that a mate is beyond and that turn no position down."""
    return tuple(
        each
        for each in guessers()
        if each.sight < mate and not each.blind and (each.held_out or each.strong)
    )


@functools.cache
def runs_answered(guesser: Guesser, members: tuple[BestMoveTask, ...]) -> tuple[bool, ...]:
    """Tell run by run whether a guesser answers a case, which is all of its members."""
    runs = (RUNS_OF_STRONG if guesser.strong else RUNS) if guesser.is_random else 1
    # As in `kata verify`, no seed serves twice.
    return tuple(
        all(guesser.finds(task, run * len(members) + at) for at, task in enumerate(members))
        for run in range(runs)
    )


def guess_rates(mate: int, cases: Sequence[tuple[BestMoveTask, ...]]) -> tuple[GuessRate, ...]:
    """Return for each guesser that did not choose how many of the cases it answers."""
    return tuple(
        GuessRate(
            each.name,
            tuple(map(sum, zip(*(runs_answered(each, members) for members in cases), strict=True))),
        )
        for each in not_chosen_by(mate)
        if cases
    )
