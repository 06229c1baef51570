"""Columns are numbered 1 to 7, as on the box of the game."""


def find_best_move(board):
    best_score = -1000
    best_column = 0
    for column in [4, 3, 5, 2, 6, 1, 7]:
        if board.column_height(column - 1) == 6:
            continue
        board.drop_disc(column - 1)
        score = -alphabeta(board, 5, -1000, -best_score)
        board.undo_move()
        if score > best_score:
            best_score = score
            best_column = column
    return best_column


def alphabeta(board, depth, alpha, beta):
    if board.check_winner() is not None:
        return -100 - depth
    if depth == 0 or board.is_full():
        return 0
    for column in [4, 3, 5, 2, 6, 1, 7]:
        if board.column_height(column - 1) == 6:
            continue
        board.drop_disc(column - 1)
        score = -alphabeta(board, depth - 1, -beta, -alpha)
        board.undo_move()
        if score >= beta:
            return beta
        alpha = max(alpha, score)
    return alpha
