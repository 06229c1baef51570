"""Search with a score for the middle game."""

from math import inf
from random import choice, seed

FREE, US, THEM = 0, 1, 2
PLIES = 4
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (-1, 1)]


class Field:
    def __init__(self, rows):
        self.rows = rows

    def open_columns(self):
        top = self.rows[5]
        columns = []
        for c, cell in enumerate(top):
            if cell == FREE:
                columns.append(c)
        return columns

    def with_disc(self, c, who):
        rows = [list(row) for row in self.rows]
        for row in rows:
            if row[c] == FREE:
                row[c] = who
                break
        return Field(rows)

    def line(self, r, c, dr, dc):
        """Return four cells in a row, or nothing where they leave the field."""
        last_r, last_c = r + 3 * dr, c + 3 * dc
        if last_r < 0 or last_r >= 6 or last_c < 0 or last_c >= 7:
            return []
        return [self.rows[r + k * dr][c + k * dc] for k in range(4)]

    def lines(self):
        for r in range(6):
            for c in range(7):
                for dr, dc in DIRECTIONS:
                    cells = self.line(r, c, dr, dc)
                    if cells:
                        yield cells

    def has_four(self, who):
        for cells in self.lines():
            if cells.count(who) == 4:
                return True
        return False

    def rating(self, who):
        total = sum(3 for row in self.rows if row[3] == who)
        for cells in self.lines():
            total = total + rate_line(cells, who)
        return total


def rate_line(cells, who):
    rival = US if who != US else THEM
    ours, empty = cells.count(who), cells.count(FREE)
    points = 0
    if empty == 1 and cells.count(rival) == 3:
        points = points - 4
    if ours == 4:
        return points + 100
    if ours == 3 and empty == 1:
        return points + 5
    if ours == 2 and empty == 2:
        return points + 2
    return points


def evaluate(field, left):
    if field.has_four(US):
        return 100000000000
    if field.has_four(THEM):
        return -100000000000
    if not field.open_columns():
        return 0
    if left == 0:
        return field.rating(US)
    return None


def plan(field, left, low, high, our_turn):
    finished = evaluate(field, left)
    if finished is not None:
        return None, finished
    columns = field.open_columns()
    pick = choice(columns)
    result = -inf if our_turn else inf
    for c in columns:
        who = US if our_turn else THEM
        got = plan(field.with_disc(c, who), left - 1, low, high, not our_turn)[1]
        if our_turn:
            if got > result:
                pick, result = c, got
            low = max(low, result)
        else:
            if got < result:
                pick, result = c, got
            high = min(high, result)
        if low >= high:
            return pick, result
    return pick, result


def find_best_move(board):
    us = board.current_player
    rows = []
    for r in range(6):
        owners = [board.get_cell(r, c) for c in range(7)]
        rows.append([FREE if o is None else (US if o == us else THEM) for o in owners])
    seed(1)
    return plan(Field(rows), PLIES, -inf, inf, True)[0]
