# Connect 4 best move: bitboards + PVS + hash table + iterative deepening.
#
#   bit index = col * 7 + row, row 6 of every column is a guard and always 0
#
#    5 12 19 26 33 40 47
#    4 11 18 25 32 39 46
#    ...
#    0  7 14 21 28 35 42
#
# us / them are the stones of the side to move / the other side.
import time

from kata.board import Board

H1 = 7
BOTTOM = sum(1 << (c * H1) for c in range(7))
FULL = BOTTOM * 0b111111
COL = [0b111111 << (c * H1) for c in range(7)]
ORDER = (3, 2, 4, 1, 5, 0, 6)
# rows counted from 1: odd rows are 1,3,5 -> bits 0,2,4
ODD = BOTTOM * 0b010101
EVEN = FULL ^ ODD
CENTER = COL[3]
INNER = COL[2] | COL[4]

MATE = 10000
INF = 1 << 20
EXACT, LOWER, UPPER = 0, 1, 2
BUDGET = 1.55


class OutOfTime(Exception):
    pass


tt = {}
nodes = 0
t_end = 0.0


def winning_cells(p, occ):
    """Empty cells that would complete four for the stones p."""
    r = (p << 1) & (p << 2) & (p << 3)
    for s in (6, 7, 8):
        up = (p << s) & (p << 2 * s)
        dn = (p >> s) & (p >> 2 * s)
        r |= up & ((p << 3 * s) | (p >> s))
        r |= dn & ((p >> 3 * s) | (p << s))
    return r & (FULL ^ occ)


def static_eval(us, them, our_wins, their_wins, first_is_us):
    # zugzwang: the first player wants odd threats, the second even ones
    a, b = (ODD, EVEN) if first_is_us else (EVEN, ODD)
    s = 12 * our_wins.bit_count() - 12 * their_wins.bit_count()
    s += 20 * (our_wins & a).bit_count() - 20 * (their_wins & b).bit_count()
    s += 4 * (us & CENTER).bit_count() - 4 * (them & CENTER).bit_count()
    s += 2 * (us & INNER).bit_count() - 2 * (them & INNER).bit_count()
    return s


def search(us, them, depth, alpha, beta):
    """Fail-soft PVS. Mate scores are absolute (stones on the board at the end),
    so they go into the hash as they are."""
    global nodes
    nodes += 1
    if not nodes & 511 and time.perf_counter() > t_end:
        raise OutOfTime

    occ = us | them
    n = occ.bit_count()
    moves = (occ + BOTTOM) & FULL
    if not moves:
        return 0

    ours = winning_cells(us, occ)
    if ours & moves:
        return MATE - (n + 1)
    theirs = winning_cells(them, occ)
    must = theirs & moves
    if must:
        if must & (must - 1):
            return -(MATE - (n + 2))
        moves = must
    moves &= ~(theirs >> 1)          # never play right under their winning cell
    if not moves:
        return -(MATE - (n + 2))
    if n == 41:
        return 0

    # a forced reply costs nothing
    if must:
        depth += 1
    if depth <= 0:
        return static_eval(us, them, ours, theirs, not n & 1)

    key = us | (occ + BOTTOM) << 49
    hit = tt.get(key)
    hash_move = 0
    if hit:
        d, flag, val, hash_move = hit
        if d >= depth or abs(val) > MATE - 100 and flag == EXACT:
            if flag == EXACT or (flag == LOWER and val >= beta) or (flag == UPPER and val <= alpha):
                return val

    lst = []
    for i, c in enumerate(ORDER):
        m = moves & COL[c]
        if m:
            if m == hash_move:
                lst.append((-99, m))
            else:
                lst.append((i - 4 * winning_cells(us | m, occ | m).bit_count(), m))
    lst.sort()

    a0, best, best_m = alpha, -INF, 0
    for i, (_, m) in enumerate(lst):
        if i == 0:
            v = -search(them, us | m, depth - 1, -beta, -alpha)
        else:
            v = -search(them, us | m, depth - 1, -alpha - 1, -alpha)
            if alpha < v < beta:
                v = -search(them, us | m, depth - 1, -beta, -v)
        if v > best:
            best, best_m = v, m
            if v > alpha:
                alpha = v
                if alpha >= beta:
                    break
    flag = LOWER if best >= beta else UPPER if best <= a0 else EXACT
    tt[key] = (depth, flag, best, best_m)
    return best


def to_bits(board):
    us = them = 0
    for c in range(7):
        for r in range(board.column_height(c)):
            if board.get_cell(r, c) is board.current_player:
                us |= 1 << (c * H1 + r)
            else:
                them |= 1 << (c * H1 + r)
    return us, them


def find_best_move(board: Board) -> int:
    global nodes, t_end
    t_end = time.perf_counter() + BUDGET
    nodes = 0
    tt.clear()

    us, them = to_bits(board)
    occ = us | them
    moves = (occ + BOTTOM) & FULL
    cols = [c for c in ORDER if moves & COL[c]]

    wins = winning_cells(us, occ) & moves
    must = winning_cells(them, occ) & moves
    for c in cols:
        if wins & COL[c]:
            return c
    for c in cols:
        if must & COL[c]:
            return c

    best = cols[0]
    for depth in range(2, 43 - occ.bit_count()):
        alpha, scores = -INF, {}
        try:
            for c in cols:
                v = -search(them, us | (moves & COL[c]), depth - 1, -INF, -alpha)
                scores[c] = v
                alpha = max(alpha, v)
        except OutOfTime:
            # the old best goes first, so a better one from this pass can be trusted
            if scores:
                best = max(scores, key=scores.get)
            break
        cols.sort(key=lambda c: -scores[c])
        best = cols[0]
        if abs(scores[best]) > MATE - 100:
            break
    return best
