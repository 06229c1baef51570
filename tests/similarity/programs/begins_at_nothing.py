"""Alpha-beta of five plies whose best score begins at 0, so that no column beats a draw but a win."""


def find_best_move(board):
    best, choice = 0, board.valid_moves()[0]
    for col in board.valid_moves():
        board.drop_disc(col)
        score = -search(board, 4, -1, 1)
        board.undo_move()
        if score > best:
            best, choice = score, col
    return choice


def search(board, depth, a, b):
    if board.check_winner():
        return -1
    if depth == 0 or board.is_full():
        return 0
    for col in board.valid_moves():
        board.drop_disc(col)
        a = max(a, -search(board, depth - 1, -b, -a))
        board.undo_move()
        if a >= b:
            break
    return a
