"""What to mine, what a search counts on its way, and which option to loosen for more."""

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
    """What is wanted: `count` cases in which the side to move wins in `mate` plies.

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


class MateTally(msgspec.Struct):
    """Count what was looked at, how much of it was left after each question, and what was not.

    `central`, `easy`, `known` and `guessed` had one winner and were turned down all the same: as
    the centre column wins, as plain search needs too few nodes, as a shipped position or an earlier
    find is the same, or as most guessers find it. `let_go` waited in vain for others to make a
    group with. `found` counts cases, `kept` the positions in them: a group is one case.
    """

    games: int = 0
    positions: int = 0
    mates: int = 0
    quiet: int = 0
    unique: int = 0
    central: int = 0
    easy: int = 0
    known: int = 0
    guessed: int = 0
    let_go: int = 0
    kept: int = 0
    found: int = 0

    def __str__(self) -> str:
        """Say it in one line.

        >>> str(MateTally(1200, 15000, 600, quiet=250, unique=39, guessed=20, kept=5, found=2))
        '1,200 games, 15,000 positions, 600 mates, 250 quiet, 39 with one winner, 20 of them \
guessable, 5 kept in 2 cases'
        """
        guessed = f"{self.guessed:,} of them guessable, " if self.guessed else ""
        cases = "" if self.kept == self.found else f" in {self.found:,} cases"
        return (
            f"{self.games:,} games, {self.positions:,} positions, {self.mates:,} mates, "
            f"{self.quiet:,} quiet, {self.unique:,} with one winner, {guessed}"
            f"{self.kept:,} kept{cases}"
        )


def advice(order: Order, tally: MateTally) -> str:
    """Return a sentence on where most was lost; empty where nothing was looked at yet.

    >>> advice(Order(9, 5, 7), MateTally(games=800, positions=9000))
    'none of 9,000 positions is a mate in exactly 9 plies: a shorter --mate is far more common, \
and other --discs may have some'
    """
    fewest, most = order.discs
    if not tally.games:
        return ""
    if not tally.positions:
        return (
            f"no game of {tally.games:,} came to a position of {fewest}-{most} discs with the "
            "wanted side to move: widen --discs, or give --side both"
        )
    if not tally.mates:
        return (
            f"none of {tally.positions:,} positions is a mate in exactly {order.mate} plies: a "
            "shorter --mate is far more common, and other --discs may have some"
        )
    if not tally.quiet:
        return (
            f"in all {tally.mates:,} mates some first move wins or loses sooner, which gives the "
            "answer away: other --discs may have quiet ones"
        )
    if not tally.unique:
        return (
            f"of {tally.quiet:,} quiet mates none was proved to have only one column that wins: "
            "with more --discs the proofs are cheaper"
        )
    return _turned_down(order, tally)


def _turned_down(order: Order, tally: MateTally) -> str:
    """Say which of the options turned down the most of what was proved."""
    of = f"of {tally.unique:,} proved with one winner"
    most, says = max(
        (tally.central, f"--off-centre turned down {tally.central:,}: leave it out"),
        (tally.easy, f"--min-nodes {order.min_nodes} turned down {tally.easy:,}: ask for fewer"),
        (
            tally.guessed,
            f"{tally.guessed:,} are found by most programs that search little: it takes patience, "
            "or --allow-guessable",
        ),
        (
            tally.let_go,
            f"{tally.let_go:,} made no group that no guesser finds whole: it takes patience, or "
            "--allow-guessable",
        ),
        (
            tally.known,
            f"{tally.known:,} were known already, shipped or found before: widen --discs",
        ),
    )
    if not most:
        return f"{of} all were kept: such positions are rare, and it takes patience"
    return f"{of}, {says}"
