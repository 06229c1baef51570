def find_best_move(board):
    return negamax(board, 5)[1]


def negamax(board, depth):
    """Returns the score for the player to move, and the move."""
    if board.check_winner() is not None:
        return -100 - depth, None
    if depth == 0 or board.is_full():
        return 0, None
    best, best_move = -1000, None
    for move in board.valid_moves():
        board.drop_disc(move)
        score, _ = negamax(board, depth - 1)
        board.undo_move()
        if score > best:
            best, best_move = score, move
    return best, best_move
