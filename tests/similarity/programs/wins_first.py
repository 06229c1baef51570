"""Takes a win that is there at once; else minimax of five plies that looks at every reply."""


def find_best_move(board):
    me = board.current_player
    for col in board.valid_moves():
        board.drop_disc(col)
        won = board.check_winner() is me
        board.undo_move()
        if won:
            return col
    scores = {}
    for col in board.valid_moves():
        board.drop_disc(col)
        scores[col] = minimax(board, 4, me)
        board.undo_move()
    return max(scores, key=scores.get)


def minimax(board, depth, me):
    winner = board.check_winner()
    if winner is not None:
        return 10 + depth if winner is me else -10 - depth
    if depth == 0 or board.is_full():
        return 0
    scores = []
    for col in board.valid_moves():
        board.drop_disc(col)
        scores.append(minimax(board, depth - 1, me))
        board.undo_move()
    return max(scores) if board.current_player is me else min(scores)
