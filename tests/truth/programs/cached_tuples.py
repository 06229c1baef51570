from functools import lru_cache

EMPTY, X, O = ".", "x", "o"
COLS, ROWS = 7, 6


def find_best_move(board):
    rows = []
    for r in range(ROWS):
        cells = [board.get_cell(r, c) for c in range(COLS)]
        rows.append(
            "".join(EMPTY if s is None else X if s is board.current_player else O for s in cells)
        )
    state = "".join(rows)
    best_value, best_col = None, None
    for col in (3, 2, 4, 1, 5, 0, 6):
        child = drop(state, col, X)
        if child is None:
            continue
        value = -value_of(child, O, 4)
        if best_value is None or value > best_value:
            best_value, best_col = value, col
    return best_col


def drop(state, col, piece):
    for cell in range(col, COLS * ROWS, COLS):
        if state[cell] == EMPTY:
            return state[:cell] + piece + state[cell + 1 :]
    return None


LINES = [
    tuple((r + i * dr) * COLS + c + i * dc for i in range(4))
    for r in range(ROWS)
    for c in range(COLS)
    for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1))
    if r + 3 * dr < ROWS and 0 <= c + 3 * dc < COLS
]


def has_won(state, piece):
    return any(
        state[a] == piece and state[b] == piece and state[c] == piece and state[d] == piece
        for a, b, c, d in LINES
    )


@lru_cache(maxsize=None)
def value_of(state, piece, depth):
    """What the position is worth for `piece`, who is to move."""
    if has_won(state, O if piece == X else X):
        return -10 - depth
    if depth == 0:
        return 0
    children = [child for child in (drop(state, col, piece) for col in range(COLS)) if child]
    if not children:
        return 0
    return max(-value_of(child, O if piece == X else X, depth - 1) for child in children)
