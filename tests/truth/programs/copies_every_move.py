def find_best_move(board):
    me = board.current_player

    def value(position, depth):
        winner = position.check_winner()
        if winner is me:
            return 100 + depth
        if winner is not None:
            return -100 - depth
        if depth == 0:
            return 0
        values = []
        for col in position.valid_moves():
            after = position.copy()
            after.drop_disc(col)
            values.append(value(after, depth - 1))
        if not values:
            return 0
        return max(values) if position.current_player is me else min(values)

    def value_after(col):
        after = board.copy()
        after.drop_disc(col)
        return value(after, 3)

    return max(board.valid_moves(), key=value_after)
