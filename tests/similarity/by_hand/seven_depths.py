"""Looks one ply further each time."""

INFINITE = 10000


def all_lines():
    lines = []
    for r in range(6):
        for c in range(7):
            for dr, dc in [(1, -1), (1, 1), (1, 0), (0, 1)]:
                end_r, end_c = r + 3 * dr, c + 3 * dc
                if end_r >= 6 or end_c < 0 or end_c >= 7:
                    continue
                lines.append([(r + k * dr) * 7 + c + k * dc for k in range(4)])
    return lines


THROUGH = {}
for number in range(42):
    THROUGH[number] = [line for line in all_lines() if number in line]


class State:
    def __init__(self, board):
        self.discs = [0] * 42
        self.tops = []
        for c in range(7):
            h = board.column_height(c)
            self.tops.append(h)
            for r in range(h):
                mine = board.get_cell(r, c) == board.current_player
                self.discs[7 * r + c] = 1 if mine else -1
        self.history = [0] * 42

    def spot(self, c):
        return 7 * self.tops[c] + c

    def four(self, spot, who):
        for line in THROUGH[spot]:
            total = 0
            for each in line:
                total += self.discs[each]
            if total == who * 3:
                return True
        return False

    def put(self, c, who):
        self.discs[self.spot(c)] = who
        self.tops[c] += 1

    def take(self, c):
        self.tops[c] -= 1
        self.discs[self.spot(c)] = 0

    def free(self):
        return [c for c in range(7) if self.tops[c] != 6]

    def solve(self, who, left, lo, hi):
        columns = sorted(self.free(), key=lambda c: self.history[self.spot(c)], reverse=True)
        if any(self.four(self.spot(c), who) for c in columns):
            return left + 100
        if len(columns) == 0 or left == 1:
            return 0
        for c in columns:
            self.put(c, who)
            got = -self.solve(-who, left - 1, -hi, -lo)
            self.take(c)
            if hi <= got:
                self.history[self.spot(c)] += left**2
                return got
            if got > lo:
                lo = got
        return lo


def find_best_move(board):
    state = State(board)
    favourite = 3
    limit = 1
    while limit < 8:
        lo, leader = -INFINITE, None
        for c in sorted(state.free(), key=lambda c: (0 if c == favourite else 1, abs(3 - c))):
            if state.four(state.spot(c), 1):
                return c
            got = 0
            if limit != 1:
                state.put(c, 1)
                got = -state.solve(-1, limit - 1, -INFINITE, -lo)
                state.take(c)
            if lo < got:
                leader = c
                lo = got
        favourite = leader
        if lo > 50:
            return favourite
        limit += 1
    return favourite
