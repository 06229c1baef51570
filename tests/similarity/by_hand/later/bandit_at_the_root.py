"""Spends its playouts where the bound is highest."""

import math
import random

PATHS = [(0, 1), (1, 0), (1, 1), (1, -1)]
EXPLORE = 2


class Cells:
    def __init__(self, rows):
        self.rows = [list(row) for row in rows]

    def inside(self, r, c):
        return r >= 0 and r < 6 and c >= 0 and c < 7

    def top(self, c):
        n = 0
        for r in range(6):
            if self.rows[r][c] != 0:
                n += 1
        return n

    def same(self, r, c, dr, dc):
        who, n = self.rows[r][c], 0
        while True:
            r += dr
            c += dc
            if not self.inside(r, c) or self.rows[r][c] != who:
                return n
            n += 1

    def is_won(self, r, c):
        for dr, dc in PATHS:
            one_way = self.same(r, c, dr, dc)
            if one_way + self.same(r, c, -dr, -dc) > 2:
                return True
        return False


def from_board(board):
    rows = []
    for r in range(6):
        row = []
        for c in range(7):
            owner = board.get_cell(r, c)
            if owner is None:
                row.append(0)
            elif owner == board.current_player:
                row.append(1)
            else:
                row.append(2)
        rows.append(row)
    return rows


def finish(rows, c, rng):
    cells = Cells(rows)
    tops = [cells.top(k) for k in range(7)]
    turn = 1
    free = 42 - sum(tops)
    while free > 0:
        r = tops[c]
        cells.rows[r][c] = turn
        tops[c] = r + 1
        free = free - 1
        if cells.is_won(r, c):
            if turn == 1:
                return 1.0
            return 0.0
        if free > 0:
            turn = 2 if turn == 1 else 1
            while True:
                c = rng.randrange(7)
                if tops[c] < 6:
                    break
    return 0.5


def bound(tries, won, total):
    if tries == 0:
        return math.inf
    return won / tries + math.sqrt(EXPLORE * math.log(total) / tries)


def find_best_move(board):
    rng = random.Random(11)
    rows = from_board(board)
    columns = board.valid_moves()
    tries = dict.fromkeys(columns, 0)
    won = dict.fromkeys(columns, 0.0)
    total = 1
    while total <= 300:
        pick = columns[0]
        for c in columns:
            if bound(tries[c], won[c], total) > bound(tries[pick], won[pick], total):
                pick = c
        won[pick] += finish(rows, pick, rng)
        tries[pick] += 1
        total += 1
    best = columns[0]
    for c in columns:
        if tries[c] > tries[best]:
            best = c
    return best
