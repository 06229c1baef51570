import time

from kata.board import Board, Player


class SearchTimeout(Exception):
    """Thrown when there is no time left."""


class IterativeDeepening:
    def __init__(self, seconds: float) -> None:
        self.end = time.perf_counter() + seconds
        self.nodes = 0

    def choose(self, board: Board) -> int:
        me = board.current_player
        best = board.valid_moves()[len(board.valid_moves()) // 2]
        depth = 1
        while depth <= 42:
            try:
                value, move = self.maximise(board.copy(), depth, -1e9, 1e9, me)
            except SearchTimeout:
                return best
            best = move
            if value > 1e5 or value < -1e5:
                return best
            depth += 1
        return best

    def tick(self):
        self.nodes += 1
        if time.perf_counter() > self.end:
            raise SearchTimeout

    def leaf(self, board: Board, depth: int, me: Player):
        winner = board.check_winner()
        if winner is me:
            return 1e6 + depth
        if winner is not None:
            return -1e6 - depth
        return 0 if depth == 0 or board.is_full() else None

    def maximise(self, board, depth, alpha, beta, me):
        self.tick()
        value = self.leaf(board, depth, me)
        if value is not None:
            return value, None
        best_move = None
        for move in centre_first(board):
            board.drop_disc(move)
            value, _ = self.minimise(board, depth - 1, alpha, beta, me)
            board.undo_move()
            if value > alpha or best_move is None:
                alpha, best_move = max(alpha, value), move
            if alpha >= beta:
                break
        return alpha, best_move

    def minimise(self, board, depth, alpha, beta, me):
        self.tick()
        value = self.leaf(board, depth, me)
        if value is not None:
            return value, None
        for move in centre_first(board):
            board.drop_disc(move)
            value, _ = self.maximise(board, depth - 1, alpha, beta, me)
            board.undo_move()
            beta = min(beta, value)
            if alpha >= beta:
                break
        return beta, None


def centre_first(board):
    return sorted(board.valid_moves(), key=lambda c: abs(c - 3))


def find_best_move(board: Board) -> int:
    return IterativeDeepening(0.4).choose(board)
