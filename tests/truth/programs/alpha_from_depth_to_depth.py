import math

ORDER = (3, 2, 4, 1, 5, 0, 6)


def find_best_move(board):
    best_move = board.valid_moves()[0]
    alpha = -math.inf
    for depth in range(1, 8):
        for col in ORDER:
            if col not in board.valid_moves():
                continue
            board.drop_disc(col)
            score = -search(board, depth - 1, -math.inf, -alpha)
            board.undo_move()
            if score > alpha:
                alpha = score
                best_move = col
    return best_move


def search(board, depth, alpha, beta):
    if board.check_winner() is not None:
        return -1000 - depth
    if depth == 0 or board.is_full():
        return 0
    best = -math.inf
    for col in ORDER:
        if col not in board.valid_moves():
            continue
        board.drop_disc(col)
        best = max(best, -search(board, depth - 1, -beta, -max(alpha, best)))
        board.undo_move()
        if best >= beta:
            break
    return best
