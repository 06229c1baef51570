"""Random games from every column, as many for each, and the column that won most of them."""

import random

GAMES = 60


def playout(board, dice):
    """Play at random to the end, take everything back, and tell who won."""
    played = 0
    while not board.is_full() and board.check_winner() is None:
        board.drop_disc(dice.choice(board.valid_moves()))
        played += 1
    winner = board.check_winner()
    while played:
        board.undo_move()
        played -= 1
    return winner


def find_best_move(board):
    dice = random.Random(7)
    me = board.current_player
    tally = dict.fromkeys(board.valid_moves(), 0)
    for col in tally:
        board.drop_disc(col)
        for _ in range(GAMES):
            winner = playout(board, dice)
            if winner == me:
                tally[col] += 2
            elif winner is None:
                tally[col] += 1
        board.undo_move()
    ordered = sorted(tally.items(), key=lambda item: (item[1], -abs(item[0] - 3)))
    return ordered[-1][0]
