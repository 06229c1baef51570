"""Negamax on two bitboards with a table and iterative deepening, stopped by the clock."""

import time

WIDTH, HEIGHT = 7, 6
COLUMN_ORDER = [3, 2, 4, 1, 5, 0, 6]
LIMIT = 1.5


class OutOfTime(Exception):
    pass


def alignment(pos):
    m = pos & (pos >> 7)
    if m & (m >> 14):
        return True
    m = pos & (pos >> 6)
    if m & (m >> 12):
        return True
    m = pos & (pos >> 8)
    if m & (m >> 16):
        return True
    m = pos & (pos >> 1)
    return bool(m & (m >> 2))


class Solver:
    def __init__(self):
        self.table = {}
        self.nodes = 0
        self.end = time.process_time() + LIMIT

    def negamax(self, position, mask, depth, alpha, beta):
        self.nodes += 1
        if self.nodes % 512 == 0 and time.process_time() > self.end:
            raise OutOfTime
        if alignment(position ^ mask):
            return -50 - depth
        if depth == 0 or mask.bit_count() == WIDTH * HEIGHT:
            return 0
        key = (position, mask)
        entry = self.table.get(key)
        hint = None
        if entry:
            entry_depth, flag, value, hint = entry
            if entry_depth >= depth:
                if flag == 0:
                    return value
                if flag > 0 and value >= beta:
                    return value
                if flag < 0 and value <= alpha:
                    return value
        original = alpha
        best, best_col = -1000, None
        order = COLUMN_ORDER if hint is None else [hint] + [c for c in COLUMN_ORDER if c != hint]
        for col in order:
            if mask & (1 << (5 + 7 * col)):
                continue
            new_mask = mask | (mask + (1 << (7 * col)))
            value = -self.negamax(position ^ mask, new_mask, depth - 1, -beta, -alpha)
            if value > best:
                best, best_col = value, col
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        flag = -1 if best <= original else 1 if best >= beta else 0
        self.table[key] = (depth, flag, best, best_col)
        return best


def find_best_move(board):
    """Deepen until somebody wins or the time is up."""
    position = mask = 0
    for col in range(WIDTH):
        for row in range(board.column_height(col)):
            mask |= 1 << (row + 7 * col)
            if board.get_cell(row, col) == board.current_player:
                position |= 1 << (row + 7 * col)
    solver = Solver()
    best = next(col for col in COLUMN_ORDER if col in board.valid_moves())
    try:
        for depth in range(1, 43 - mask.bit_count()):
            solver.table = {k: (0, v[1], v[2], v[3]) for k, v in solver.table.items()}
            score = solver.negamax(position, mask, depth, -1000, 1000)
            best = solver.table[(position, mask)][3]
            if abs(score) >= 50:
                break
    except OutOfTime:
        pass
    return best
