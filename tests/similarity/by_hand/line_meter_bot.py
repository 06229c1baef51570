# Connect Four: alpha-beta with an incremental evaluation.
#
# For each of the possible fours I keep one small number, its "state": 1 for every disc of the player
# whom we advise plus 5 for every disc of the other player. So 3 means "three of ours and a gap",
# 15 "three of theirs and a gap", and anything that mixes both is dead. A table of 25 entries turns
# such a state into points, and the total of the points is corrected with each disc.
from itertools import product
from random import Random
from time import monotonic

from kata.board import COLS, ROWS, Board

CELL_COUNT = ROWS * COLS
MATE = 1_000_000
LIMIT = MATE * 3
CENTRE_FIRST = (3, 4, 2, 5, 1, 6, 0)
SECONDS = 1.4

US, THEM = 0, 1
UNIT = (1, 5)        # what a disc adds to the state of a four
LOADED = (3, 15)     # state of a four that lacks just one disc

STATE_POINTS = [0] * 25
for amount, points in ((1, 2), (2, 11), (3, 45)):
    STATE_POINTS[amount] = points
    STATE_POINTS[5 * amount] = -points


def fours_by_cell():
    """For each cell (6 * column + row) the numbers of the fours it is part of, and how many exist."""
    by_cell = [[] for _ in range(CELL_COUNT)]
    number = 0
    for right, up in ((0, 1), (1, -1), (1, 0), (1, 1)):
        for col, row in product(range(COLS - 3 * right), range(ROWS)):
            if not 0 <= row + 3 * up < ROWS:
                continue
            for step in range(4):
                by_cell[(col + step * right) * ROWS + row + step * up].append(number)
            number += 1
    return [tuple(numbers) for numbers in by_cell], number


FOURS_OF, FOUR_COUNT = fours_by_cell()


class Position:
    """The discs, the states of all fours and their total, with a stack to take moves back."""

    def __init__(self, board):
        source = Random(20)
        self.keys = [(source.getrandbits(62), source.getrandbits(62)) for _ in range(CELL_COUNT)]
        self.turn_key = source.getrandbits(62)
        self.states = [0] * FOUR_COUNT
        self.top = [ROWS * col for col in range(COLS)]    # the cell where the next disc lands
        self.end = [ROWS * (col + 1) for col in range(COLS)]
        self.empty = CELL_COUNT
        self.total = 0
        self.signature = 0
        self.undo = []
        for col in range(COLS):
            for row in range(board.column_height(col)):
                ours = board.get_cell(row, col) == board.current_player
                self.place(col, US if ours else THEM)
        self.turn = US
        self.undo.clear()

    def place(self, col, who):
        cell = self.top[col]
        self.undo.append((col, who, self.total, self.signature))
        self.top[col] = cell + 1
        self.empty -= 1
        self.signature ^= self.keys[cell][who] ^ self.turn_key
        states, unit, change = self.states, UNIT[who], 0
        for four in FOURS_OF[cell]:
            before = states[four]
            states[four] = after = before + unit
            change += STATE_POINTS[after] - STATE_POINTS[before]
        self.total += change

    def move(self, col):
        self.place(col, self.turn)
        self.turn = 1 - self.turn

    def take_back(self):
        col, who, self.total, self.signature = self.undo.pop()
        self.turn = who
        self.empty += 1
        self.top[col] -= 1
        states, unit = self.states, UNIT[who]
        for four in FOURS_OF[self.top[col]]:
            states[four] -= unit

    def has_room(self, col):
        return self.top[col] < self.end[col]

    def completing(self, who):
        """The columns in which a disc of `who` would complete a four."""
        wanted, state_of = LOADED[who], self.states.__getitem__
        return [
            col
            for col in CENTRE_FIRST
            if self.top[col] < self.end[col] and wanted in map(state_of, FOURS_OF[self.top[col]])
        ]

    def estimate(self):
        return self.total if self.turn == US else -self.total


class TimeUp(Exception):
    pass


class Searcher:
    def __init__(self, position, seconds):
        self.pos = position
        self.deadline = monotonic() + seconds
        self.known = {}                        # signature: (depth, at least, at most, column)
        self.cutter = [None] * (CELL_COUNT + 1)     # the latest two refuting columns, by empty cells
        self.older_cutter = [None] * (CELL_COUNT + 1)
        self.calls = 0

    def candidates(self, first):
        empty = self.pos.empty
        wishes = dict.fromkeys((first, self.cutter[empty], self.older_cutter[empty], *CENTRE_FIRST))
        return [col for col in wishes if col is not None and self.pos.has_room(col)]

    def check_clock(self):
        self.calls += 1
        if self.calls % 200 == 0 and monotonic() >= self.deadline:
            raise TimeUp

    def value(self, depth, low, high):
        """Value for the side to move; earlier wins are worth more."""
        self.check_clock()
        pos = self.pos
        if not pos.empty:
            return 0
        if pos.completing(pos.turn):
            return MATE + pos.empty
        blocks = pos.completing(1 - pos.turn)
        if len(blocks) >= 2:
            return 1 - MATE - pos.empty
        if not blocks and depth < 1:
            return pos.estimate()

        first = None
        entry = self.known.get(pos.signature)
        if entry:
            seen_depth, at_least, at_most, first = entry
            if seen_depth >= depth:
                if at_least >= high or at_least == at_most:
                    return at_least
                if at_most <= low:
                    return at_most

        signature = pos.signature
        top_value, top_col, bar = -LIMIT, None, low
        for col in blocks if blocks else self.candidates(first):
            pos.move(col)
            found = -self.value(depth - 1, -high, -bar)
            pos.take_back()
            if found <= top_value:
                continue
            top_value, top_col = found, col
            bar = max(bar, found)
            if bar >= high:
                self.remember_cutter(col)
                break
        at_least = top_value if top_value > low else -LIMIT
        at_most = top_value if top_value < high else LIMIT
        self.known[signature] = (depth, at_least, at_most, top_col)
        return top_value

    def remember_cutter(self, col):
        empty = self.pos.empty
        if self.cutter[empty] != col:
            self.older_cutter[empty] = self.cutter[empty]
            self.cutter[empty] = col

    def one_round(self, order, depth):
        """Search all the root moves; returns the best value and its column."""
        best, best_col = -LIMIT, order[0]
        for col in order:
            self.pos.move(col)
            found = -self.value(depth - 1, -LIMIT, -best)
            self.pos.take_back()
            if found > best:
                best, best_col = found, col
        return best, best_col


def find_best_move(board: Board) -> int:
    position = Position(board)
    urgent = position.completing(US) or position.completing(THEM)
    if urgent:
        return urgent[0]
    searcher = Searcher(position, SECONDS)
    order = searcher.candidates(None)
    depth = 1
    try:
        while depth <= position.empty:
            best, col = searcher.one_round(order, depth)
            order = [col] + [other for other in order if other != col]
            if abs(best) >= MATE:
                break
            depth += 1
    except TimeUp:
        pass
    return order[0]
