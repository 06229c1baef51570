"""Say what to mine: everything that decides what is found, and nothing else."""

from __future__ import annotations

import msgspec

from solutions.prover import CELLS

MATES = (3, 5, 7, 9, 11, 13)
DISCS = {3: (14, 26), 5: (14, 26), 7: (16, 26), 9: (16, 28), 11: (16, 28), 13: (16, 28)}
"""The range of discs that is searched unless another is asked for.

Measured: with fewer, the proof to the end of the game takes ever longer; with more, so little
of the game is left that a plain search has no trouble.
"""
LOOKAHEAD = {3: 1, 5: 3, 7: 3, 9: 5, 11: 5, 13: 5}
"""How many plies ahead nobody overlooks a win in the games that are searched, per mate."""


class Order(msgspec.Struct, frozen=True):
    """Hold what is wanted: `count` cases in which the side to move wins in `mate` plies.

    `side` is `red`, `yellow` or `both`; with one alone RED always moved first. `discs` are the
    fewest and the most on the board; `min_nodes` is what alpha-beta at a depth of `mate` must need
    at least. Positions that can be guessed are left out unless `allow_guessable` is set.
    """

    mate: int
    count: int
    seed: int
    side: str = "both"
    discs: tuple[int, int] = (0, 0)
    off_centre: bool = False
    min_nodes: int = 0
    allow_guessable: bool = False

    def __post_init__(self) -> None:
        """Fill in the usual range of discs; raise `ValueError` for one in which nothing can be."""
        if self.mate not in MATES:
            raise ValueError(f"mates of {', '.join(map(str, MATES))} can be mined, not {self.mate}")
        if self.discs == (0, 0):
            msgspec.structs.force_setattr(self, "discs", DISCS[self.mate])
        fewest, most = self.discs
        if not 0 <= fewest <= most:
            raise ValueError(f"{fewest}-{most} is not a range of discs: write the fewest first")
        if fewest + self.mate > CELLS:
            raise ValueError(
                f"with {fewest} discs on the board {max(0, CELLS - fewest)} cells are empty, "
                f"too few for a mate in {self.mate}"
            )
        turn = "red" if fewest % 2 == 0 else "yellow"
        if fewest == most and self.side not in ("both", turn):
            raise ValueError(
                f"with {fewest} discs on the board it is always the turn of {turn.upper()}: give "
                f"--side {turn}, or a range of discs"
            )

    def wants(self, discs: int) -> bool:
        """Tell whether a position with so many discs is wanted: RED moves when they are even.

        >>> Order(9, 1, 7, side="red", discs=(10, 12)).wants(11)
        False
        """
        fewest, most = self.discs
        turn = "red" if discs % 2 == 0 else "yellow"
        return fewest <= discs <= most and self.side in ("both", turn)

    def command(self) -> str:
        """Return the command that mines this, every choice written out.

        >>> Order(9, 20, 7).command()
        'kata mine --mate 9 --count 20 --seed 7 --side both --discs 16-28'
        """
        words = [
            f"kata mine --mate {self.mate} --count {self.count} --seed {self.seed}",
            f"--side {self.side} --discs {self.discs[0]}-{self.discs[1]}",
        ]
        if self.off_centre:
            words.append("--off-centre")
        if self.min_nodes:
            words.append(f"--min-nodes {self.min_nodes}")
        if self.allow_guessable:
            words.append("--allow-guessable")
        return " ".join(words)
