"""Play random games in which neither side overlooks a short win.

Positions from plainly random games are nearly all decided by some oversight within a few
plies. Here each side plays a random column among those that do not lose within the lookahead,
and the game ends where its side to move wins within it. What is left is as varied as before,
and a long, quiet mate is tens of times more common.

Only `Random.random` is drawn from: it is the one method whose numbers Python promises to keep
from version to version.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from solutions.prover import Position, Prover


def sound_game(rng: Random, lookahead: int, longest: int) -> Iterator[tuple[str, Position]]:
    """Play one game from the empty board; yield the moves and the position before each move.

    `lookahead` is an odd number of plies: no position is yielded whose side to move wins within
    it. The last one yielded has at most `longest` discs.

    >>> games = sound_game(Random(7), lookahead=3, longest=12)
    >>> [moves for moves, _ in games][-1]
    '214035002503'
    """
    position, moves = Position(), ""
    prover = Prover()
    while position.discs <= longest and not prover.win_in(position, lookahead):
        yield moves, position
        col = _any_sound_column(position, rng, prover, lookahead)
        if col is None:
            return
        position, moves = position.play(col), f"{moves}{col}"


def one_move_on(game: Iterable[tuple[str, Position]]) -> Iterator[tuple[str, Position]]:
    """Yield every position one move away from the game's, the latest first, nobody having won.

    What is found out about one serves the next, as they have most of their replies in common: to
    look at all of them costs less than at as many positions of different games, and playing games
    costs most where the mates are short. The latest come first because what they come to is part
    of what the earlier ones come to.

    >>> game = [("33", Position.from_moves("33")), ("332", Position.from_moves("332"))]
    >>> [moves for moves, _ in one_move_on(game)][5:9]
    ['3325', '3326', '330', '331']
    """
    for moves, position in reversed(list(game)):
        for col in position.legal_columns():
            after = position.play(col)
            if not after.lost:
                yield f"{moves}{col}", after


def _any_sound_column(
    position: Position, rng: Random, prover: Prover, lookahead: int
) -> int | None:
    columns = list(position.legal_columns())
    while columns:
        col = columns.pop(int(rng.random() * len(columns)))
        if not prover.win_in(position.play(col), lookahead):
            return col
    return None
