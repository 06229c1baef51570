from kata.board import Board


class AlphaBeta:
    def __init__(self, board: Board) -> None:
        self.board = board
        self.me = board.current_player
        self.alpha = -1000
        self.beta = 1000

    def find_best_move(self) -> int:
        best_move, best_value = -1, -1001
        for move in self.board.valid_moves():
            self.board.drop_disc(move)
            value = self.search(5)
            self.board.undo_move()
            if value > best_value:
                best_move, best_value = move, value
        return best_move

    def search(self, depth: int) -> int:
        winner = self.board.check_winner()
        if winner is self.me:
            return 100 + depth
        if winner is not None:
            return -100 - depth
        if depth == 0 or self.board.is_full():
            return 0
        mine = self.board.current_player is self.me
        value = -1000 if mine else 1000
        for move in self.board.valid_moves():
            self.board.drop_disc(move)
            score = self.search(depth - 1)
            self.board.undo_move()
            if mine:
                value = max(value, score)
                self.alpha = max(self.alpha, value)
            else:
                value = min(value, score)
                self.beta = min(self.beta, value)
            if self.alpha >= self.beta:
                break
        return value


def find_best_move(board: Board) -> int:
    engine = AlphaBeta(board)
    return engine.find_best_move()
