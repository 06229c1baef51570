"""Survey of random games: which cell, when it is mine, goes together with winning?

1. Sample N finished games from the position (fixed seed).
2. Per first move: smoothed win rate.
3. Per cell: win share when I own it minus win share when they own it ("swing").
4. Rank = rate + share of the swing of the landing cell - a share of the swing above it.
"""
import random
from collections import defaultdict
from itertools import product

from kata.board import Board

N_SAMPLES = 1400
PRIOR_WINS, PRIOR_GAMES = 2.0, 4.0
SWING_SHARE = 0.4
ABOVE_SHARE = 0.15

LINES_OF = defaultdict(list)
for (r, c), (dr, dc) in product(product(range(6), range(7)), ((0, 1), (1, 0), (1, 1), (1, -1))):
    cells = [(r + i * dr, c + i * dc) for i in range(4)]
    if all(0 <= rr < 6 and 0 <= cc < 7 for rr, cc in cells):
        for cell in cells:
            LINES_OF[cell].append([other for other in cells if other != cell])


def makes_four(owner, cell, side):
    return any(all(owner.get(o) == side for o in line) for line in LINES_OF[cell])


def sample_game(owner, heights, first, rng):
    """Play one game to its end; sides are +1 (me) and -1. Returns result and final owners."""
    owner, heights = dict(owner), list(heights)
    side, col = 1, first
    while True:
        cell = (heights[col], col)
        won = makes_four(owner, cell, side)
        owner[cell] = side
        heights[col] += 1
        if won:
            return side, owner
        open_cols = [c for c in range(7) if heights[c] < 6]
        if not open_cols:
            return 0, owner
        side = -side
        col = rng.choice(open_cols)


def survey(owner, heights, options, rng):
    by_move = {c: [PRIOR_WINS, PRIOR_GAMES] for c in options}
    by_cell = defaultdict(lambda: {1: [1.0, 2.0], -1: [1.0, 2.0]})
    for i in range(N_SAMPLES):
        first = options[i % len(options)]
        result, final = sample_game(owner, heights, first, rng)
        share = (result + 1) / 2
        by_move[first][0] += share
        by_move[first][1] += 1
        for cell, side in final.items():
            if cell not in owner:
                by_cell[cell][side][0] += share
                by_cell[cell][side][1] += 1
    rate = {c: w / n for c, (w, n) in by_move.items()}
    swing = {
        cell: rec[1][0] / rec[1][1] - rec[-1][0] / rec[-1][1] for cell, rec in by_cell.items()
    }
    return rate, swing


def find_best_move(board: Board) -> int:
    me = board.current_player
    heights = [board.column_height(c) for c in range(7)]
    owner = {}
    for c in range(7):
        for r in range(heights[c]):
            owner[(r, c)] = 1 if board.get_cell(r, c) is me else -1
    options = board.valid_moves()

    for side in (1, -1):
        for c in options:
            if makes_four(owner, (heights[c], c), side):
                return c

    # a move that hands over the cell above is not an option, unless nothing else is left
    sane = [
        c for c in options
        if heights[c] == 5 or not makes_four({**owner, (heights[c], c): 1}, (heights[c] + 1, c), -1)
    ]
    options = sane or options

    rng = random.Random(1000 * len(owner) + sum(h * k for k, h in enumerate(heights)))
    rate, swing = survey(owner, heights, options, rng)
    rank = {
        c: rate[c]
        + SWING_SHARE * swing.get((heights[c], c), 0.0)
        - ABOVE_SHARE * swing.get((heights[c] + 1, c), 0.0)
        for c in options
    }
    return max(sorted(rank), key=rank.get)
