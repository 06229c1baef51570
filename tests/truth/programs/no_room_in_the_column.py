from kata.board import Board

COLUMNS = [3, 2, 4, 1, 5, 0, 6]


def find_best_move(board: Board) -> int:
    me = board.current_player
    best, best_col = -100, 3
    for col in COLUMNS:
        board.drop_disc(col)
        score = minimax(board, 3, me)
        board.undo_move()
        if score > best:
            best, best_col = score, col
    return best_col


def minimax(board: Board, depth: int, me) -> int:
    winner = board.check_winner()
    if winner is not None:
        return 10 + depth if winner is me else -10 - depth
    if depth == 0:
        return 0
    scores = []
    for col in COLUMNS:
        board.drop_disc(col)
        scores.append(minimax(board, depth - 1, me))
        board.undo_move()
    return max(scores) if board.current_player is me else min(scores)
