"""Play late positions out to the end on the plain board: slow, short and independent."""

from __future__ import annotations

import random

from kata.board import Board, Player


def late_board(seed: int, empty: int, first: Player = Player.RED) -> Board:
    """Return a board of a random game that nobody has won, with `empty` cells left."""
    chance = random.Random(seed)
    while True:
        board = Board(first)
        for _ in range(42 - empty):
            board.drop_disc(chance.choice(board.valid_moves()))
            if board.check_winner() is not None:
                break
        else:
            return board


def outcome(board: Board, known: dict[str, int] | None = None) -> int:
    """Return n if the side to move wins in n plies at best, -n if it loses in n, 0 for a draw.

    The winner is as quick, the loser as slow as can be.
    """
    known = {} if known is None else known
    key = str(board)
    if key not in known:
        replies = [_after(board, col, known) for col in board.valid_moves()]
        known[key] = max(replies, key=_rank, default=0)
    return known[key]


def outcomes(board: Board) -> dict[int, int]:
    """Return, for each legal column, the outcome of playing it for the side to move."""
    known: dict[str, int] = {}
    return {col: _after(board, col, known) for col in board.valid_moves()}


def _after(board: Board, col: int, known: dict[str, int]) -> int:
    board.drop_disc(col)
    if board.check_winner() is not None:
        result = 1
    else:
        theirs = outcome(board, known)
        result = -theirs + (theirs < 0) - (theirs > 0)
    board.undo_move()
    return result


def _rank(result: int) -> float:
    return 1 / result if result else 0.0
