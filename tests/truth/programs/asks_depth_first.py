def find_best_move(board):
    best, move = -5, None
    for col in (3, 2, 4, 1, 5, 0, 6):
        if col in board.valid_moves():
            board.drop_disc(col)
            value = -negamax(board, 5, -5, -best)
            board.undo_move()
            if value > best:
                best, move = value, col
    return move


def negamax(board, depth, alpha, beta):
    if depth == 0:
        return 0
    if board.check_winner():
        return -1 - depth / 100
    if board.is_full():
        return 0
    for col in (3, 2, 4, 1, 5, 0, 6):
        if col in board.valid_moves():
            board.drop_disc(col)
            alpha = max(alpha, -negamax(board, depth - 1, -beta, -alpha))
            board.undo_move()
            if alpha >= beta:
                break
    return alpha
