"""Find positions on which every shape of a mistake plays one column that hardly any other plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from tests.mistaken.search import (
    BOTTOMS,
    Search,
    Shape,
    has_four,
    read,
)

AGREED = ({3, 4, 5, 6}, {2, 4, 5, 6}, {1, 5, 6}, {0, 6})
"""Columns that left to right and from the centre outwards come in the same order."""


def positions(seed: int, fewest: int, most: int, agreed: bool) -> Iterator[str]:
    """Yield late positions without a four, the open columns among agreed ones where asked."""
    random = Random(seed)
    while True:
        open_columns = random.choice(AGREED) if agreed else set(range(7))
        left = random.randint(fewest, most)
        moves, own, other = "", 0, 0
        while len(moves) < 42 - left:
            room = {c: (own | other) + BOTTOMS[c] & 0b111111 << 7 * c for c in range(7)}
            legal = [c for c in range(7) if room[c] and not has_four(own | room[c])]
            if not legal:
                break
            weights = [1 if c in open_columns else 4 for c in legal]
            col = random.choices(legal, weights)[0]
            moves, own, other = moves + str(col), other, own | room[col]
        else:
            legal = {c for c in range(7) if (own | other) + BOTTOMS[c] & 0b111111 << 7 * c}
            if len(legal) > 1 and (not agreed or legal <= open_columns):
                yield moves


def agreed_column(moves: str, programs: Sequence[tuple[Shape, str]]) -> int | None:
    """Return the column that all of them play; None where they do not."""
    own, other, side = read(moves)
    found = None
    for shape, mistake in programs:
        col = Search(shape, mistake).column(own, other, side)
        if found is None:
            found = col
        elif col != found:
            return None
    return found
