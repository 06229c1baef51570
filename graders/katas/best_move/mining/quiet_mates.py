"""Find quiet mates with one winning column: random games, and proofs of what is found in them.

Positions from plainly random games are nearly all decided by some oversight within a few plies.
Here each side plays a random column among those that do not lose within the lookahead, and the
game ends where its side to move wins within it. What is left is as varied as before, and a long,
quiet mate is tens of times more common.

The questions come in the order of their price: most positions are no mate at all, most mates are
not quiet, and only then is it worth proving, to the end of the game, that no other column wins.
Each question has a limit of nodes, never of time, so that the answer is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from random import Random

from graders.katas.best_move.ladder.measure import CountingBoard, OverLimitError
from kata.board import Board
from solutions import alpha_beta
from solutions.prover import CENTRE_FIRST, OutOfBudgetError, Position, Prover


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


TO_THE_END = 41
LATER = (0, 2, 4, 8, TO_THE_END)
"""Plies beyond the mate by which another column is tried, step by step."""
MATE_NODES = 5_000
"""Nodes for the question whether there is a mate at all."""


def is_mate(position: Position, mate: int, prover: Prover) -> bool:
    """Tell whether the side to move wins in exactly `mate` plies, so far as it shows cheaply.

    `prover` may know of other positions already, and is allowed `MATE_NODES` more.

    >>> is_mate(Position.from_moves("0032334033"), 9, Prover())
    True
    """
    prover.node_limit = prover.nodes + MATE_NODES
    with suppress(OutOfBudgetError):
        # The longer first: most positions are no mate at all, and then it is the only question.
        return prover.win_in(position, mate) and not prover.win_in(position, mate - 2)
    return False


def is_quiet(position: Position, mate: int, prover: Prover) -> bool:
    """Tell whether no first move lets the other side win sooner than the mate.

    `prover` may know of other positions already; it is allowed whatever it takes.
    """
    prover.node_limit = None
    return not any(prover.win_in(position.play(col), mate - 2) for col in position.legal_columns())


def only_winner(position: Position, mate: int) -> int | None:
    """Return the one column that wins at all; None for more than one, or if it is too costly.

    `mate` is the distance, already proved. The limit of nodes is that of `proof_nodes`.

    >>> only_winner(Position.from_moves("3404340063064136"), 7)
    1
    """
    prover = Prover(node_limit=proof_nodes(position.discs))
    with suppress(OutOfBudgetError):
        return _narrowed(position, mate, prover)
    return None


def proof_nodes(discs: int) -> int:
    """Return the limit of nodes for the proof that one column wins: more on an emptier board.

    Measured: a higher limit finds more per game, but no more per minute.

    >>> [proof_nodes(discs) for discs in (8, 12, 16, 24)]
    [512000, 128000, 32000, 4000]
    """
    return 4_000 << max(0, 22 - discs) // 2


def _narrowed(position: Position, mate: int, prover: Prover) -> int | None:
    winners: set[int] = set()
    for later in LATER:
        plies = min(mate + later, TO_THE_END)
        for col in CENTRE_FIRST:  # where most second winners are
            if col not in winners and prover.column_wins_in(position, col, plies):
                winners.add(col)
                if len(winners) > 1:
                    return None
    return winners.pop()


def needs_nodes(moves: str, mate: int, at_least: int) -> bool:
    """Tell whether alpha-beta at a depth of `mate` drops `at_least` discs or more.

    It costs that many nodes at most: the search is left as soon as the answer is known.

    >>> needs_nodes("36013401106063", 9, 1_000), needs_nodes("011223", 1, 1_000)
    (True, False)
    """
    board = CountingBoard.on(Board.from_moves(moves), most_nodes=at_least - 1)
    try:
        alpha_beta.find_best_move(board, depth=mate)
    except OverLimitError:
        return True
    return at_least < 1
