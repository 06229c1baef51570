# Connect 4 AI
# negamax with iterative deepening, every possible four has a counter per player
# so that I don't have to scan the board for the evaluation.

import random
import time
from kata.board import Board, ROWS, COLS

TIME_LIMIT = 1.5
WIN = 100000
WIN_LIMIT = WIN - 100
WEIGHTS = [0, 1, 6, 25, 0]

EXACT = 0
LOWER = 1
UPPER = 2


class OutOfTime(Exception):
    pass


def make_fours():
    result = [[] for _ in range(ROWS * COLS)]
    n = 0
    for row in range(ROWS):
        for col in range(COLS):
            for dy, dx in ((0, 1), (1, 0), (1, 1), (-1, 1)):
                last_row = row + 3 * dy
                last_col = col + 3 * dx
                if 0 <= last_row < ROWS and 0 <= last_col < COLS:
                    for k in range(4):
                        result[(row + k * dy) * COLS + col + k * dx].append(n)
                    n += 1
    return result


FOURS = make_fours()  # cell -> indices of the fours containing it
NUM_FOURS = 69

rand = random.Random(77)
HASHES = [[rand.getrandbits(64) for _ in range(ROWS * COLS)] for _ in range(2)]


class Solver:
    def __init__(self, board):
        self.counters = [[0] * NUM_FOURS, [0] * NUM_FOURS]
        self.heights = [0] * COLS
        self.eval = 0  # positive = good for player 0 (the one to move at the start)
        self.hash = 0
        self.stones = 0
        self.visited = 0
        self.end_time = 0
        self.cache = {}
        self.hist = [[min(c, 6 - c) + min(r, 5 - r) for r in range(ROWS) for c in range(COLS)]
                     for _ in range(2)]
        for c in range(COLS):
            for r in range(board.column_height(c)):
                if board.get_cell(r, c) is board.current_player:
                    self.make_move(c, 0)
                else:
                    self.make_move(c, 1)

    def make_move(self, col, player):
        pos = self.heights[col] * COLS + col
        mine = self.counters[player]
        other = self.counters[1 - player]
        diff = 0
        for f in FOURS[pos]:
            k = mine[f]
            if other[f] == 0:
                diff += WEIGHTS[k + 1] - WEIGHTS[k]
            elif k == 0:
                diff += WEIGHTS[other[f]]
            mine[f] = k + 1
        if player == 0:
            self.eval += diff
        else:
            self.eval -= diff
        self.heights[col] += 1
        self.hash ^= HASHES[player][pos]
        self.stones += 1

    def undo_move(self, col, player, old_eval):
        self.heights[col] -= 1
        pos = self.heights[col] * COLS + col
        mine = self.counters[player]
        for f in FOURS[pos]:
            mine[f] -= 1
        self.eval = old_eval
        self.hash ^= HASHES[player][pos]
        self.stones -= 1

    def is_win(self, col, player):
        mine = self.counters[player]
        for f in FOURS[self.heights[col] * COLS + col]:
            if mine[f] == 3:
                return True
        return False

    def get_moves(self, player, best_first=None):
        h = self.hist[player]
        moves = [c for c in range(COLS) if self.heights[c] < ROWS]
        moves.sort(key=lambda c: -h[self.heights[c] * COLS + c])
        if best_first is not None and best_first in moves:
            moves.remove(best_first)
            moves.insert(0, best_first)
        return moves

    def search(self, player, depth, ply, alpha, beta):
        # returns (score, column)
        self.visited += 1
        if self.visited % 256 == 0 and time.perf_counter() > self.end_time:
            raise OutOfTime
        if self.stones == ROWS * COLS:
            return 0, -1
        moves = self.get_moves(player)

        # can I win right now?
        for col in moves:
            if self.is_win(col, player):
                return WIN - ply - 1, col
        # do I have to block?
        blocks = [col for col in moves if self.is_win(col, 1 - player)]
        if len(blocks) > 1:
            return -(WIN - ply - 2), blocks[0]
        if depth <= 0 and not blocks:
            if player == 0:
                return self.eval, moves[0]
            return -self.eval, moves[0]

        tt_move = None
        if self.hash in self.cache:
            tt_depth, flag, value, tt_move = self.cache[self.hash]
            if tt_depth == depth and ply > 0 and abs(value) < WIN_LIMIT:
                if flag == EXACT:
                    return value, tt_move
                if flag == LOWER and value >= beta:
                    return value, tt_move
                if flag == UPPER and value <= alpha:
                    return value, tt_move
        if blocks:
            moves = blocks
        else:
            moves = self.get_moves(player, tt_move)

        best_value = -WIN * 2
        best_move = moves[0]
        old_alpha = alpha
        for col in moves:
            old_eval = self.eval
            pos = self.heights[col] * COLS + col
            self.make_move(col, player)
            try:
                value = -self.search(1 - player, depth - 1, ply + 1, -beta, -alpha)[0]
            finally:
                self.undo_move(col, player, old_eval)
            if value > best_value:
                best_value = value
                best_move = col
                if value > alpha:
                    alpha = value
                if alpha >= beta:
                    self.hist[player][pos] += max(depth, 1) ** 2
                    break

        if best_value >= beta:
            flag = LOWER
        elif best_value <= old_alpha:
            flag = UPPER
        else:
            flag = EXACT
        self.cache[self.hash] = (depth, flag, best_value, best_move)
        return best_value, best_move


def find_best_move(board: Board) -> int:
    solver = Solver(board)
    solver.end_time = time.perf_counter() + TIME_LIMIT
    best = solver.get_moves(0)[0]
    try:
        for depth in range(1, ROWS * COLS - solver.stones + 1):
            value, best = solver.search(0, depth, 0, -WIN * 2, WIN * 2)
            if abs(value) >= WIN_LIMIT:
                break
    except OutOfTime:
        pass
    return best
