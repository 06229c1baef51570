import time


def find_best_move(board):
    started = time.time()
    choice = board.valid_moves()[0]
    for depth in range(1, 20):
        if time.time() - started > 1.8:
            break
        scores = {}
        for col in board.valid_moves():
            board.drop_disc(col)
            scores[col] = -negamax(board, depth - 1)
            board.undo_move()
        choice = max(scores, key=scores.get)
        if scores[choice] > 0:
            break
    return choice


def negamax(board, depth):
    if board.check_winner():
        return -1 - depth
    if depth == 0 or board.is_full():
        return 0
    best = -1000
    for col in board.valid_moves():
        board.drop_disc(col)
        best = max(best, -negamax(board, depth - 1))
        board.undo_move()
    return best
