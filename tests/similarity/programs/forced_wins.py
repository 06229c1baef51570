"""Looks for a win that cannot be prevented, shortest first, by two questions that ask each other."""


def can_force(board, moves):
    """Tell whether the side to move wins within so many moves of its own."""
    if moves == 0:
        return None
    for col in board.valid_moves():
        board.drop_disc(col)
        done = board.check_winner() is not None or cannot_escape(board, moves - 1)
        board.undo_move()
        if done:
            return col
    return None


def cannot_escape(board, moves):
    if moves == 0 or board.is_full():
        return False
    for col in board.valid_moves():
        board.drop_disc(col)
        escaped = board.check_winner() is not None or can_force(board, moves) is None
        board.undo_move()
        if escaped:
            return False
    return True


def is_safe(board, col, moves):
    board.drop_disc(col)
    threat = can_force(board, moves)
    board.undo_move()
    return threat is None


def find_best_move(board):
    for moves in (1, 2, 3):
        col = can_force(board, moves)
        if col is not None:
            return col
    candidates = sorted(board.valid_moves(), key=lambda c: abs(c - 3))
    for moves in (2, 1):
        safe = [c for c in candidates if is_safe(board, c, moves)]
        if safe:
            return safe[0]
    return candidates[0]
