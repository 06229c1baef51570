"""Connect Four with iterative deepening.

The heuristic is based on all winning combinations of the board. For every combination
we remember the number of discs of both players, and the total is corrected after each move.
"""
from kata.board import COLS, ROWS, Board

CELLS = ROWS * COLS
MAX_CALLS = 45000
WIN_SCORE = 1_000_000
INF = 2 * WIN_SCORE
VALUES = {0: 0, 1: 1, 2: 6, 3: 25, 4: 0}


def build_combinations():
    combos = []
    for row in range(ROWS):
        for col in range(COLS):
            start = row * COLS + col
            if col <= COLS - 4:
                combos.append((start, start + 1, start + 2, start + 3))
            if row <= ROWS - 4:
                combos.append((start, start + COLS, start + 2 * COLS, start + 3 * COLS))
                if col <= COLS - 4:
                    combos.append(tuple(start + i * (COLS + 1) for i in range(4)))
                if col >= 3:
                    combos.append(tuple(start + i * (COLS - 1) for i in range(4)))
    return combos


COMBINATIONS = build_combinations()
COMBOS_OF_CELL = {cell: [] for cell in range(CELLS)}
for number, combo in enumerate(COMBINATIONS):
    for cell in combo:
        COMBOS_OF_CELL[cell].append(number)

CENTER_FIRST = sorted(range(COLS), key=lambda col: (abs(col - 3), col))


def find_best_move(board: Board) -> int:
    me = board.current_player
    filled = [0] * COLS
    my_counts = [0] * len(COMBINATIONS)
    opp_counts = [0] * len(COMBINATIONS)
    calls = 0

    def add_disc(col, is_me):
        """Returns (change of my score, is it a win)."""
        cell = filled[col] * COLS + col
        filled[col] += 1
        if is_me:
            counts, enemy = my_counts, opp_counts
        else:
            counts, enemy = opp_counts, my_counts
        change = 0
        won = False
        for number in COMBOS_OF_CELL[cell]:
            have = counts[number]
            against = enemy[number]
            counts[number] += 1
            if against > 0 and have > 0:
                continue            # was dead already
            if against > 0:
                change += VALUES[against]
            else:
                change += VALUES[have + 1] - VALUES[have]
                won = won or have + 1 == 4
        return (change if is_me else -change), won

    def remove_disc(col, is_me):
        filled[col] -= 1
        counts = my_counts if is_me else opp_counts
        for number in COMBOS_OF_CELL[filled[col] * COLS + col]:
            counts[number] -= 1

    def negamax(remaining, alpha, beta, is_me, total):
        nonlocal calls
        calls += 1
        if calls > MAX_CALLS:
            raise TimeoutError
        discs = sum(filled)
        if discs == CELLS:
            return 0
        if remaining == 0:
            return total if is_me else -total
        for col in CENTER_FIRST:
            if filled[col] < ROWS:
                change, won = add_disc(col, is_me)
                if won:
                    result = WIN_SCORE - (discs + 1)
                else:
                    result = -negamax(remaining - 1, -beta, -alpha, not is_me, total + change)
                remove_disc(col, is_me)
                alpha = max(alpha, result)
                if alpha >= beta:
                    return alpha
        return alpha

    total = 0
    for row in range(ROWS):
        for col in range(COLS):
            owner = board.get_cell(row, col)
            if owner is not None:
                total += add_disc(col, owner == me)[0]

    candidates = [col for col in CENTER_FIRST if filled[col] < ROWS]
    max_depth = CELLS - sum(filled)
    depth = 0
    while depth < max_depth:
        best_col, best_result = None, -INF
        try:
            for col in candidates:
                change, won = add_disc(col, True)
                if won:
                    return col
                result = -negamax(depth, -INF, -best_result, False, total + change)
                remove_disc(col, True)
                if best_col is None or result > best_result:
                    best_col, best_result = col, result
        except TimeoutError:
            break
        candidates = [best_col] + [col for col in candidates if col != best_col]
        if abs(best_result) > WIN_SCORE // 2:
            break
        depth += 1
    return candidates[0]
