# Proof-number search on bitboards.
#
# "Is this a forced win?" is a yes/no question, so I do not need scores at all: build an AND/OR
# tree and always expand the leaf that looks cheapest to prove or disprove. Narrow (forcing) lines
# get small proof numbers by themselves, so the search goes deep exactly where threats are.
#
# Layout: bit 7*c + r, r = 6 is always empty and separates the columns.

from time import monotonic

from kata.board import Board

INF = 10**9
FULL = sum(0b111111 << 7 * c for c in range(7))
BASE = sum(1 << 7 * c for c in range(7))
COLUMN = [0b111111 << 7 * c for c in range(7)]
CENTRE_OUT = (3, 2, 4, 1, 5, 0, 6)

ATTACK_TIME = 0.95
DEFENCE_TIME = 0.35


def spots(p, taken):
    """Empty cells (reachable or not) that complete a four for p."""
    s = (p << 1) & (p << 2) & (p << 3)
    for d in (6, 7, 8):
        up, down = p << d, p >> d
        pair = up & (p << 2 * d)
        s |= pair & (p << 3 * d)
        s |= pair & down
        pair = down & (p >> 2 * d)
        s |= pair & (p >> 3 * d)
        s |= pair & up
    return s & FULL & ~taken


def classify(p, taken):
    """(verdict, moves) for the owner of p to move: 1 wins, -1 loses, 0 draw, None open."""
    drops = (taken + BASE) & FULL
    if not drops:
        return 0, 0
    if spots(p, taken) & drops:
        return 1, 0
    theirs = spots(p ^ taken, taken)
    must = theirs & drops
    if must:
        if must & (must - 1):
            return -1, 0
        drops = must
    drops &= ~(theirs >> 1)  # never play right below a cell where they win
    return (None, drops) if drops else (-1, 0)


class Node:
    __slots__ = ("p", "taken", "attacker", "drops", "kids", "pn", "dn", "up", "col")

    def __init__(self, p, taken, attacker, up=None, col=-1):
        self.p, self.taken, self.attacker = p, taken, attacker
        self.up, self.col, self.kids = up, col, None
        verdict, self.drops = classify(p, taken)
        if verdict is None:
            width = self.drops.bit_count()
            self.pn, self.dn = (1, width) if attacker else (width, 1)
        elif verdict == (1 if attacker else -1):
            self.pn, self.dn = 0, INF
        else:
            self.pn, self.dn = INF, 0

    def expand(self):
        self.kids = []
        for c in CENTRE_OUT:
            bit = self.drops & COLUMN[c]
            if bit:
                self.kids.append(
                    Node(self.p ^ self.taken, self.taken | bit, not self.attacker, self, c))

    def refresh(self):
        pns = [k.pn for k in self.kids]
        dns = [k.dn for k in self.kids]
        if self.attacker:
            pn, dn = min(pns), min(sum(dns), INF)
        else:
            pn, dn = min(sum(pns), INF), min(dns)
        if pn == self.pn and dn == self.dn:
            return False
        self.pn, self.dn = pn, dn
        return True


def prove(root, seconds):
    """Grow the tree until it is decided or the time is over; returns the number of expansions."""
    end = monotonic() + seconds
    count = 0
    here = root
    while root.pn and root.dn:
        if not count & 31 and monotonic() > end:
            break
        while here.kids is not None:
            if here.attacker:
                want = here.pn
                here = next(k for k in here.kids if k.pn == want)
            else:
                want = here.dn
                here = next(k for k in here.kids if k.dn == want)
        here.expand()
        count += 1
        # climb only as far as something changed, and go on from there
        while here.refresh() and here.up is not None:
            if not (here.pn and here.dn):
                here.kids = []  # decided: nobody comes here again, free the memory
            here = here.up
    return count


def find_best_move(board: Board) -> int:
    p = taken = 0
    for c in range(7):
        for r in range(board.column_height(c)):
            bit = 1 << 7 * c + r
            taken |= bit
            if board.get_cell(r, c) is board.current_player:
                p |= bit

    drops = (taken + BASE) & FULL
    legal = [c for c in CENTRE_OUT if drops & COLUMN[c]]
    if len(legal) == 1:
        return legal[0]
    for danger in (spots(p, taken), spots(p ^ taken, taken)):  # win at once, then block at once
        for c in legal:
            if danger & drops & COLUMN[c]:
                return c

    root = Node(p, taken, True)
    prove(root, ATTACK_TIME)
    if root.pn == 0:
        return next(k.col for k in root.kids if k.pn == 0)

    # No win found: take the move after which the opponent has it hardest to prove his own.
    best, answer = None, legal[0]
    for c in legal:
        reply = Node(p ^ taken, taken | drops & COLUMN[c], True)
        work = prove(reply, DEFENCE_TIME / len(legal))
        safety = 2 if reply.dn == 0 else 1 if reply.pn else 0
        rank = (safety, work if safety == 0 else min(reply.pn, 10**6))
        if best is None or rank > best:
            best, answer = rank, c
    return answer
