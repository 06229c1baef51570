"""Principal variation search: a null window for all but the first column, and again if it fails."""


class Searcher:
    ORDER = (3, 2, 4, 1, 5, 0, 6)
    WIN = 10_000

    def __init__(self, board):
        self.board = board
        self.visited = 0

    def columns(self):
        free = set(self.board.valid_moves())
        return [c for c in self.ORDER if c in free]

    def pvs(self, depth, alpha, beta):
        self.visited += 1
        if self.board.check_winner():
            return -self.WIN - depth
        if depth == 0 or self.board.is_full():
            return 0
        first = True
        for c in self.columns():
            self.board.drop_disc(c)
            if first:
                score = -self.pvs(depth - 1, -beta, -alpha)
                first = False
            else:
                score = -self.pvs(depth - 1, -alpha - 1, -alpha)
                if alpha < score < beta:
                    score = -self.pvs(depth - 1, -beta, -score)
            self.board.undo_move()
            if score > alpha:
                alpha = score
            if alpha >= beta:
                return alpha
        return alpha

    def choose(self, depth):
        top, chosen = -self.WIN * 2, self.columns()[0]
        for c in self.columns():
            self.board.drop_disc(c)
            score = -self.pvs(depth - 1, -self.WIN * 2, -top)
            self.board.undo_move()
            if score > top:
                top, chosen = score, c
        return chosen


def find_best_move(board):
    return Searcher(board).choose(6)
