# idea: searches one ply on the board that it was given and leaves it as it was
# verdict: accepted


def find_best_move(board):
    me = board.current_player
    for column in board.valid_moves():
        board.drop_disc(column)
        winner = board.check_winner()
        board.undo_move()
        if winner is me:
            return column
    return board.valid_moves()[0]
