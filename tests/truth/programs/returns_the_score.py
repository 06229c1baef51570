from kata.board import Board

INF = float("inf")


def find_best_move(board: Board) -> int:
    return minimax(board, 4, -INF, INF, True, board.current_player)


def minimax(board, depth, alpha, beta, is_max, me):
    winner = board.check_winner()
    if winner:
        return 100 + depth if winner == me else -100 - depth
    if depth == 0 or board.is_full():
        return 0
    if is_max:
        best = -INF
        for move in board.valid_moves():
            board.drop_disc(move)
            best = max(best, minimax(board, depth - 1, alpha, beta, False, me))
            board.undo_move()
            alpha = max(alpha, best)
            if beta <= alpha:
                break
        return best
    best = INF
    for move in board.valid_moves():
        board.drop_disc(move)
        best = min(best, minimax(board, depth - 1, alpha, beta, True, me))
        board.undo_move()
        beta = min(beta, best)
        if beta <= alpha:
            break
    return best
