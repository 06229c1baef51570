"""Alpha-beta of seven plies, centre first, in which a four is counted for the side to move next."""

ORDER = [3, 2, 4, 1, 5, 0, 6]


def find_best_move(board):
    best, choice = -99999, None
    for col in ORDER:
        if col in board.valid_moves():
            board.drop_disc(col)
            value = -negamax(board, 6, -9999, 9999)
            board.undo_move()
            if value > best:
                best, choice = value, col
    return choice


def negamax(board, depth, alpha, beta):
    if board.check_winner() is not None:
        return 1000 + depth
    if depth == 0 or board.is_full():
        return 0
    best = -9999
    for col in ORDER:
        if col in board.valid_moves():
            board.drop_disc(col)
            best = max(best, -negamax(board, depth - 1, -beta, -alpha))
            board.undo_move()
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    return best
