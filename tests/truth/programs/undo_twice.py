def find_best_move(board):
    player = board.current_player
    scores = []
    for col in board.valid_moves():
        scores.append((score_move(board, col, player), -abs(col - 3), col))
    # put the board back as it was
    board.undo_move()
    return max(scores)[2]


def score_move(board, col, player):
    board.drop_disc(col)
    if board.check_winner() == player:
        score = 100
    else:
        score = -best_reply(board)
    board.undo_move()
    return score


def best_reply(board):
    replies = []
    opponent = board.current_player
    for col in board.valid_moves():
        board.drop_disc(col)
        replies.append(100 if board.check_winner() == opponent else 0)
        board.undo_move()
    return max(replies, default=0)
