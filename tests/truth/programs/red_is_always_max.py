from kata.board import Board, Player


def find_best_move(board: Board) -> int:
    best = None
    best_score = -10_000

    def score_of(depth):
        winner = board.check_winner()
        if winner is Player.RED:
            return 1000 + depth
        if winner is Player.YELLOW:
            return -1000 - depth
        if depth == 0 or board.is_full():
            return 0
        scores = []
        for col in board.valid_moves():
            board.drop_disc(col)
            scores.append(score_of(depth - 1))
            board.undo_move()
        return max(scores) if board.current_player is Player.RED else min(scores)

    for col in board.valid_moves():
        board.drop_disc(col)
        score = score_of(4)
        board.undo_move()
        if score > best_score:
            best, best_score = col, score
    return best
