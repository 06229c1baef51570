"""Connect 4 with proof-number search (Allis), on a padded mailbox.

Question put to the tree: "does the side to move at the root win?"  OR nodes are ours, AND
nodes theirs; always expand the most-proving leaf.  A draw counts as 'no'.  PN search likes
narrow lines, and Connect 4 tactics are exactly that (threat, block, threat, block ...).

If the answer isn't yes, the same search is asked the other way round, once per move, to see which
of our moves can be refuted.
"""
import time
from kata.board import Board

STRIDE = 9                      # 7 columns and a wall on both sides
EMPTY, ROOT, FOE, WALL = 0, 1, 2, 3
DELTAS = (1, STRIDE, STRIDE + 1, STRIDE - 1)
INFINITE = 10 ** 9


class Mailbox:
    def __init__(self, board):
        self.sq = [WALL] * (STRIDE * 8)
        self.free = [0] * 7     # index of the first free cell in each column
        self.n = 0
        me = board.current_player
        for c in range(7):
            for r in range(6):
                owner = board.get_cell(r, c)
                i = (r + 1) * STRIDE + c + 1
                self.sq[i] = EMPTY if owner is None else ROOT if owner is me else FOE
            h = board.column_height(c)
            self.n += h
            self.free[c] = (h + 1) * STRIDE + c + 1

    def put(self, c, who):
        self.sq[self.free[c]] = who
        self.free[c] += STRIDE
        self.n += 1

    def take(self, c):
        self.free[c] -= STRIDE
        self.sq[self.free[c]] = EMPTY
        self.n -= 1

    def legal(self):
        return [c for c in (3, 4, 2, 5, 1, 6, 0) if self.sq[self.free[c]] == EMPTY]

    def four_at(self, i, who):
        """Would a disc of `who` on cell i make four?"""
        sq = self.sq
        for d in DELTAS:
            run = 1
            j = i + d
            while sq[j] == who:
                run += 1
                j += d
            j = i - d
            while sq[j] == who:
                run += 1
                j -= d
            if run >= 4:
                return True
        return False

    def winning_col(self, who):
        for c in self.legal():
            if self.four_at(self.free[c], who):
                return c
        return None


class Node:
    __slots__ = ("col", "parent", "is_or", "pn", "dn", "kids")

    def __init__(self, col, parent, is_or):
        self.col = col
        self.parent = parent
        self.is_or = is_or
        self.pn = self.dn = 1
        self.kids = None

    def settle(self, proven):
        self.pn, self.dn = (0, INFINITE) if proven else (INFINITE, 0)

    def recount(self):
        pns = [k.pn for k in self.kids]
        dns = [k.dn for k in self.kids]
        if self.is_or:
            self.pn, self.dn = min(pns), min(INFINITE, sum(dns))
        else:
            self.pn, self.dn = min(INFINITE, sum(pns)), min(dns)


class ProofSearch:
    """Does `hero` win, with `mover` to play?"""

    def __init__(self, box, hero, mover):
        self.box, self.hero = box, hero
        self.root = Node(None, None, hero == mover)
        self.evaluate(self.root, mover)

    def evaluate(self, node, mover):
        box = self.box
        other = ROOT + FOE - mover
        legal = box.legal()
        if not legal:
            node.settle(False)
            return
        if box.winning_col(mover) is not None:
            node.settle(mover == self.hero)
            return
        hot = [c for c in legal if box.four_at(box.free[c], other)]
        if len(hot) > 1:
            node.settle(other == self.hero)
        else:
            # mobility initialisation: cost of the node ~ number of replies
            replies = 1 if hot else len(legal)
            if node.is_or:
                node.dn = replies
            else:
                node.pn = replies

    def grow(self, node, mover):
        box = self.box
        other = ROOT + FOE - mover
        legal = box.legal()
        hot = [c for c in legal if box.four_at(box.free[c], other)]
        node.kids = []
        for c in hot or legal:
            kid = Node(c, node, not node.is_or)
            box.put(c, mover)
            self.evaluate(kid, other)
            box.take(c)
            node.kids.append(kid)
            if (kid.pn if node.is_or else kid.dn) == 0:
                break           # decides the node

    def run(self, until, max_nodes):
        """True / False, or None if it ran out of time or nodes."""
        root, box = self.root, self.box
        made = 0
        node = root
        path = []
        while root.pn and root.dn:
            if made > max_nodes or time.perf_counter() > until:
                break
            while node.kids:
                if node.is_or:
                    node = min(node.kids, key=lambda k: k.pn)
                else:
                    node = min(node.kids, key=lambda k: k.dn)
                path.append(node.col)
                box.put(node.col, self.who(node.parent))
            self.grow(node, self.who(node))
            made += len(node.kids)
            # back up as far as something changes
            while True:
                before = node.pn, node.dn
                node.recount()
                if node.pn == 0 or node.dn == 0:
                    node.kids = node.kids if node is root else None
                if (node.pn, node.dn) == before and node.pn and node.dn or node is root:
                    break
                box.take(path.pop())
                node = node.parent
        while path:
            box.take(path.pop())
        return True if root.pn == 0 else False if root.dn == 0 else None

    def who(self, node):
        return self.hero if node.is_or else ROOT + FOE - self.hero


def liveliness(box, c, who):
    """Open four-windows through the cell where c lands; used for ties only."""
    i, total = box.free[c], 0
    for d in DELTAS:
        for shift in range(4):
            window = [box.sq[i + (k - shift) * d] if 0 <= i + (k - shift) * d < len(box.sq) else WALL for k in range(4)]
            if WALL not in window and ROOT + FOE - who not in window:
                total += 1 + 2 * window.count(who)
    return total


def find_best_move(board: Board) -> int:
    t0 = time.perf_counter()
    box = Mailbox(board)
    for who in (ROOT, FOE):
        c = box.winning_col(who)
        if c is not None:
            return c

    # 1. do we win?
    attack = ProofSearch(box, ROOT, ROOT)
    if attack.run(t0 + 1.0, 150_000):
        return next(k.col for k in attack.root.kids if k.pn == 0)

    # 2. which moves get us killed?
    effort = {k.col: (k.pn, -k.dn) for k in attack.root.kids or []}
    legal = box.legal()
    ranked = []
    for idx, c in enumerate(legal):
        slice_end = t0 + 1.0 + 0.65 * (idx + 1) / len(legal)
        box.put(c, ROOT)
        threat = ProofSearch(box, FOE, FOE)
        verdict = threat.run(slice_end, 20_000)
        difficulty = threat.root.pn
        box.take(c)
        rank = {False: 2, None: 1, True: 0}[verdict]
        easy = effort.get(c, (INFINITE, 0))[0]
        score = liveliness(box, c, ROOT) + min(difficulty, 40) / 4 - min(easy, 40) / 4
        ranked.append((rank, score, -abs(c - 3), c))
    return max(ranked)[3]
