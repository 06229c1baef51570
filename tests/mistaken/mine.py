"""Find positions on which a mistake in every shape plays one column that hardly anybody else plays.

`python -m tests.mistaken.mine sign turned_round` looks for half a minute; `--seed` and `--seconds`
say otherwise. What it prints are candidates, the best first, each with how many of the panel play
the same column: an entry of `probes.yaml` is a few of them that nobody plays all of.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from tests.mistaken.forms import FORMS, Mistaken
from tests.mistaken.panel import right_programs
from tests.mistaken.search import BOTTOMS, Search, has_four, read

IN_ONE_ORDER = ({3, 4, 5, 6}, {2, 4, 5, 6}, {1, 5, 6}, {0, 6})
"""Columns that come in the same order left to right and from the centre outwards."""
HURRY = 4
"""How much sooner columns are filled that are to be full."""


class Candidate(NamedTuple):
    """Hold a position, what the mistake plays there, and how many of the right programs do."""

    moves: str
    predicted: int
    by_others: int


def positions(random: Random, fewest: int, most: int) -> Iterator[str]:
    """Yield positions with so many empty cells, without a four; half are open in one order."""
    while True:
        wanted = random.choice((*IN_ONE_ORDER, *[set(range(7))] * len(IN_ONE_ORDER)))
        moves = _game(random, 42 - random.randint(fewest, most), wanted)
        room = {col for col in range(7) if moves.count(str(col)) < 6}
        if moves and len(room) > 1 and room <= wanted:
            yield moves


def _game(random: Random, discs: int, wanted: set[int]) -> str:
    """Return a game of so many discs, empty where it comes to a four or to no move."""
    moves, own, other = "", 0, 0
    while len(moves) < discs:
        cells = {
            col: (own | other) + BOTTOMS[col] & 0b111111 << 7 * col
            for col in range(7)
            if moves.count(str(col)) < 6
        }
        legal = [col for col, cell in cells.items() if not has_four(own | cell)]
        if not legal:
            return ""
        weights = [1 if col in wanted else HURRY for col in legal]
        col = random.choices(legal, weights)[0]
        moves, own, other = moves + str(col), other, own | cells[col]
    return moves


def agreed_column(moves: str, programs: Sequence[Mistaken]) -> int | None:
    """Return the column that all of them play; None where they do not."""
    own, other, side = read(moves)
    found: int | None = None
    for shape, mistake in programs:
        col = Search(shape, mistake).column(own, other, side)
        if found not in (None, col):
            return None
        found = col
    return found


def candidates(name: tuple[str, str], seed: int, seconds: float) -> list[Candidate]:
    """Return what is found in so many seconds, what fewest right programs play first."""
    random, end = Random(seed), time.monotonic() + seconds
    programs = FORMS[name]()
    random.shuffle(programs)  # so that two that differ come early
    found = []
    for moves in positions(random, 2, 9):
        if time.monotonic() > end:
            break
        col = agreed_column(moves, programs)
        if col is not None:
            by_others = sum(each.column(moves, "R") == col for each in right_programs())
            found.append(Candidate(moves, col, by_others))
    return sorted(found, key=lambda candidate: candidate.by_others)


def main() -> None:
    """Print the candidates for one form of a mistake."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("mistake", choices=sorted({mistake for mistake, _ in FORMS}))
    parser.add_argument("form", choices=sorted({form for _, form in FORMS}))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=30.0)
    chosen = parser.parse_args()
    for each in candidates((chosen.mistake, chosen.form), chosen.seed, chosen.seconds):
        entry = f'{{moves: "{each.moves}", predicted: [{each.predicted}]}}'
        sys.stdout.write(f"{entry}  # {each.by_others}\n")


if __name__ == "__main__":
    main()
