"""My Connect Four solver.

The position is kept in two integers, one bit per disc (7 bits per column, the top one is never
used): `me` are the discs of the player who moves now, `opp` those of the other player.

For n = 1, 3, 5, ... the solver asks if a win within n plies can be forced: I need one move so that
whatever the opponent answers I can still win within n - 2 plies. The answers are stored in two
dictionaries so no position is solved twice.
"""

import time

from kata.board import COLS, ROWS, Board

HEIGHT = ROWS + 1
BOTTOM = sum(1 << HEIGHT * col for col in range(COLS))
ALL = BOTTOM * ((1 << ROWS) - 1)
TIME_LIMIT = 1.45


class OutOfTime(Exception):
    pass


def next_cells(me, opp):
    return (BOTTOM + (me | opp)) & ALL


def winning_cells(me, opp):
    # empty cells which would give `me` four in a row (also those that can't be played yet)
    result = (me << 1) & (me << 2) & (me << 3)
    for step in (HEIGHT, HEIGHT - 1, HEIGHT + 1):
        two = (me << step) & (me << 2 * step)
        result |= two & ((me << 3 * step) | (me >> step))
        two = (me >> step) & (me >> 2 * step)
        result |= two & ((me >> 3 * step) | (me << step))
    return result & ALL & ~(me | opp)


def split(mask):
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def count_lines():
    counts = {}
    for col in range(COLS):
        for row in range(ROWS):
            counts[1 << HEIGHT * col + row] = 0
    for start in list(counts):
        for step in (1, HEIGHT, HEIGHT - 1, HEIGHT + 1):
            four = [start << i * step for i in range(4)]
            if all(cell in counts for cell in four):
                for cell in four:
                    counts[cell] += 1
    return counts


LINE_COUNT = count_lines()


def ordered(mask):
    # best cells first: those that are part of many lines
    return sorted(split(mask), key=lambda bit: -LINE_COUNT[bit])


class Solver:
    def __init__(self, end):
        self.end = end
        self.yes = {}
        self.no = {}
        self.nodes = 0

    def can_win(self, me, opp, n):
        """Can the player to move force a win in n plies?"""
        moves = next_cells(me, opp)
        if winning_cells(me, opp) & moves:
            return True
        if not moves or n <= 1:
            return False
        threats = winning_cells(opp, me)
        must_block = threats & moves
        if must_block & (must_block - 1):
            return False  # two threats, can't stop both
        pos = (me, opp)
        if pos in self.yes and self.yes[pos] <= n:
            return True
        if pos in self.no and self.no[pos] >= n:
            return False
        self.nodes += 1
        if self.nodes % 100 == 0 and time.monotonic() > self.end:
            raise OutOfTime
        if must_block:
            moves = must_block
        moves &= ~(threats >> 1)  # don't play under a winning cell of the opponent
        for move in ordered(moves):
            if self.wins_after(me | move, opp, n):
                self.yes[pos] = n
                return True
        self.no[pos] = n
        return False

    def wins_after(self, me, opp, n):
        """`me` just moved. Does every answer of `opp` lose?"""
        moves = next_cells(me, opp)
        if not moves:
            return False
        wins = winning_cells(me, opp)
        threats = wins & moves
        if threats & (threats - 1):
            return True
        if threats:
            return self.can_win(me, opp | threats, n - 2)
        if n == 3:
            # only works if every answer gives me a winning cell on top of it
            for move in split(moves):
                if not wins & (move << 1):
                    return False
            return True
        for move in ordered(moves):
            if not self.can_win(me, opp | move, n - 2):
                return False
        return True


def to_column(bit):
    return (bit.bit_length() - 1) // HEIGHT


def read_board(board):
    me = opp = 0
    for col in range(COLS):
        for row in range(board.column_height(col)):
            bit = 1 << HEIGHT * col + row
            if board.get_cell(row, col) == board.current_player:
                me |= bit
            else:
                opp |= bit
    return me, opp


def find_best_move(board: Board) -> int:
    solver = Solver(time.monotonic() + TIME_LIMIT)
    me, opp = read_board(board)
    moves = next_cells(me, opp)
    win = winning_cells(me, opp) & moves
    if win:
        return to_column(win)

    good = ordered(moves)
    empty = ROWS * COLS - (me | opp).bit_count()
    try:
        n = 1
        while n < empty + 2:
            # throw away the moves that let the opponent win
            rest = [move for move in good if not solver.can_win(opp, me | move, n)]
            if not rest:
                break
            good = rest
            # is there a winning move among the rest?
            for move in good:
                if solver.wins_after(me | move, opp, n + 2):
                    return to_column(move)
            if len(good) == 1:
                break
            n += 2
    except OutOfTime:
        pass
    return to_column(good[0])
