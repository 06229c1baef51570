"""Best move in Connect Four, asked as a chess problemist would: is there a mate in 1? in 3? in 5? ...

No evaluation function inside the search, every answer is yes or no:

    attack(p, n)   can the mover force four within n plies?           OR node
    defend(p, n)   does every reply still lose within n more plies?   AND node

If the ladder finds nothing in time, play the move after which the *opponent* has no short mate,
and among those the one with most quads still open.
"""
from itertools import count
from time import time
from typing import Iterator, NamedTuple

from kata.board import Board

W, H = 7, 6


def _quads() -> Iterator[int]:
    for x in range(W):
        for y in range(H):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                squares = [(x + i * dx, y + i * dy) for i in range(4)]
                if all(0 <= a < W and 0 <= b < H for a, b in squares):
                    yield sum(1 << (a * H + b) for a, b in squares)


QUADS = tuple(_quads())
# for each square: the other three squares of every quad through it
PARTNERS = tuple(
    tuple(q & ~(1 << s) for q in QUADS if q >> s & 1) for s in range(W * H)
)
MIDDLE_OUT = sorted(range(W), key=lambda x: abs(2 * x - W + 1))


class Pos(NamedTuple):
    mover: int                 # squares of whoever is to play
    waiter: int                # squares of the other one
    tops: tuple[int, ...]      # next free row of each column


class Expired(Exception):
    pass


def landing(p: Pos) -> list[int]:
    return [x * H + p.tops[x] for x in MIDDLE_OUT if p.tops[x] < H]


def completes(stones: int, square: int) -> bool:
    for three in PARTNERS[square]:
        if stones & three == three:
            return True
    return False


def play(p: Pos, square: int) -> Pos:
    x = square // H
    tops = p.tops
    return Pos(p.waiter, p.mover | 1 << square, tops[:x] + (tops[x] + 1,) + tops[x + 1:])


def sensible(p: Pos) -> list[int]:
    """Moves that do not lose at once (empty: all of them do). Assumes the mover has no win in 1."""
    squares = landing(p)
    urgent = [s for s in squares if completes(p.waiter, s)]
    if len(urgent) > 1:
        return []
    return [
        s for s in urgent or squares
        if s % H == H - 1 or not completes(p.waiter, s + 1)
    ]


def makes_threat(p: Pos, square: int) -> bool:
    """Would the mover, after `square`, threaten to win with the very next disc?"""
    q = play(p, square)
    return any(completes(q.waiter, s) for s in landing(q))


class Ladder:
    def __init__(self, deadline: float):
        self.deadline = deadline
        self.proved: dict[tuple[int, int], int] = {}   # win within this many plies
        self.refuted: dict[tuple[int, int], int] = {}  # no win within this many
        self.ticks = count(1)

    def attack(self, p: Pos, n: int) -> bool:
        if n <= 0:
            return False
        if any(completes(p.mover, s) for s in landing(p)):
            return True
        if n == 1:
            return False
        key = p.mover, p.waiter
        if self.proved.get(key, 99) <= n:
            return True
        if self.refuted.get(key, 0) >= n:
            return False
        if next(self.ticks) % 64 == 0 and time() > self.deadline:
            raise Expired

        squares = sensible(p)
        if n > 3:  # threats first, quiet moves after them
            squares.sort(key=lambda s: not makes_threat(p, s))
        found = any(self.defend(play(p, s), n - 1) for s in squares)
        if found:
            self.proved[key] = min(n, self.proved.get(key, 99))
        else:
            self.refuted[key] = n
        return found

    def defend(self, p: Pos, n: int) -> bool:
        squares = landing(p)
        if not squares or any(completes(p.mover, s) for s in squares):
            return False
        replies = sensible(p)       # the others lose on the spot
        if n == 2:
            return not replies
        return all(self.attack(play(p, s), n - 1) for s in replies)


def open_quads(p: Pos, square: int) -> int:
    """Weight of the quads a disc on `square` takes part in, for us or in the opponent's way."""
    total = 0
    for three in PARTNERS[square]:
        if not three & p.waiter:
            total += (2, 5, 14, 0)[(three & p.mover).bit_count()]
        if not three & p.mover:
            total += (1, 4, 12, 0)[(three & p.waiter).bit_count()]
    return total


def read(board: Board) -> Pos:
    mover = waiter = 0
    for x in range(W):
        for y in range(board.column_height(x)):
            bit = 1 << (x * H + y)
            if board.get_cell(y, x) == board.current_player:
                mover |= bit
            else:
                waiter |= bit
    return Pos(mover, waiter, tuple(map(board.column_height, range(W))))


def find_best_move(board: Board) -> int:
    start = time()
    p = read(board)
    squares = landing(p)
    for stones in (p.mover, p.waiter):
        for s in squares:
            if completes(stones, s):
                return s // H

    candidates = sensible(p) or squares
    candidates.sort(key=lambda s: -open_quads(p, s))
    if len(candidates) == 1:
        return candidates[0] // H

    # Climb in turn: a mate for us, then throw out what allows a mate against us.
    ladder = Ladder(start + 1.55)
    try:
        for n in range(3, W * H + 1 - (p.mover | p.waiter).bit_count(), 2):
            for s in candidates:
                if ladder.defend(play(p, s), n - 1):
                    return s // H
            safe = []
            for s in candidates:
                if not ladder.attack(play(p, s), n):
                    safe.append(s)
            if not safe:
                break               # lost everywhere: stay with the last good order
            candidates = safe
            if len(candidates) == 1:
                break
    except Expired:
        pass
    return candidates[0] // H
