"""Prove that a position is a mate in exactly n, that it is quiet, and that one column wins.

The questions come in the order of their price: most positions are no mate at all, most mates are
not quiet, and only then is it worth proving, to the end of the game, that no other column wins as
well. That proof goes in steps: another column that wins two or four plies later is found long
before the exact value of every column would be.

Each question has a limit of nodes, never of time, so that the answer is the same on every machine.
A position that costs more than the limit is no loss, as there are plenty of others. Whether there
is a mate is asked of one prover throughout a game, whose positions have much in common. The proof
that one column wins has a prover of its own: an oracle may save it, and whatever else is asked
must be answered the same then.
"""

from __future__ import annotations

from contextlib import suppress

from solutions.prover import CENTRE_FIRST, OutOfBudgetError, Position, Prover

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
