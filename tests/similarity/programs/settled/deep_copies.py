"""Plain minimax on deep copies of the board, four plies: the first try of most people."""

import copy

MAX_DEPTH = 4


def get_score(board, player):
    winner = board.check_winner()
    if winner == player:
        return 1000
    if winner is not None:
        return -1000
    return 0


def minimax(board, depth, is_maximizing, player):
    score = get_score(board, player)
    if score != 0 or depth == 0 or board.is_full():
        return score
    scores = []
    for move in board.valid_moves():
        new_board = copy.deepcopy(board)
        new_board.drop_disc(move)
        scores.append(minimax(new_board, depth - 1, not is_maximizing, player))
    return max(scores) if is_maximizing else min(scores)


def find_best_move(board):
    """Try every column on a copy."""
    player = board.current_player
    best_score, best_move = -10000, None
    for move in board.valid_moves():
        new_board = copy.deepcopy(board)
        new_board.drop_disc(move)
        score = minimax(new_board, MAX_DEPTH - 1, False, player)
        if score > best_score:
            best_score, best_move = score, move
    return best_move
