import random

GAMES_PER_MOVE = 40


def find_best_move(board):
    """Play some random games after every move and take the move that won most of them."""
    player = board.current_player
    results = {}
    for move in board.valid_moves():
        points = 0
        for _ in range(GAMES_PER_MOVE):
            points += simulate(board, move, player)
        results[move] = points / GAMES_PER_MOVE
    return max(results, key=results.get)


def simulate(board, move, player):
    game = board.copy()
    game.drop_disc(move)
    while game.check_winner() is None and not game.is_full():
        game.drop_disc(random.choice(game.valid_moves()))
    winner = game.check_winner()
    if winner is None:
        return 0
    return 1 if winner is player else -1
