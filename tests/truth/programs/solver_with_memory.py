import time

from kata.board import Board

TIME_LIMIT = 0.4
INFINITY = 10**6
WIN = 1000


class Timeout(Exception):
    pass


class Solver:
    def __init__(self, board: Board):
        self.board = board
        self.memory = {}
        self.deadline = time.perf_counter() + TIME_LIMIT

    def find_best_move(self):
        best = self.moves()[0]
        work = self.board
        for depth in range(1, 43):
            self.board = work.copy()
            try:
                move, score = self.search_root(depth)
            except Timeout:
                break
            best = move
            if abs(score) > 500:
                break
        self.board = work
        return best

    def moves(self):
        legal = self.board.valid_moves()
        return [c for c in (3, 2, 4, 1, 5, 0, 6) if c in legal]

    def search_root(self, depth):
        alpha, best = -INFINITY, None
        for move in self.moves():
            self.board.drop_disc(move)
            score = -self.negamax(depth - 1, -INFINITY, -alpha)
            self.board.undo_move()
            if score > alpha:
                alpha, best = score, move
        return best, alpha

    def negamax(self, depth, alpha, beta):
        if time.perf_counter() > self.deadline:
            raise Timeout
        if self.board.check_winner():
            return -(WIN - self.discs())
        if self.board.is_full() or depth == 0:
            return 0

        original_alpha = alpha
        key = (str(self.board), self.board.current_player)
        entry = self.memory.get(key)
        if entry and entry["depth"] >= depth:
            if entry["flag"] == "EXACT":
                return entry["score"]
            if entry["flag"] == "LOWER":
                alpha = max(alpha, entry["score"])
            else:
                beta = min(beta, entry["score"])
            if alpha >= beta:
                return entry["score"]

        best = -INFINITY
        for move in self.moves():
            self.board.drop_disc(move)
            best = max(best, -self.negamax(depth - 1, -beta, -alpha))
            self.board.undo_move()
            alpha = max(alpha, best)
            if alpha >= beta:
                break

        flag = "EXACT"
        if best <= original_alpha:
            flag = "UPPER"
        elif best >= beta:
            flag = "LOWER"
        self.memory[key] = {"depth": depth, "flag": flag, "score": best}
        return best

    def discs(self):
        return sum(self.board.column_height(c) for c in range(7))


def find_best_move(board):
    return Solver(board).find_best_move()
