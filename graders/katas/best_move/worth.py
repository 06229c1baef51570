"""Find out what every column of a position is worth, by exact search within a budget of nodes."""

from __future__ import annotations

from msgspec.structs import replace

from graders.model.explanation import Column
from solutions.prover import CELLS, FOREVER, OutOfBudgetError, Position, Prover

ONE_LONG_SEARCH_AFTER = 11
"""After so many plies without a win or a loss, first ask whether there is one at all."""


def worth_of_all(position: Position, nodes: int) -> tuple[Column, ...]:
    """Return the columns that can be played, left to right; what is not known is left open.

    Each is given a fair share of the nodes, and what the others left over in a second turn.

    >>> worth_of_all(Position.from_moves("001122"), 1_000)[3]
    Column(column=3, value='win', plies=1, safe_plies=0)
    """
    prover = Prover()
    found = {col: Column(col) for col in position.legal_columns()}
    for _ in range(2):
        still_open = [col for col, worth in found.items() if not is_settled(worth)]
        for done, col in enumerate(still_open):
            share = (nodes - prover.nodes) // (len(still_open) - done)
            prover.node_limit = prover.nodes + share
            found[col] = _worth(prover, position, col)
    return tuple(found.values())


def is_settled(worth: Column) -> bool:
    """Tell whether both the value of a column and its distance are known."""
    return worth.value == "draw" or worth.plies is not None


def best_line(position: Position, column: int, nodes: int) -> tuple[int, ...]:
    """Return best play on both sides from a column on; nothing where the nodes run out."""
    try:
        return (column, *Prover(node_limit=nodes).best_line(position.play(column)))
    except OutOfBudgetError:
        return ()


def _worth(prover: Prover, position: Position, col: int) -> Column:
    after, found = position.play(col), Column(col)
    try:
        for plies in range(1, CELLS + 1 - position.discs, 2):
            if found.value != "loss" and prover.column_wins_in(position, col, plies):
                return Column(col, "win", plies)
            if found.value != "win" and prover.win_in(after, plies):
                return Column(col, "loss", plies + 1)
            found = replace(found, safe_plies=plies)
            if plies == ONE_LONG_SEARCH_AFTER:
                if prover.column_wins_in(position, col, FOREVER):
                    found = replace(found, value="win")
                elif prover.win_in(after, FOREVER):
                    found = replace(found, value="loss")
                else:
                    break
        return replace(found, value="draw", safe_plies=0)
    except OutOfBudgetError:
        return found
