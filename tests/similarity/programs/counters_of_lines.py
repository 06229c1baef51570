"""Every line of four has two counters that moves keep up to date, so the value is never far."""


class Lines:
    VALUE = (0, 1, 8, 40, 100_000)

    def __init__(self):
        self.of_cell = {(r, c): [] for r in range(6) for c in range(7)}
        self.counts = []
        for r in range(6):
            for c in range(7):
                for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    cells = [(r + k * dr, c + k * dc) for k in range(4)]
                    if cells[-1] in self.of_cell:
                        for cell in cells:
                            self.of_cell[cell].append(len(self.counts))
                        self.counts.append([0, 0])
        self.heights = [0] * 7
        self.total = 0

    def worth(self, number):
        a, b = self.counts[number]
        if a and b:
            return 0
        return self.VALUE[a] - self.VALUE[b]

    def put(self, col, side, by=1):
        if by < 0:
            self.heights[col] -= 1
        fours = False
        for number in self.of_cell[self.heights[col], col]:
            self.total -= self.worth(number)
            self.counts[number][side] += by
            self.total += self.worth(number)
            fours = fours or self.counts[number][side] == 4
        if by > 0:
            self.heights[col] += 1
        return fours


def explore(lines, side, plies, alpha, beta):
    if plies == 0:
        return lines.total * (1 - 2 * side)
    best = None
    for col in (3, 4, 2, 5, 1, 6, 0):
        if lines.heights[col] == 6:
            continue
        four = lines.put(col, side)
        score = 10**6 + plies if four else -explore(lines, 1 - side, plies - 1, -beta, -alpha)
        lines.put(col, side, by=-1)
        if best is None or score > best:
            best = score
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    return 0 if best is None else best


def find_best_move(board):
    lines = Lines()
    for row in range(6):
        for col in range(7):
            owner = board.get_cell(row, col)
            if owner is not None:
                lines.put(col, int(owner != board.current_player))
    scored = []
    for col in board.valid_moves():
        four = lines.put(col, 0)
        scored.append((10**9 if four else -explore(lines, 1, 4, -(10**8), 10**8), -abs(col - 3), col))
        lines.put(col, 0, by=-1)
    return max(scored)[-1]
