from collections import Counter
from random import Random

from kata.board import Board


class MonteCarloPlayer:
    """Reproducible: the generator always starts with the same seed."""

    def __init__(self, board: Board, games: int = 300) -> None:
        self.board = board
        self.games = games
        self.rng = Random(0)

    def find_best_move(self) -> int:
        wins = Counter()
        moves = self.board.valid_moves()
        for number in range(self.games):
            move = moves[number % len(moves)]
            wins[move] += self.playout(move)
        return max(moves, key=lambda m: (wins[m], -abs(m - 3)))

    def playout(self, move: int) -> int:
        me = self.board.current_player
        played = 1
        self.board.drop_disc(move)
        while not self.board.check_winner() and not self.board.is_full():
            self.board.drop_disc(self.rng.choice(self.board.valid_moves()))
            played += 1
        winner = self.board.check_winner()
        for _ in range(played):
            self.board.undo_move()
        return 0 if winner is None else 1 if winner is me else -1
