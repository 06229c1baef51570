"""MTD(f): guesses the score and tests the guess with a window of nothing until the bounds meet."""

from collections import defaultdict

BOTTOM = 0b0000001000000100000010000001000000100000010000001
FULL = 0b0111111011111101111110111111011111101111110111111


def has_won(p):
    h, v = p & (p >> 7), p & (p >> 1)
    d, e = p & (p >> 8), p & (p >> 6)
    return bool(h & (h >> 14) or v & (v >> 2) or d & (d >> 16) or e & (e >> 12))


def moves_of(mask):
    possible = (mask + BOTTOM) & FULL
    while possible:
        bit = possible & -possible
        yield bit
        possible ^= bit


class Bounds:
    def __init__(self):
        self.table = defaultdict(lambda: [-100, 100])

    def with_memory(self, mine, theirs, depth, beta):
        low, high = self.table[mine, theirs, depth]
        if low >= beta:
            return low
        if high < beta:
            return high
        result = -100
        for bit in moves_of(mine | theirs):
            if has_won(mine | bit):
                score = 10 + depth
            elif depth == 1:
                score = 0
            else:
                score = -self.with_memory(theirs, mine | bit, depth - 1, 1 - beta)
            if score > result:
                result = score
                if result >= beta:
                    break
        if result == -100:
            result = 0
        self.table[mine, theirs, depth][0 if result >= beta else 1] = result
        return result

    def mtdf(self, mine, theirs, depth, guess):
        lower, upper = -100, 100
        while lower < upper:
            beta = guess + 1 if guess == lower else guess
            guess = self.with_memory(mine, theirs, depth, beta)
            if guess < beta:
                upper = guess
            else:
                lower = guess
        return guess


def find_best_move(board):
    mine = theirs = 0
    for cell in range(42):
        col, row = divmod(cell, 6)
        owner = board.get_cell(row, col)
        if owner == board.current_player:
            mine += 1 << (7 * col + row)
        elif owner:
            theirs += 1 << (7 * col + row)
    bounds = Bounds()
    scores = {}
    for bit in moves_of(mine | theirs):
        if has_won(mine | bit):
            return (bit.bit_length() - 1) // 7
        scores[(bit.bit_length() - 1) // 7] = -bounds.mtdf(theirs, mine | bit, 5, 0)
    return max(scores, key=lambda col: (scores[col], -abs(3 - col)))
