"""Connect Four solver based on PN search.

The tree is kept in the phi/delta form: phi of a node is the effort that the side to move there
still needs to reach its goal, delta the effort of the other side. The goal of the attacker is to
win, the goal of the defender is not to lose. That way both kinds of nodes follow the same rules.
"""

import time

from kata.board import COLS, ROWS, Board

# One byte per column, the lowest bit is the bottom cell; the two top bits are never used.
H = 8
NEVER = 1_000_000_000
ORDER = sorted(range(COLS), key=lambda c: abs(c - 3))
FLOOR = 0
CELLS = 0
for _c in range(COLS):
    FLOOR |= 1 << (H * _c)
    CELLS |= 63 << (H * _c)

WIN_SECONDS = 0.95
SAVE_SECONDS = 0.35


def landing(occupied):
    """One bit per column that is not full: where the next disc comes to lie."""
    return (occupied + FLOOR) & CELLS


def column_mask(c):
    return 63 << (H * c)


def threats(mine, occupied):
    """All empty cells where one more disc gives four."""
    found = mine << 1 & mine << 2 & mine << 3  # three on top of each other
    for step in (H, H - 1, H + 1):
        left1, left2, left3 = mine << step, mine << 2 * step, mine << 3 * step
        right1, right2, right3 = mine >> step, mine >> 2 * step, mine >> 3 * step
        found |= left1 & left2 & (left3 | right1)
        found |= right1 & right2 & (right3 | left1)
    return found & CELLS & ~occupied


class Position:
    __slots__ = ("mine", "occupied", "attacking", "parent", "column",
                 "options", "children", "phi", "delta")

    def __init__(self, mine, occupied, attacking=True, parent=None, column=None):
        self.mine = mine
        self.occupied = occupied
        self.attacking = attacking
        self.parent = parent
        self.column = column
        self.children = None
        self.options = 0
        self.evaluate()

    def evaluate(self):
        """Set the first phi and delta, and the moves that are worth a try."""
        open_cells = landing(self.occupied)
        if open_cells == 0:
            self.settle(not self.attacking)  # a draw is what the defender wants
            return
        if threats(self.mine, self.occupied) & open_cells:
            self.settle(True)
            return
        enemy = threats(self.mine ^ self.occupied, self.occupied)
        urgent = enemy & open_cells
        if urgent:
            open_cells = urgent
            if urgent.bit_count() > 1:
                open_cells = 0
        self.options = open_cells & ~(enemy >> 1)
        if self.options:
            self.phi = 1
            self.delta = self.options.bit_count()
        else:
            self.settle(False)

    def settle(self, success):
        if success:
            self.phi, self.delta = 0, NEVER
        else:
            self.phi, self.delta = NEVER, 0

    def solved(self):
        return self.phi == 0 or self.delta == 0

    def grow(self):
        theirs = self.mine ^ self.occupied
        self.children = [
            Position(theirs, self.occupied | (self.options & column_mask(c)),
                     not self.attacking, self, c)
            for c in ORDER if self.options & column_mask(c)
        ]

    def most_proving(self):
        node = self
        while node.children is not None:
            for child in node.children:
                if child.delta == node.phi:
                    node = child
                    break
        return node

    def update(self):
        """Recompute from the children; tell whether anything is different now."""
        before = self.phi, self.delta
        self.phi = NEVER
        self.delta = 0
        for child in self.children:
            if child.delta < self.phi:
                self.phi = child.delta
            self.delta += child.phi
        if self.delta > NEVER:
            self.delta = NEVER
        return before != (self.phi, self.delta)


def search(root, seconds):
    """Work on the tree below `root`; the result is how many leaves were opened."""
    stop = time.perf_counter() + seconds
    opened = 0
    node = root
    while not root.solved():
        if opened % 32 == 0 and time.perf_counter() > stop:
            return opened
        node = node.most_proving()
        node.grow()
        opened += 1
        while node.update():
            if node.parent is None:
                break
            if node.solved():
                node.children = []
            node = node.parent
    return opened


def read(board):
    """Turn the board into (discs of the side to move, all discs)."""
    mine = occupied = 0
    for row in range(ROWS):
        for col in range(COLS):
            owner = board.get_cell(row, col)
            if owner is not None:
                occupied |= 1 << (H * col + row)
                if owner is board.current_player:
                    mine |= 1 << (H * col + row)
    return mine, occupied


def most_stubborn(mine, occupied, columns):
    """The column after which the opponent is furthest from a win of his own."""
    ranked = []
    for col in columns:
        after = occupied | landing(occupied) & column_mask(col)
        node = Position(mine ^ occupied, after)
        opened = search(node, SAVE_SECONDS / len(columns))
        if node.phi == 0:
            ranked.append((0, opened))  # lost, but the longer it took to see the better
        elif node.delta == 0:
            ranked.append((2, 1_000_000))
        else:
            ranked.append((1, min(node.phi, 1_000_000)))
    return columns[ranked.index(max(ranked))]


def find_best_move(board: Board) -> int:
    mine, occupied = read(board)
    here = landing(occupied)
    columns = [c for c in ORDER if here & column_mask(c)]
    if len(columns) == 1:
        return columns[0]

    wins = threats(mine, occupied) & here
    blocks = threats(mine ^ occupied, occupied) & here
    now = wins or blocks
    if now:
        return next(c for c in columns if now & column_mask(c))

    root = Position(mine, occupied)
    search(root, WIN_SECONDS)
    if root.phi == 0:
        for child in root.children:
            if child.delta == 0:
                return child.column
    return most_stubborn(mine, occupied, columns)
