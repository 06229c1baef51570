"""Negamax over tuples with lru_cache: functional style, as in puzzle blogs; five plies."""

from functools import lru_cache

SIZE = 7
TOP = 6


def find_best_move(board):
    """Turn the board into a tuple of strings, one a column, and maximise."""
    state = tuple(
        "".join(
            "x" if board.get_cell(row, col) == board.current_player else "o"
            for row in range(board.column_height(col))
        )
        for col in range(SIZE)
    )
    outcomes = {col: -negamax(play(state, col), 5) for col in moves(state)}
    return max(outcomes, key=lambda col: (outcomes[col], -abs(col - 3)))


def moves(state):
    return [col for col in range(SIZE) if len(state[col]) < TOP]


SWAP = str.maketrans("xo", "ox")


def play(state, col):
    """Drop a disc for x and look at the board from the other side."""
    after = state[:col] + (state[col] + "x",) + state[col + 1 :]
    return tuple(column.translate(SWAP) for column in after)


def at(state, col, row):
    return state[col][row : row + 1] if 0 <= col < SIZE and row >= 0 else ""


def lost(state):
    """Tell whether o, who moved last, has four."""
    for col in range(SIZE):
        for row in range(len(state[col])):
            for dc, dr in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if all(at(state, col + i * dc, row + i * dr) == "o" for i in range(4)):
                    return True
    return False


@lru_cache(maxsize=None)
def negamax(state, depth):
    if lost(state):
        return -1 - depth
    if depth <= 1 or not moves(state):
        return 0
    return max(-negamax(play(state, col), depth - 1) for col in moves(state))
