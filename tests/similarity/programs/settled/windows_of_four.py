"""Minimax with alpha-beta over a grid, and points for windows of four: the classic of the videos."""

import math
import random

ROWS, COLS, DEPTH = 6, 7, 4
EMPTY, AI, HUMAN = 0, 1, 2


def find_best_move(board):
    """Copy the board into a grid of numbers and ask minimax for the column."""
    me = board.current_player
    grid = []
    for row in range(ROWS):
        cells = []
        for col in range(COLS):
            owner = board.get_cell(row, col)
            cells.append(EMPTY if owner is None else AI if owner == me else HUMAN)
        grid.append(cells)
    random.seed(1)
    col, score = minimax(grid, DEPTH, -math.inf, math.inf, True)
    return col


def valid_locations(grid):
    return [col for col in range(COLS) if grid[ROWS - 1][col] == EMPTY]


def next_open_row(grid, col):
    for row in range(ROWS):
        if grid[row][col] == EMPTY:
            return row


def winning_move(grid, piece):
    for row in range(ROWS):
        for col in range(COLS):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (-1, 1)):
                cells = [(row + i * dr, col + i * dc) for i in range(4)]
                if all(0 <= r < ROWS and 0 <= c < COLS for r, c in cells) and all(
                    grid[r][c] == piece for r, c in cells
                ):
                    return True
    return False


def evaluate_window(window, piece):
    other = HUMAN if piece == AI else AI
    score = 0
    if window.count(piece) == 4:
        score += 100
    elif window.count(piece) == 3 and window.count(EMPTY) == 1:
        score += 5
    elif window.count(piece) == 2 and window.count(EMPTY) == 2:
        score += 2
    if window.count(other) == 3 and window.count(EMPTY) == 1:
        score -= 4
    return score


def score_position(grid, piece):
    score = 3 * [row[COLS // 2] for row in grid].count(piece)
    for row in range(ROWS):
        for col in range(COLS):
            if col + 3 < COLS:
                score += evaluate_window([grid[row][col + i] for i in range(4)], piece)
            if row + 3 < ROWS:
                score += evaluate_window([grid[row + i][col] for i in range(4)], piece)
            if col + 3 < COLS and row + 3 < ROWS:
                score += evaluate_window([grid[row + i][col + i] for i in range(4)], piece)
                score += evaluate_window([grid[row + 3 - i][col + i] for i in range(4)], piece)
    return score


def minimax(grid, depth, alpha, beta, maximizing_player):
    locations = valid_locations(grid)
    if winning_move(grid, AI):
        return None, 100000000000
    if winning_move(grid, HUMAN):
        return None, -100000000000
    if not locations:
        return None, 0
    if depth == 0:
        return None, score_position(grid, AI)
    column = random.choice(locations)
    if maximizing_player:
        value = -math.inf
        for col in locations:
            copy = [row[:] for row in grid]
            copy[next_open_row(copy, col)][col] = AI
            new_score = minimax(copy, depth - 1, alpha, beta, False)[1]
            if new_score > value:
                value = new_score
                column = col
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return column, value
    value = math.inf
    for col in locations:
        copy = [row[:] for row in grid]
        copy[next_open_row(copy, col)][col] = HUMAN
        new_score = minimax(copy, depth - 1, alpha, beta, True)[1]
        if new_score < value:
            value = new_score
            column = col
        beta = min(beta, value)
        if alpha >= beta:
            break
    return column, value
