from kata.board import Board


def find_best_move(board: Board) -> int:
    player = board.current_player

    # look for a winning move
    for col in board.valid_moves():
        board.drop_disc(col)
        if board.check_winner() == player:
            return col
        board.undo_move()

    best_col, best_score = None, -100
    for col in board.valid_moves():
        board.drop_disc(col)
        score = minimax(board, 3, player)
        board.undo_move()
        if score > best_score:
            best_col, best_score = col, score
    return best_col


def minimax(board, depth, player):
    winner = board.check_winner()
    if winner:
        return 1 if winner == player else -1
    if depth == 0 or not board.valid_moves():
        return 0
    results = []
    for col in board.valid_moves():
        board.drop_disc(col)
        results.append(minimax(board, depth - 1, player))
        board.undo_move()
    return max(results) if board.current_player == player else min(results)
