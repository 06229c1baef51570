"""A bandit for seven arms: random games where they are most wanted, on arrays of its own."""

from math import log, sqrt
from random import Random


def grid_of(board):
    sign = {board.current_player: 1, board.current_player.opponent: 2, None: 0}
    return [[sign[board.get_cell(r, c)] for c in range(7)] for r in range(6)]


def run_length(grid, r, c, dr, dc):
    n = 0
    who = grid[r][c]
    r, c = r + dr, c + dc
    while 0 <= r < 6 and 0 <= c < 7 and grid[r][c] == who:
        n += 1
        r, c = r + dr, c + dc
    return n


def wins_here(grid, r, c):
    return any(
        run_length(grid, r, c, dr, dc) + run_length(grid, r, c, -dr, -dc) >= 3
        for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1))
    )


def simulate(grid, c, who, rng):
    heights = [sum(1 for r in range(6) if grid[r][k]) for k in range(7)]
    left = 42 - sum(heights)
    while True:
        r = heights[c]
        grid[r][c] = who
        heights[c] += 1
        left -= 1
        if wins_here(grid, r, c):
            return 1.0 if who == 1 else 0.0
        if not left:
            return 0.5
        who = 3 - who
        c = rng.randrange(7)
        while heights[c] == 6:
            c = rng.randrange(7)


class Arm:
    def __init__(self, column):
        self.column, self.pulls, self.reward = column, 0, 0.0

    def bound(self, total):
        if not self.pulls:
            return float("inf")
        return self.reward / self.pulls + sqrt(2 * log(total) / self.pulls)


def find_best_move(board):
    rng = Random(11)
    arms = [Arm(column) for column in board.valid_moves()]
    start = grid_of(board)
    for total in range(1, 301):
        arm = max(arms, key=lambda each: each.bound(total))
        arm.reward += simulate([row[:] for row in start], arm.column, 1, rng)
        arm.pulls += 1
    return max(arms, key=lambda each: each.pulls).column
