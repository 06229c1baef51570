"""A position is a value, a game tree is a function, playing is a fold.

The *hope* of a side is what is left of the lines the other side has not touched.
"""
from functools import lru_cache, partial, reduce
from itertools import chain, takewhile
from typing import NamedTuple

from kata.board import Board

DEPTH = 4
LOSS = -1_000_000


class Position(NamedTuple):
    mover: frozenset
    waiter: frozenset


def ray(square, direction):
    return frozenset((square[0] + n * direction[0], square[1] + n * direction[1]) for n in range(4))


SQUARES = frozenset((r, c) for r in range(6) for c in range(7))
LINES = tuple(
    line
    for square in sorted(SQUARES)
    for line in map(partial(ray, square), [(0, 1), (1, 0), (1, 1), (1, -1)])
    if line <= SQUARES
)
THROUGH = {square: tuple(line for line in LINES if square in line) for square in SQUARES}


def landing(position, column):
    taken = position.mover | position.waiter
    return len(list(takewhile(taken.__contains__, ((r, column) for r in range(6)))))


def play(position, column):
    square = (landing(position, column), column)
    return square, Position(position.waiter, position.mover | {square})


def moves(position):
    return filter(lambda c: landing(position, c) < 6, (3, 4, 2, 5, 1, 6, 0))


def completed(square, stones):
    return any(line <= stones for line in THROUGH[square])


def hope(own, other):
    return reduce(
        lambda total, line: total + 3 ** len(line & own) - 1,
        filter(other.isdisjoint, LINES),
        0,
    )


def outlook(position):
    return hope(position.mover, position.waiter) - hope(position.waiter, position.mover)


def after(position, depth, column):
    """What the mover gets by playing `column`, seen from the mover."""
    square, following = play(position, column)
    if completed(square, following.waiter):
        return -LOSS + depth
    return -value(following, depth - 1)


@lru_cache(maxsize=None)
def value(position, depth):
    if len(position.mover) + len(position.waiter) == 42:
        return 0
    if depth == 0:
        return outlook(position)
    return reduce(max, map(partial(after, position, depth), moves(position)), LOSS * 2)


def stones_of(board, player):
    return frozenset(s for s in SQUARES if board.get_cell(*s) is player)


def better(left, right):
    return right if right[0] > left[0] else left


def find_best_move(board: Board) -> int:
    value.cache_clear()
    me = board.current_player
    start = Position(stones_of(board, me), stones_of(board, me.opponent))
    judged = ((after(start, DEPTH, c), c) for c in moves(start))
    return reduce(better, chain([(LOSS * 3, None)], judged))[1]
