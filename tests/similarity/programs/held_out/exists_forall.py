"""Connect Four by two quantifiers.

Let W(n) be the set of positions in which the side to move can force a four in at most n plies
(n odd).  Then
    p in W(1)    <=>  some move completes a four,
    p in W(n)    <=>  there EXISTS a move such that FOR ALL replies the result is in W(n-2).
W(1) c W(3) c W(5) c ..., so for each position it is enough to remember the largest n that was
refuted and the smallest n that was proved.

A position is a pair (a, b) of sets of cells: a of the side to move, b of the other one. A set is
an integer; cell (row r, column c) is bit 7c + r, bit 7c + 6 is always empty (a wall).
"""

from time import monotonic

from kata.board import COLS, ROWS, Board

S = ROWS + 1
FLOOR = sum(1 << S * c for c in range(COLS))
CELLS = FLOOR * ((1 << ROWS) - 1)
BUDGET = 1.5
INFINITY = 99


class Timeout(Exception):
    pass


def completions(a, b):
    """All empty cells, reachable or not, that would complete a four for a."""
    r = a << 1 & a << 2 & a << 3
    for d in (S - 1, S, S + 1):
        # x x x _   and   x x _ x   upwards in direction d, then the same two downwards
        pair = a << d & a << 2 * d
        r |= pair & a << 3 * d
        r |= pair & a >> d
        pair = a >> d & a >> 2 * d
        r |= pair & a >> 3 * d
        r |= pair & a << d
    return r & CELLS & ~(a | b)


def playable(a, b):
    return ((a | b) + FLOOR) & CELLS


def bits(x):
    while x:
        low = x & -x
        yield low
        x ^= low


def lines_through_cell():
    weight = {1 << S * c + r: 0 for c in range(COLS) for r in range(ROWS)}
    for cell in list(weight):
        for d in (1, S - 1, S, S + 1):
            line = [cell << k * d for k in range(4)]
            if all(x in weight for x in line):
                for x in line:
                    weight[x] += 1
    return weight


WEIGHT = lines_through_cell()


def by_weight(x):
    return sorted(bits(x), key=WEIGHT.__getitem__, reverse=True)


class Prover:
    def __init__(self, deadline):
        self.deadline = deadline
        self.refuted = {}
        self.proved = {}
        self.steps = 0

    def in_w(self, a, b, n):
        """(a, b) in W(n)?"""
        free = playable(a, b)
        if completions(a, b) & free:
            return True
        if n <= 1 or not free:
            return False
        danger = completions(b, a)
        forced = danger & free
        if forced & (forced - 1):
            return False
        key = (a, b)
        if self.proved.get(key, INFINITY) <= n:
            return True
        if self.refuted.get(key, 0) >= n:
            return False
        self.steps += 1
        if self.steps % 128 == 0 and monotonic() > self.deadline:
            raise Timeout
        # a move right below a cell of `danger` only hands over the four
        candidates = (forced or free) & ~(danger >> 1)
        for x in by_weight(candidates):
            if self.all_replies_fail(a | x, b, n):
                self.proved[key] = n
                return True
        self.refuted[key] = n
        return False

    def all_replies_fail(self, a, b, n):
        """a has just moved, b cannot complete a four at once: is every reply in W(n-2)?"""
        free = playable(a, b)
        if not free:
            return False
        threats = completions(a, b) & free
        if threats & (threats - 1):
            return True
        if threats:
            return self.in_w(a, b | threats, n - 2)
        if n == 3:
            # a reply not answered at once exists, unless each one uncovers a completion
            return all(completions(a, b) & x << 1 for x in bits(free))
        return all(self.in_w(a, b | y, n - 2) for y in by_weight(free))


def sets_of(board):
    a = b = 0
    for c in range(COLS):
        for r in range(board.column_height(c)):
            if board.get_cell(r, c) is board.current_player:
                a |= 1 << S * c + r
            else:
                b |= 1 << S * c + r
    return a, b


def column(cell):
    return (cell.bit_length() - 1) // S


def find_best_move(board: Board) -> int:
    prover = Prover(monotonic() + BUDGET)
    a, b = sets_of(board)
    free = playable(a, b)
    now = completions(a, b) & free
    if now:
        return column(now)
    alive = by_weight(free)  # the moves not yet known to lose
    left = ROWS * COLS - (a | b).bit_count()
    try:
        for n in range(1, left + 2, 2):
            # first: which moves allow the other side a win in n ?
            safe = [x for x in alive if not prover.in_w(b, a | x, n)]
            if not safe:
                break  # all lose; those in `alive` held out the longest
            alive = safe
            # then: does one of the others win in n + 2 ?
            for x in alive:
                if prover.all_replies_fail(a | x, b, n + 2):
                    return column(x)
            if len(alive) == 1:
                break
    except Timeout:
        pass
    return column(alive[0])
