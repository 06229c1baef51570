# Connect Four player: alpha-beta on bitboards with a hash table and iterative deepening.
# A position is (mine, all): the discs of the player to move and all discs. Every column takes
# 7 bits, the top one is always empty.

import time

from kata.board import Board

COLS = 7
ROWS = 6
STEP = 7
TIME = 1.5
WIN = 1000

BOTTOM = 0
for i in range(COLS):
    BOTTOM |= 1 << (STEP * i)
ALL = BOTTOM * 63
COLUMN = [63 << (STEP * i) for i in range(COLS)]
CENTER_FIRST = [3, 2, 4, 1, 5, 0, 6]


class OutOfTime(Exception):
    pass


def read_board(board):
    mine = 0
    filled = 0
    for col in range(COLS):
        for row in range(board.column_height(col)):
            cell = 1 << (STEP * col + row)
            filled |= cell
            if board.get_cell(row, col) == board.current_player:
                mine |= cell
    return mine, filled


def to_column(cell):
    return (cell.bit_length() - 1) // STEP


def threats(x, filled):
    # all empty cells where x would get four in a row
    res = (x << 1) & (x << 2) & (x << 3)
    for d in (6, 7, 8):
        two = (x << d) & (x << 2 * d)
        res |= two & (x << 3 * d)
        res |= two & (x >> d)
        two = (x >> d) & (x >> 2 * d)
        res |= two & (x << d)
        res |= two & (x >> 3 * d)
    return res & (ALL ^ filled)


def evaluate(mine, other, filled):
    score = 6 * (threats(mine, filled).bit_count() - threats(other, filled).bit_count())
    score += 2 * ((mine & COLUMN[3]).bit_count() - (other & COLUMN[3]).bit_count())
    side = COLUMN[2] | COLUMN[4]
    score += (mine & side).bit_count() - (other & side).bit_count()
    return score


def good_moves(mine, filled):
    # returns (can I win at once, moves after which the other can't win at once)
    possible = (filled + BOTTOM) & ALL
    if threats(mine, filled) & possible:
        return True, 0
    danger = threats(mine ^ filled, filled)
    must = danger & possible
    if must:
        if must & (must - 1):
            return False, 0     # two threats, can't stop both
        possible = must
    return False, possible & ~(danger >> 1)


def order_moves(mine, filled, possible, hash_move):
    moves = []
    for i, col in enumerate(CENTER_FIRST):
        cell = possible & COLUMN[col]
        if cell:
            if cell == hash_move:
                value = 99
            else:
                value = threats(mine | cell, filled | cell).bit_count()
            moves.append((-value, i, cell))
    moves.sort()
    return [m[2] for m in moves]


class Solver:
    def __init__(self, end):
        self.end = end
        self.table = {}
        self.nodes = 0

    def negamax(self, mine, filled, depth, ply, alpha, beta):
        self.nodes += 1
        if self.nodes % 512 == 0 and time.perf_counter() > self.end:
            raise OutOfTime
        if filled == ALL:
            return 0
        win, possible = good_moves(mine, filled)
        if win:
            return WIN - ply - 1
        if possible == 0:
            return ply + 2 - WIN
        if depth <= 0:
            return evaluate(mine, mine ^ filled, filled)

        old_alpha = alpha
        hash_move = 0
        key = (mine, filled)
        if key in self.table:
            old_depth, value, kind, hash_move = self.table[key]
            if old_depth >= depth:
                if kind == "exact":
                    return value
                if kind == "lower":
                    alpha = max(alpha, value)
                else:
                    beta = min(beta, value)
                if alpha >= beta:
                    return value

        best = -WIN
        best_move = 0
        for cell in order_moves(mine, filled, possible, hash_move):
            value = -self.negamax(mine ^ filled, filled | cell, depth - 1, ply + 1, -beta, -alpha)
            if value > best:
                best = value
                best_move = cell
            alpha = max(alpha, best)
            if alpha >= beta:
                break

        if best >= beta:
            kind = "lower"
        elif best <= old_alpha:
            kind = "upper"
        else:
            kind = "exact"
        self.table[key] = (depth, best, kind, best_move)
        return best


def find_best_move(board: Board) -> int:
    solver = Solver(time.perf_counter() + TIME)
    mine, filled = read_board(board)
    possible = (filled + BOTTOM) & ALL

    # win, or stop the other from winning
    for x in (mine, mine ^ filled):
        cells = threats(x, filled) & possible
        if cells:
            return to_column(cells)

    safe = good_moves(mine, filled)[1]
    if safe:
        possible = safe
    moves = order_moves(mine, filled, possible, 0)
    answer = moves[0]
    if len(moves) == 1:
        return to_column(answer)

    empty = (ALL ^ filled).bit_count()
    try:
        for depth in range(2, empty + 1):
            alpha = -WIN
            best = moves[0]
            for cell in moves:
                value = -solver.negamax(mine ^ filled, filled | cell, depth - 1, 1, -WIN, -alpha)
                if value > alpha:
                    alpha = value
                    best = cell
            answer = best
            if abs(alpha) > WIN - 50:
                break
            moves.remove(best)
            moves.insert(0, best)
    except OutOfTime:
        pass
    return to_column(answer)
