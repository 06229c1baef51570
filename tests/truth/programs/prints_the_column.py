def find_best_move(board):
    me = board.current_player
    best_val = -999
    best_move = None
    for c in board.valid_moves():
        board.drop_disc(c)
        val = minimax(board, 3, False, me)
        board.undo_move()
        if val > best_val:
            best_val = val
            best_move = c
    print("The best move is column", best_move)


def minimax(board, depth, maximizing, me):
    w = board.check_winner()
    if w is not None:
        if w == me:
            return 10 + depth
        else:
            return -10 - depth
    if board.is_full() or depth == 0:
        return 0
    if maximizing:
        val = -999
        for c in board.valid_moves():
            board.drop_disc(c)
            val = max(val, minimax(board, depth - 1, False, me))
            board.undo_move()
    else:
        val = 999
        for c in board.valid_moves():
            board.drop_disc(c)
            val = min(val, minimax(board, depth - 1, True, me))
            board.undo_move()
    return val
