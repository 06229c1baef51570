from functools import reduce
from operator import or_
from time import monotonic as now

from kata.board import COLS, ROWS, Board

# ---------------------------------------------------------------------------
# Geometry. One 64-bit word a side; a rank takes a byte, whose top bit stays 0,
# so that nothing runs from one edge of the board into the other.
# ---------------------------------------------------------------------------

RANK = 0x7F
GRID = reduce(or_, (RANK << 8 * y for y in range(ROWS)))
FILES = [GRID & (0x0101010101010101 << x) for x in range(COLS)]


def playable(occupied):
    return ((occupied << 8) | RANK) & GRID & ~occupied


def gaps(stones):
    """Every cell, taken or not, with which `stones` would have four in line."""
    found = 0
    for step in (1, 7, 8, 9):
        two = stones & (stones >> step)
        three = two & (two >> step)
        found |= (three << 3 * step) | (three >> step)
        found |= (two & (stones >> 3 * step)) << 2 * step
        found |= (stones & (two >> 2 * step)) << step
    return found & GRID


def single_bits(mask):
    while mask:
        low = mask & -mask
        yield low
        mask ^= low


def file_of(bit):
    return (bit.bit_length() - 1) & 7


# ---------------------------------------------------------------------------
# What can be said of a position without search
# ---------------------------------------------------------------------------

NEVER = 1 << 40
WON, LOST = (0, NEVER), (NEVER, 0)


def judge(own, opp, if_full):
    """((effort to succeed, effort to fail), moves worth a look), seen by the side to move."""
    options = playable(own | opp)
    if not options:
        return if_full, 0
    if options & gaps(own):
        return WON, 0
    danger = gaps(opp)
    pressing = options & danger
    if pressing:
        if pressing & (pressing - 1):
            return LOST, 0
        options = pressing
    options &= ~(danger >> 8)
    if not options:
        return LOST, 0
    return (1, options.bit_count()), options


# ---------------------------------------------------------------------------
# The search
# ---------------------------------------------------------------------------


class Inquiry:
    """Can the side to move force a win? Not winning, a draw too, is success for the opponent.

    The tree lies in columns that grow together, a node being a row number. `hope` is the least
    number of leaves that must turn out well for the node's own mover to succeed, `fear` the same
    for the other one. So a parent's hope is its children's smallest fear, and its fear is the sum
    of their hopes: one rule for both sides. An inquiry can be continued where it was left.
    """

    def __init__(self, own, opp):
        self.own, self.opp, self.todo = [], [], []
        self.hope, self.fear = [], []
        self.above, self.below, self.level = [], [], []
        self._append(own, opp, -1, 0)
        self.cursor = 0

    def _append(self, own, opp, parent, level):
        # a full board succeeds for the defender, who moves on odd levels
        (hope, fear), todo = judge(own, opp, WON if level & 1 else LOST)
        self.own.append(own)
        self.opp.append(opp)
        self.todo.append(todo)
        self.hope.append(hope)
        self.fear.append(fear)
        self.above.append(parent)
        self.below.append(())
        self.level.append(level)
        return fear

    @property
    def settled(self):
        return not (self.hope[0] and self.fear[0])

    @property
    def success(self):
        return self.hope[0] == 0

    def __len__(self):
        return len(self.hope)

    def first_moves(self):
        """{file: effort to show that this move wins}, as far as they were looked at."""
        before = self.own[0]
        return {file_of(self.opp[k] ^ before): self.fear[k] for k in self.below[0]}

    def work(self, rounds, stop):
        for _ in range(rounds):
            if self.settled or now() > stop:
                return
            leaf = self._descend()
            self._branch(leaf)
            self._settle_upwards(leaf)

    def _descend(self):
        node, below, cost = self.cursor, self.below, self.fear.__getitem__
        while below[node]:
            node = min(below[node], key=cost)
        return node

    def _branch(self, leaf):
        start = len(self.hope)
        own, opp, level = self.own[leaf], self.opp[leaf], self.level[leaf] + 1
        todo = self.todo[leaf]
        for x in (3, 2, 4, 1, 5, 0, 6):
            bit = todo & FILES[x]
            if bit and not self._append(opp, own | bit, leaf, level):
                break
        self.below[leaf] = range(start, len(self.hope))

    def _settle_upwards(self, node):
        hope, fear = self.hope, self.fear
        while True:
            first, last = self.below[node].start, self.below[node].stop
            new_hope = min(fear[first:last])
            new_fear = min(NEVER, sum(hope[first:last]))
            done = not (new_hope and new_fear)
            same = new_hope == hope[node] and new_fear == fear[node]
            hope[node], fear[node] = new_hope, new_fear
            if node == 0 or (same and not done):
                self.cursor = node
                return
            node = self.above[node]


# ---------------------------------------------------------------------------
# Choice among moves that nobody could decide
# ---------------------------------------------------------------------------

LINES = [
    sum(1 << (8 * (y + k * dy) + x + k * dx) for k in range(4))
    for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))
    for x in range(COLS)
    for y in range(ROWS)
    if 0 <= x + 3 * dx < COLS and y + 3 * dy < ROWS
]


def prospects(own, opp, bit):
    alive = (line for line in LINES if line & bit and not line & opp)
    return sum(1 + 2 * (line & own).bit_count() for line in alive)


def as_words(board):
    words = {board.current_player: 0, board.current_player.opponent: 0}
    for x in range(COLS):
        for y in range(board.column_height(x)):
            words[board.get_cell(y, x)] |= 1 << (8 * y + x)
    return words[board.current_player], words[board.current_player.opponent]


SHARE_OF_ATTACK = 0.95
SHARE_OF_DEFENCE = 0.6
ROUND = 150
MOST_ROWS_ATTACK = 140_000
MOST_ROWS_DEFENCE = 25_000


def find_best_move(board: Board) -> int:
    began = now()
    own, opp = as_words(board)
    options = playable(own | opp)

    # A four to make; failing that, a four to prevent.
    for target in (gaps(own), gaps(opp)):
        for bit in single_bits(options & target):
            return file_of(bit)

    # Is there a forced win?
    ours = Inquiry(own, opp)
    stop = began + SHARE_OF_ATTACK
    while not ours.settled and now() < stop and len(ours) < MOST_ROWS_ATTACK:
        ours.work(ROUND, stop)
    efforts = ours.first_moves()
    if ours.success:
        return min(efforts, key=efforts.get)

    # No. Then the opponent asks the same after each of our moves, a little in turn.
    theirs = {bit: Inquiry(opp, own | bit) for bit in single_bits(options)}
    stop += SHARE_OF_DEFENCE
    waiting = list(theirs.values())
    while waiting and now() < stop:
        waiting = [q for q in waiting if not q.settled and len(q) < MOST_ROWS_DEFENCE]
        for inquiry in waiting:
            inquiry.work(ROUND, stop)

    def merit(bit):
        inquiry, x = theirs[bit], file_of(bit)
        if inquiry.settled:
            safety = 0 if inquiry.success else 2
        else:
            safety = 1
        resistance = min(inquiry.hope[0], 40) - min(efforts.get(x, NEVER), 40)
        return safety, 4 * prospects(own, opp, bit) + resistance, -abs(x - 3)

    return file_of(max(theirs, key=merit))
