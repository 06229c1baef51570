# Negamax on two ints, 7 bits a column (the 7th stays 0 so that lines can't wrap around).
#   me   = stones of whoever moves,   occ = all stones
# Scores: 0 = draw / don't know, +n = mover wins (n bigger if sooner), -n = mover loses.

from time import perf_counter

from kata.board import Board

W, H = 7, 6
H1 = H + 1
BOT = sum(1 << H1 * c for c in range(W))
FULL = BOT * ((1 << H) - 1)
COLMASK = [((1 << H) - 1) << H1 * c for c in range(W)]
ORDER = (3, 2, 4, 1, 5, 0, 6)
EXACT, LOWER, UPPER = range(3)
MATE = 1000
BUDGET = 1.55


class Timeout(Exception):
    pass


def spots(p, occ):
    """Empty cells (reachable or not) that would complete a four for p."""
    r = (p << 1) & (p << 2) & (p << 3)
    for s in (H1 - 1, H1, H1 + 1):
        q = (p << s) & (p << 2 * s)
        r |= q & (p << 3 * s)
        r |= q & (p >> s)
        q = (p >> s) & (p >> 2 * s)
        r |= q & (p << s)
        r |= q & (p >> 3 * s)
    return r & (FULL ^ occ)


def static(me, opp, occ):
    # open threats count most, then stones near the middle
    a, b = spots(me, occ), spots(opp, occ)
    v = 6 * (a.bit_count() - b.bit_count())
    v += 2 * ((me & COLMASK[3]).bit_count() - (opp & COLMASK[3]).bit_count())
    near = COLMASK[2] | COLMASK[4]
    return v + (me & near).bit_count() - (opp & near).bit_count()


class Search:
    def __init__(self, deadline):
        self.deadline = deadline
        self.tt = {}
        self.n = 0

    def candidates(self, me, occ):
        """(win now?, mask of moves that don't lose on the spot)"""
        opp = me ^ occ
        play = (occ + BOT) & FULL
        if spots(me, occ) & play:
            return True, 0
        bad = spots(opp, occ)
        forced = bad & play
        if forced:
            if forced & (forced - 1):
                return False, 0
            play = forced
        return False, play & ~(bad >> 1)

    def go(self, me, occ, depth, ply, a, b):
        self.n += 1
        if not self.n & 511 and perf_counter() > self.deadline:
            raise Timeout
        if occ == FULL:
            return 0
        win, play = self.candidates(me, occ)
        if win:
            return MATE - ply - 1
        if not play:
            return -(MATE - ply - 2)   # whatever we do they win next ply
        if depth <= 0:
            return static(me, me ^ occ, occ)

        a0, key, first = a, (me, occ), 0
        hit = self.tt.get(key)
        if hit:
            d, v, flag, first = hit
            if d >= depth:
                if flag == EXACT:
                    return v
                if flag == LOWER:
                    a = max(a, v)
                else:
                    b = min(b, v)
                if a >= b:
                    return v

        best, bestmv = -MATE, 0
        for mv in self.sort(me, occ, play, first):
            v = -self.go(me ^ occ, occ | mv, depth - 1, ply + 1, -b, -a)
            if v > best:
                best, bestmv = v, mv
                if v > a:
                    a = v
                    if a >= b:
                        break
        flag = LOWER if best >= b else UPPER if best <= a0 else EXACT
        self.tt[key] = depth, best, flag, bestmv
        return best

    def sort(self, me, occ, play, first):
        out = []
        for i, c in enumerate(ORDER):
            mv = play & COLMASK[c]
            if mv:
                k = 99 if mv == first else spots(me | mv, occ | mv).bit_count()
                out.append((-k, i, mv))
        out.sort()
        return [t[2] for t in out]


def encode(board):
    me = occ = 0
    for c in range(W):
        for r in range(board.column_height(c)):
            bit = 1 << (H1 * c + r)
            occ |= bit
            if board.get_cell(r, c) is board.current_player:
                me |= bit
    return me, occ


def column(bit):
    return (bit.bit_length() - 1) // H1


def find_best_move(board: Board) -> int:
    s = Search(perf_counter() + BUDGET)
    me, occ = encode(board)
    play = (occ + BOT) & FULL
    now = spots(me, occ) & play
    if now:
        return column(now)
    forced = spots(me ^ occ, occ) & play
    if forced:
        return column(forced)

    _, safe = s.candidates(me, occ)
    moves = s.sort(me, occ, safe or play, 0)
    best = moves[0]
    if len(moves) == 1:
        return column(best)
    left = (FULL ^ occ).bit_count()
    try:
        for depth in range(2, left + 1):
            a, top = -MATE, moves[0]
            for mv in moves:
                v = -s.go(me ^ occ, occ | mv, depth - 1, 1, -MATE, -a)
                if v > a:
                    a, top = v, mv
            best = top
            if abs(a) > MATE - 50:
                break
            moves.remove(top)
            moves.insert(0, top)
    except Timeout:
        pass
    return column(best)
