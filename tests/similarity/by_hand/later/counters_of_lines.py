"""Adds up lines as discs come and go."""

POINTS = {0: 0, 1: 1, 2: 8, 3: 40, 4: 100_000}
ALL = []
OVER = {}

for row in range(6):
    for col in range(7):
        for up, right in [(1, -1), (1, 1), (1, 0), (0, 1)]:
            places = [(row + up * n, col + right * n) for n in range(4)]
            end_row, end_col = places[3]
            if 0 <= end_row < 6 and 0 <= end_col < 7:
                for place in places:
                    OVER.setdefault(place, []).append(len(ALL))
                ALL.append(places)


class Table:
    def __init__(self):
        self.ours = [0] * len(ALL)
        self.theirs = [0] * len(ALL)
        self.filled = [0, 0, 0, 0, 0, 0, 0]
        self.sum = 0

    def points(self, line):
        if self.ours[line] == 0:
            return -POINTS[self.theirs[line]]
        if self.theirs[line] == 0:
            return POINTS[self.ours[line]]
        return 0

    def change(self, place, who, amount):
        made = False
        side = self.theirs if who else self.ours
        for line in OVER[place]:
            old = self.points(line)
            side[line] = side[line] + amount
            self.sum = self.sum + self.points(line) - old
            if side[line] == 4:
                made = True
        return made

    def add(self, col, who):
        made = self.change((self.filled[col], col), who, 1)
        self.filled[col] += 1
        return made

    def remove(self, col, who):
        self.filled[col] -= 1
        self.change((self.filled[col], col), who, -1)


def search(table, who, left, low, high):
    if not left:
        return -table.sum if who else table.sum
    scores = []
    for col in [3, 4, 2, 5, 1, 6, 0]:
        if table.filled[col] < 6:
            if table.add(col, who):
                found = left + 10**6
            else:
                found = -search(table, 0 if who else 1, left - 1, -high, -low)
            table.remove(col, who)
            scores.append(found)
            low = max(low, max(scores))
            if low >= high:
                break
    return max(scores) if scores else 0


def find_best_move(board):
    table = Table()
    for col in range(7):
        for row in range(board.column_height(col)):
            table.add(col, 0 if board.get_cell(row, col) == board.current_player else 1)
    top = None
    for col in board.valid_moves():
        won = table.add(col, 0)
        found = 10**9 if won else -search(table, 1, 4, -(10**8), 10**8)
        table.remove(col, 0)
        rank = (found, -abs(3 - col), col)
        if top is None or rank > top:
            top = rank
    return top[2]
