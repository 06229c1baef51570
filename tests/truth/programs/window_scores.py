import math

ROW_COUNT = 6
COLUMN_COUNT = 7
WINDOW_LENGTH = 4
EMPTY = 0
PLAYER_PIECE = 1
AI_PIECE = 2


def find_best_move(board):
    grid = [[EMPTY] * COLUMN_COUNT for _ in range(ROW_COUNT)]
    for r in range(ROW_COUNT):
        for c in range(COLUMN_COUNT):
            cell = board.get_cell(r, c)
            if cell is not None:
                grid[r][c] = AI_PIECE if cell is board.current_player else PLAYER_PIECE
    column, _ = minimax(grid, 4, -math.inf, math.inf, True)
    return column


def open_columns(grid):
    return [c for c in range(COLUMN_COUNT) if grid[ROW_COUNT - 1][c] == EMPTY]


def next_open_row(grid, col):
    for r in range(ROW_COUNT):
        if grid[r][col] == EMPTY:
            return r
    return None


def all_windows(grid):
    for r in range(ROW_COUNT):
        for c in range(COLUMN_COUNT):
            if c + 3 < COLUMN_COUNT:
                yield [grid[r][c + i] for i in range(WINDOW_LENGTH)]
            if r + 3 < ROW_COUNT:
                yield [grid[r + i][c] for i in range(WINDOW_LENGTH)]
            if r + 3 < ROW_COUNT and c + 3 < COLUMN_COUNT:
                yield [grid[r + i][c + i] for i in range(WINDOW_LENGTH)]
                yield [grid[r + 3 - i][c + i] for i in range(WINDOW_LENGTH)]


def is_winning(grid, piece):
    return any(window.count(piece) == 4 for window in all_windows(grid))


def evaluate_window(window, piece):
    opponent = PLAYER_PIECE if piece == AI_PIECE else AI_PIECE
    if window.count(piece) == 3 and window.count(EMPTY) == 1:
        return 5
    if window.count(piece) == 2 and window.count(EMPTY) == 2:
        return 2
    if window.count(opponent) == 3 and window.count(EMPTY) == 1:
        return -4
    return 0


def score_position(grid, piece):
    centre = [grid[r][COLUMN_COUNT // 2] for r in range(ROW_COUNT)]
    score = centre.count(piece) * 3
    for window in all_windows(grid):
        score += evaluate_window(window, piece)
    return score


def minimax(grid, depth, alpha, beta, maximizing):
    columns = open_columns(grid)
    if is_winning(grid, AI_PIECE):
        return None, 100000 + depth
    if is_winning(grid, PLAYER_PIECE):
        return None, -100000 - depth
    if not columns:
        return None, 0
    if depth == 0:
        return None, score_position(grid, AI_PIECE)

    best_column = columns[0]
    value = -math.inf if maximizing else math.inf
    for col in columns:
        child = [row[:] for row in grid]
        child[next_open_row(child, col)][col] = AI_PIECE if maximizing else PLAYER_PIECE
        new_score = minimax(child, depth - 1, alpha, beta, not maximizing)[1]
        if maximizing and new_score > value:
            value, best_column = new_score, col
            alpha = max(alpha, value)
        elif not maximizing and new_score < value:
            value, best_column = new_score, col
            beta = min(beta, value)
        if alpha >= beta:
            break
    return best_column, value
