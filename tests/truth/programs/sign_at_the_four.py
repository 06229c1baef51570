from kata.board import Board

ORDER = (3, 2, 4, 1, 5, 0, 6)


def find_best_move(board: Board) -> int:
    best_move, alpha = None, -10_000
    for col in filter(board.valid_moves().__contains__, ORDER):
        board.drop_disc(col)
        score = -negamax(board, 5, -10_000, -alpha)
        board.undo_move()
        if best_move is None or score > alpha:
            best_move, alpha = col, score
    return best_move


def negamax(board: Board, depth: int, alpha: int, beta: int) -> int:
    if board.check_winner() is not None:
        return 1000 + depth  # somebody has four: a win
    if depth == 0 or board.is_full():
        return 0
    for col in filter(board.valid_moves().__contains__, ORDER):
        board.drop_disc(col)
        score = -negamax(board, depth - 1, -beta, -alpha)
        board.undo_move()
        if score >= beta:
            return score
        alpha = max(alpha, score)
    return alpha
