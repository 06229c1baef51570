from kata.board import Board


def find_best_move(board: Board) -> int:
    me = board.current_player
    best_move, best_score = None, float("-inf")

    def search(depth: int, alpha: float, beta: float) -> float:
        if board.check_winner() is me:
            return 100 + depth
        if depth == 0 or board.is_full():
            return 0
        my_turn = board.current_player is me
        score = float("-inf") if my_turn else float("inf")
        for col in board.valid_moves():
            board.drop_disc(col)
            child = search(depth - 1, alpha, beta)
            board.undo_move()
            if my_turn:
                score = max(score, child)
                alpha = max(alpha, score)
            else:
                score = min(score, child)
                beta = min(beta, score)
            if alpha >= beta:
                break
        return score

    for col in sorted(board.valid_moves(), key=lambda c: abs(c - 3)):
        board.drop_disc(col)
        score = search(5, float("-inf"), float("inf"))
        board.undo_move()
        if score > best_score:
            best_move, best_score = col, score
    return best_move
