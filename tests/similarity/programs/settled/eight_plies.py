"""Alpha-beta of eight plies, columns from left to right, with names of its own for the bounds."""


def find_best_move(board):
    me = board.current_player
    best, choice = float("-inf"), None
    for col in board.valid_moves():
        board.drop_disc(col)
        score = look_ahead(board, 7, best, float("inf"), False, me)
        board.undo_move()
        if score > best:
            best, choice = score, col
    return choice


def look_ahead(board, plies, low, high, mine, me):
    winner = board.check_winner()
    if winner is not None:
        return (1000 + plies) * (1 if winner == me else -1)
    if plies == 0 or board.is_full():
        return 0
    value = float("-inf") if mine else float("inf")
    for col in board.valid_moves():
        board.drop_disc(col)
        score = look_ahead(board, plies - 1, low, high, not mine, me)
        board.undo_move()
        if mine:
            value = max(value, score)
            low = max(low, value)
        else:
            value = min(value, score)
            high = min(high, value)
        if high <= low:
            break
    return value
