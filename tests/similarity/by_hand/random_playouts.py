from kata.board import Board
from math import log, sqrt
import random

# Monte Carlo: simulate many random games and choose the move
# which was simulated the most

SIMULATIONS = 1400
ROWS = 6
COLUMNS = 7


def get_disc(grid, x, y):
    if x < 0 or x >= COLUMNS or y < 0 or y >= len(grid[x]):
        return 0
    return grid[x][y]


def check_four(grid, x):
    # checks the last disc in column x
    y = len(grid[x]) - 1
    player = grid[x][y]
    # vertical
    if y >= 3 and grid[x][y-1] == player and grid[x][y-2] == player and grid[x][y-3] == player:
        return True
    # horizontal and both diagonals
    for dy in (-1, 0, 1):
        count = 1
        i = 1
        while get_disc(grid, x + i, y + dy * i) == player:
            count += 1
            i += 1
        i = 1
        while get_disc(grid, x - i, y - dy * i) == player:
            count += 1
            i += 1
        if count >= 4:
            return True
    return False


def winning_move(grid, player):
    for x in range(COLUMNS):
        if len(grid[x]) < ROWS:
            grid[x].append(player)
            won = check_four(grid, x)
            grid[x].pop()
            if won:
                return x
    return None


def simulate(grid, player, rnd):
    grid = [column[:] for column in grid]
    possible = [x for x in range(COLUMNS) if len(grid[x]) < ROWS]
    first_move = True
    while possible:
        x = rnd.choice(possible)
        if first_move:
            first_move = False
            win = winning_move(grid, player)
            if win is not None:
                return player
            block = winning_move(grid, -player)
            if block is not None:
                x = block
        grid[x].append(player)
        if check_four(grid, x):
            return player
        if len(grid[x]) == ROWS:
            possible.remove(x)
        player = -player
    return 0


def convert_board(board):
    grid = []
    for x in range(COLUMNS):
        column = []
        for y in range(board.column_height(x)):
            if board.get_cell(y, x) == board.current_player:
                column.append(1)
            else:
                column.append(-1)
        grid.append(column)
    return grid


def find_best_move(board: Board) -> int:
    rnd = random.Random(2024)
    grid = convert_board(board)
    # win or block
    for player in (1, -1):
        x = winning_move(grid, player)
        if x is not None:
            return x
    moves = [x for x in (3, 2, 4, 1, 5, 0, 6) if len(grid[x]) < ROWS]
    points = {x: 0.0 for x in moves}
    visits = {x: 0 for x in moves}
    for i in range(SIMULATIONS):
        best_move, best_value = None, None
        for x in moves:
            if visits[x] < 3:
                best_move = x
                break
            value = points[x] / visits[x] + 1.1 * sqrt(log(i) / visits[x])
            if best_move is None or value > best_value:
                best_move, best_value = x, value
        grid[best_move].append(1)
        points[best_move] += simulate(grid, -1, rnd)
        visits[best_move] += 1
        grid[best_move].pop()
    return max(moves, key=lambda x: (visits[x], points[x]))
