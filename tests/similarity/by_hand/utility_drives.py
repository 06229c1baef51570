from math import exp
from kata.board import Board

# Weights for the 8 features of a move, there are three play styles
ATTACK = [900.0, 400.0, -300.0, 40.0, 18.0, 14.0, 6.0, -3.0]
NORMAL = [900.0, 450.0, -350.0, 26.0, 34.0, 9.0, 4.0, -1.0]
DEFEND = [900.0, 500.0, -380.0, 20.0, 45.0, 5.0, 8.0, 2.0]


def find_best_move(board: Board) -> int:
    weights = choose_style(board)
    best_col = None
    best_score = None
    for col in board.valid_moves():
        score = (rate_move(board, col, weights), -abs(col - 3))
        if best_score is None or score > best_score:
            best_score = score
            best_col = col
    return best_col


def choose_style(board):
    player = board.current_player
    difference = len(find_threats(board, player)) - len(find_threats(board, player.opponent))
    if difference < 0:
        return DEFEND
    number_of_discs = 0
    for c in range(7):
        number_of_discs += board.column_height(c)
    if difference > 1 or number_of_discs < 14:
        return ATTACK
    return NORMAL


def rate_move(board, col, weights):
    player = board.current_player
    opponent = player.opponent
    row = board.column_height(col)
    own_lines = line_lengths(board, row, col, player)
    opp_lines = line_lengths(board, row, col, opponent)
    free = count_free(board, row, col)
    opp_threats1 = len(find_threats(board, opponent))

    board.drop_disc(col)
    gives_win = False
    loses_win = False
    if row < 5:
        gives_win = max(line_lengths(board, row + 1, col, opponent)) == 4
        loses_win = max(line_lengths(board, row + 1, col, player)) == 4
    threats = find_threats(board, player)
    direct = 0
    for (r, c) in threats:
        if board.column_height(c) == r:
            direct += 1
    opp_threats2 = len(find_threats(board, opponent))
    board.undo_move()

    features = [0.0] * 8
    if max(own_lines) == 4:
        features[0] = 1.0
    if max(opp_lines) == 4:
        features[1] = 1.0
    if gives_win:
        features[2] = 1.0
    elif loses_win and direct < 2:
        features[2] = 0.15
    features[3] = 0.25 * len(threats)
    if direct > 1:
        features[3] += 2.0
    features[3] = min(1.0, features[3])
    features[3] += (sum(n - 1 for n in own_lines) / 12) ** 2
    x = min(1.0, sum(n - 1 for n in opp_lines) / 8)
    features[4] = 1 - (1 - x) ** 2 + 0.3 * (opp_threats1 - opp_threats2)
    features[5] = exp(-((col - 3) / 2.2) ** 2)
    features[6] = 1 - (1 - free) ** 2
    features[7] = row / 5

    total = 0
    for i in range(8):
        total += weights[i] * features[i]
    return total


def find_threats(board, player):
    # all empty places that give 4 in a row
    result = []
    for c in range(7):
        for r in range(board.column_height(c), 6):
            if max(line_lengths(board, r, c, player)) == 4:
                result.append((r, c))
    return result


def line_lengths(board, row, col, player):
    result = []
    for dr, dc in [(0, 1), (1, 0), (1, 1), (-1, 1)]:
        length = 1
        for s in [1, -1]:
            i = 1
            while is_disc(board, row + s * i * dr, col + s * i * dc, player):
                length += 1
                i += 1
        result.append(min(length, 4))
    return result


def is_disc(board, row, col, player):
    if row < 0 or row > 5 or col < 0 or col > 6:
        return False
    return board.get_cell(row, col) == player


def count_free(board, row, col):
    n = 0
    for r in range(row - 1, row + 2):
        for c in range(col - 1, col + 2):
            if 0 <= r < 6 and 0 <= c < 7 and board.get_cell(r, c) is None:
                n += 1
    return n / 8
