from kata.board import Board


class Minimax:
    def __init__(self, board: Board):
        self.board = board
        self.player = board.current_player

    def find_best_move(self):
        scored = []
        for col in self.board.valid_moves():
            self.board.drop_disc(col)
            scored.append((self.minimax(4, True), col))
            self.board.undo_move()
        return max(scored)[1]

    def minimax(self, depth, maximizing):
        winner = self.board.check_winner()
        if winner is not None:
            return 1 if winner is self.player else -1
        if depth == 0 or self.board.is_full():
            return 0
        value = -2 if maximizing else 2
        for col in self.board.valid_moves():
            self.board.drop_disc(col)
            score = self.minimax(depth - 1, not maximizing)
            self.board.undo_move()
            value = max(value, score) if maximizing else min(value, score)
        return value
