# Connect Four with the minimax algorithm and alpha-beta pruning.
# One function for my move (maximise) and one for the move of the opponent (minimise).
# The search is repeated with depth 1, 2, 3, ... until the time is over.

import time
from kata.board import Board

NUMBER_OF_ROWS = 6
NUMBER_OF_COLUMNS = 7
EMPTY = 0
ME = 1
OPPONENT = 2
TIME_LIMIT = 1.5
BIG = 1000

# middle columns first because they are usually better
COLUMN_ORDER = [3, 2, 4, 1, 5, 0, 6]

end_time = 0
time_is_over = False


def make_grid(board):
    grid = []
    for row in range(NUMBER_OF_ROWS):
        line = []
        for column in range(NUMBER_OF_COLUMNS):
            cell = board.get_cell(row, column)
            if cell is None:
                line.append(EMPTY)
            elif cell == board.current_player:
                line.append(ME)
            else:
                line.append(OPPONENT)
        grid.append(line)
    return grid


def is_winning_place(grid, row, column, player):
    """Would a disc of player at this place make four in a row?"""
    # vertical
    if row >= 3:
        if (grid[row - 1][column] == player and grid[row - 2][column] == player
                and grid[row - 3][column] == player):
            return True
    # horizontal
    line = grid[row]
    count = 1
    c = column - 1
    while c >= 0 and line[c] == player:
        count = count + 1
        c = c - 1
    c = column + 1
    while c < NUMBER_OF_COLUMNS and line[c] == player:
        count = count + 1
        c = c + 1
    if count >= 4:
        return True
    # diagonal up to the right
    count = 1
    r = row + 1
    c = column + 1
    while r < NUMBER_OF_ROWS and c < NUMBER_OF_COLUMNS and grid[r][c] == player:
        count = count + 1
        r = r + 1
        c = c + 1
    r = row - 1
    c = column - 1
    while r >= 0 and c >= 0 and grid[r][c] == player:
        count = count + 1
        r = r - 1
        c = c - 1
    if count >= 4:
        return True
    # diagonal up to the left
    count = 1
    r = row + 1
    c = column - 1
    while r < NUMBER_OF_ROWS and c >= 0 and grid[r][c] == player:
        count = count + 1
        r = r + 1
        c = c - 1
    r = row - 1
    c = column + 1
    while r >= 0 and c < NUMBER_OF_COLUMNS and grid[r][c] == player:
        count = count + 1
        r = r - 1
        c = c + 1
    return count >= 4


def can_win_now(grid, heights, player):
    for column in COLUMN_ORDER:
        if heights[column] < NUMBER_OF_ROWS:
            if is_winning_place(grid, heights[column], column, player):
                return True
    return False


def maximise(grid, heights, depth, alpha, beta):
    """Value of the position when it is my turn. Positive means that I win."""
    global time_is_over
    if can_win_now(grid, heights, ME):
        return BIG + depth          # a quick win has more depth left
    if depth <= 1 or time_is_over:
        return 0
    if time.time() > end_time:
        time_is_over = True
        return 0
    best = None
    for column in COLUMN_ORDER:
        row = heights[column]
        if row == NUMBER_OF_ROWS:
            continue
        grid[row][column] = ME
        heights[column] = row + 1
        value = minimise(grid, heights, depth - 1, alpha, beta)
        grid[row][column] = EMPTY
        heights[column] = row
        if best is None or value > best:
            best = value
        if best > alpha:
            alpha = best
        if alpha >= beta:
            break
    if best is None:                # board is full
        return 0
    return best


def minimise(grid, heights, depth, alpha, beta):
    """The same for the opponent, who wants a small value."""
    global time_is_over
    if can_win_now(grid, heights, OPPONENT):
        return -BIG - depth
    if depth <= 1 or time_is_over:
        return 0
    if time.time() > end_time:
        time_is_over = True
        return 0
    best = None
    for column in COLUMN_ORDER:
        row = heights[column]
        if row == NUMBER_OF_ROWS:
            continue
        grid[row][column] = OPPONENT
        heights[column] = row + 1
        value = maximise(grid, heights, depth - 1, alpha, beta)
        grid[row][column] = EMPTY
        heights[column] = row
        if best is None or value < best:
            best = value
        if best < beta:
            beta = best
        if alpha >= beta:
            break
    if best is None:
        return 0
    return best


def find_best_move(board: Board) -> int:
    global end_time, time_is_over
    end_time = time.time() + TIME_LIMIT
    time_is_over = False

    grid = make_grid(board)
    heights = [board.column_height(column) for column in range(NUMBER_OF_COLUMNS)]
    empty_places = NUMBER_OF_ROWS * NUMBER_OF_COLUMNS - sum(heights)

    # win at once
    for column in board.valid_moves():
        if is_winning_place(grid, heights[column], column, ME):
            return column

    best_column = board.valid_moves()[0]
    for depth in range(2, empty_places + 1):
        best_value = -10 * BIG
        best_in_this_round = None
        for column in COLUMN_ORDER:
            row = heights[column]
            if row == NUMBER_OF_ROWS:
                continue
            grid[row][column] = ME
            heights[column] = row + 1
            value = minimise(grid, heights, depth - 1, best_value, 10 * BIG)
            grid[row][column] = EMPTY
            heights[column] = row
            if value > best_value:
                best_value = value
                best_in_this_round = column
        if time_is_over:
            break                   # this round is not complete, use the one before
        best_column = best_in_this_round
        if best_value >= BIG or best_value <= -BIG:
            break                   # somebody wins, deeper search will not change it
    return best_column
