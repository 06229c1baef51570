"""Two integers hold the game: the stones of the side to move, and all stones."""

import time

WIDTH, HEIGHT = 7, 6
H1 = HEIGHT + 1
ORDER = (3, 2, 4, 1, 5, 0, 6)
BUDGET = 0.4

deadline = 0.0
table = {}


class OutOfTime(Exception):
    pass


def bottom(col):
    return 1 << (col * H1)


def top(col):
    return 1 << (col * H1 + HEIGHT - 1)


def four(stones):
    for step in (1, HEIGHT, H1, HEIGHT + 2):
        pairs = stones & (stones >> step)
        if pairs & (pairs >> 2 * step):
            return True
    return False


def find_best_move(board):
    global deadline
    deadline = time.monotonic() + BUDGET
    table.clear()
    position = mask = 0
    for col in range(WIDTH):
        for row in range(board.column_height(col)):
            bit = 1 << (col * H1 + row)
            mask |= bit
            if board.get_cell(row, col) is board.current_player:
                position |= bit
    choice = board.valid_moves()[0]
    for depth in range(1, 43 - mask.bit_count()):
        try:
            choice, score = best_of(position, mask, depth)
        except OutOfTime:
            break
        if score:
            break
    return choice


def best_of(position, mask, depth):
    best, choice = -1000, None
    for col in ORDER:
        if mask & top(col):
            continue
        new_mask = mask | (mask + bottom(col))
        if four(position | (new_mask ^ mask)):
            return col, 100
        score = -negamax(position ^ mask, new_mask, depth - 1, -1000, -best)
        if score > best:
            best, choice = score, col
    return choice, best


def negamax(position, mask, depth, alpha, beta):
    if time.monotonic() > deadline:
        raise OutOfTime
    free = [col for col in ORDER if not mask & top(col)]
    if depth == 0 or not free:
        return 0
    for col in free:
        stone = (mask + bottom(col)) & ~mask
        if four(position | stone):
            return 100 - mask.bit_count()
    key = position + mask
    known = table.get(key)
    if known is not None and known[0] >= depth:
        _, low, high = known
        if low >= beta:
            return low
        if high <= alpha:
            return high
        alpha, beta = max(alpha, low), min(beta, high)
    best, floor = -1000, alpha
    for col in free:
        score = -negamax(position ^ mask, mask | (mask + bottom(col)), depth - 1, -beta, -alpha)
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    low = best if best > floor else -1000
    high = best if best < beta else 1000
    table[key] = (depth, low, high)
    return best
