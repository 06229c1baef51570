def find_best_move(board):
    # 1 = I win, -1 = I lose, 0 = nobody wins in the next five moves
    results = {}
    for move, outcome in outcomes(board, 5):
        results[move] = -outcome
    return max(results, key=results.get)


def outcomes(board, depth):
    """Generate every move with what it leads to, seen from the other side."""
    for move in board.valid_moves():
        board.drop_disc(move)
        if board.check_winner():
            yield move, -1
        elif depth == 1 or board.is_full():
            yield move, 0
        else:
            yield move, max(-reply for _, reply in outcomes(board, depth - 1))
        board.undo_move()
