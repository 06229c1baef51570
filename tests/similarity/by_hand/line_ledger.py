"""My Connect 4 player.

A state knows the content of every possible four ("window") and keeps it up to date while moves are
made and taken back, so nothing has to be scanned at the leaves. On top of it there is a negamax with
alpha-beta cuts, a dictionary of positions already seen and a counter of which columns caused cuts.
The depth grows by one until the clock stops it.
"""
import time
from random import Random

from kata.board import Board

HEIGHT, WIDTH = 6, 7
N_CELLS = HEIGHT * WIDTH
CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)

MATE = 500_000
MATE_LIMIT = MATE - 100
THINKING_TIME = 1.5
CLOCK_EVERY = 255

# A window is coded in one number: discs of A + 5 * discs of B.
UNIT = {+1: 1, -1: 5}


def _worth(code):
    b, a = divmod(code, 5)
    if a and b:
        return 0
    return (0, 1, 6, 32, 0)[a] - (0, 1, 6, 32, 0)[b]


WORTH = [_worth(code) for code in range(25)]
THREE = {+1: 3, -1: 15}     # exactly three of one side, none of the other


def _index(x, y):
    """Cells are numbered up the columns."""
    return HEIGHT * x + y


def _build_windows():
    """For each cell, the numbers of the windows that contain it; and how many windows there are."""
    through = [[] for _ in range(N_CELLS)]
    total = 0

    def add(cells):
        nonlocal total
        for cell in cells:
            through[cell].append(total)
        total += 1

    for x in range(WIDTH):                      # vertical
        for y in range(HEIGHT - 3):
            add([_index(x, y + i) for i in range(4)])
    for x in range(WIDTH - 3):
        for y in range(HEIGHT):                 # horizontal
            add([_index(x + i, y) for i in range(4)])
        for y in range(HEIGHT - 3):             # both diagonals
            add([_index(x + i, y + i) for i in range(4)])
            add([_index(x + i, y + 3 - i) for i in range(4)])
    return [tuple(w) for w in through], total


WINDOWS_AT, N_WINDOWS = _build_windows()

_rnd = Random(77)
KEY_A = [_rnd.getrandbits(60) for _ in range(N_CELLS)]
KEY_B = [_rnd.getrandbits(60) for _ in range(N_CELLS)]
KEY_TURN = _rnd.getrandbits(60)
KEYS = {+1: KEY_A, -1: KEY_B}


class OutOfTime(Exception):
    pass


class State:
    """The position. `turn` is +1 when A (who asked for the move) is to play, -1 for B."""

    def __init__(self, board):
        self.window = [0] * N_WINDOWS
        self.next_cell = [_index(x, 0) for x in range(WIDTH)]
        self.full_at = [_index(x, HEIGHT) for x in range(WIDTH)]
        self.discs = 0
        self.balance = 0        # A's windows minus B's windows
        self.key = 0
        self.undo_stack = []
        for x in range(WIDTH):
            for y in range(board.column_height(x)):
                self.turn = +1 if board.get_cell(y, x) == board.current_player else -1
                self.push(x)
        self.turn = +1
        self.undo_stack.clear()

    def push(self, x):
        cell = self.next_cell[x]
        turn, window = self.turn, self.window
        self.undo_stack.append((x, self.balance, self.key))
        unit, change = UNIT[turn], 0
        for w in WINDOWS_AT[cell]:
            code = window[w]
            window[w] = code + unit
            change += WORTH[code + unit] - WORTH[code]
        self.balance += change
        self.key ^= KEYS[turn][cell]
        self.next_cell[x] = cell + 1
        self.discs += 1
        self.turn = -turn

    def pop(self):
        x, self.balance, self.key = self.undo_stack.pop()
        self.turn = -self.turn
        self.discs -= 1
        self.next_cell[x] -= 1
        unit, window = UNIT[self.turn], self.window
        for w in WINDOWS_AT[self.next_cell[x]]:
            window[w] -= unit

    def moves(self):
        nxt, top = self.next_cell, self.full_at
        return [x for x in CENTRE_FIRST if nxt[x] != top[x]]

    def wins_in(self, x, who):
        wanted, window = THREE[who], self.window
        return any([window[w] == wanted for w in WINDOWS_AT[self.next_cell[x]]])

    def relative_balance(self):
        return self.balance * self.turn


class Engine:
    def __init__(self, state, stop_at):
        self.state = state
        self.stop_at = stop_at
        self.calls = 0
        self.memory = {}
        self.cuts = {+1: [0] * WIDTH, -1: [0] * WIDTH}

    def negamax(self, left, low, high):
        self.calls += 1
        if not self.calls & CLOCK_EVERY and time.perf_counter() >= self.stop_at:
            raise OutOfTime()

        st = self.state
        me = st.turn
        todo = st.moves()
        if not todo:
            return 0

        blocks = []
        for x in todo:
            if st.wins_in(x, me):
                return MATE - (st.discs + 1)
            if st.wins_in(x, -me):
                blocks.append(x)
        if blocks:
            if len(blocks) >= 2:
                return st.discs + 2 - MATE
            todo = blocks
        elif left <= 0:
            return st.relative_balance()

        position = st.key ^ KEY_TURN if me < 0 else st.key
        remembered = None
        if position in self.memory:
            known_left, at_least, at_most, remembered = self.memory[position]
            if known_left >= left:
                if at_least >= high or at_least == at_most:
                    return at_least
                if at_most <= low:
                    return at_most

        if len(todo) > 1:
            cuts = self.cuts[me]
            todo.sort(key=cuts.__getitem__, reverse=True)
            if remembered is not None:
                todo.remove(remembered)
                todo.insert(0, remembered)

        top, top_move, bound = -MATE, todo[0], low
        for x in todo:
            st.push(x)
            got = -self.negamax(left - 1, -high, -bound)
            st.pop()
            if got <= top:
                continue
            top, top_move = got, x
            if got > bound:
                bound = got
                if got >= high:
                    self.cuts[me][x] += left * left
                    break

        if top >= high:
            self.memory[position] = (left, top, MATE, top_move)
        elif top <= low:
            self.memory[position] = (left, -MATE, top, top_move)
        else:
            self.memory[position] = (left, top, top, top_move)
        return top

    def one_pass(self, order, left):
        """Score all root moves to this depth; the new order, and the score of its first move."""
        st = self.state
        scored = []
        bound = -MATE
        for rank, x in enumerate(order):
            st.push(x)
            got = -self.negamax(left - 1, -MATE, -bound)
            st.pop()
            bound = max(bound, got)
            scored.append((-got, rank, x))
        scored.sort()
        return [x for _, _, x in scored], -scored[0][0]

    def think(self):
        order = self.state.moves()
        left = 0
        while left < N_CELLS - self.state.discs:
            left += 1
            try:
                order, value = self.one_pass(order, left)
            except OutOfTime:
                break           # the state is in the middle of a line, it is not used again
            if not -MATE_LIMIT < value < MATE_LIMIT:
                break
        return order[0]


def find_best_move(board: Board) -> int:
    stop_at = time.perf_counter() + THINKING_TIME
    state = State(board)
    columns = state.moves()
    for x in columns:
        if state.wins_in(x, +1):
            return x
    for x in columns:
        if state.wins_in(x, -1):
            return x
    return Engine(state, stop_at).think()
