from time import perf_counter

ORDER = [3, 4, 2, 5, 1, 6, 0]


def find_best_move(board):
    start = perf_counter()
    move, depth = None, 0
    while depth < 12:
        depth += 1
        move, score = search(board, depth, -100, 100)
        # each depth takes about four times as long as the one before
        if score != 0 or perf_counter() - start > 0.1:
            break
    return move


def search(board, depth, alpha, beta):
    best_move = None
    for col in ORDER:
        if col not in board.valid_moves():
            continue
        board.drop_disc(col)
        if board.check_winner():
            score = 10 + depth
        elif depth == 1 or board.is_full():
            score = 0
        else:
            score = -search(board, depth - 1, -beta, -alpha)[1]
        board.undo_move()
        if best_move is None or score > alpha:
            best_move = col
            alpha = max(alpha, score)
        if alpha >= beta:
            break
    return best_move, alpha
