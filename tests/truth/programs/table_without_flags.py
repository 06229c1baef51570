from kata.board import Board

CENTER_FIRST = [3, 2, 4, 1, 5, 0, 6]
MAX_DEPTH = 8
WIN = 100


class Connect4AI:
    def __init__(self):
        self.transposition_table = {}

    def get_move(self, board: Board) -> int:
        best = None
        for depth in range(1, MAX_DEPTH + 1):
            best, score = self.root(board, depth)
            if score > 0:
                break
        return best

    def root(self, board, depth):
        alpha, best = -WIN * 2, None
        for col in CENTER_FIRST:
            if board.column_height(col) < 6:
                board.drop_disc(col)
                score = -self.negamax(board, depth - 1, -WIN * 2, -alpha)
                board.undo_move()
                if score > alpha:
                    alpha, best = score, col
        return best, alpha

    def negamax(self, board, depth, alpha, beta):
        if board.check_winner() is not None:
            return -(WIN + depth)
        if depth == 0 or board.is_full():
            return 0
        key = self.key(board)
        if key in self.transposition_table:
            stored_depth, stored_score = self.transposition_table[key]
            if stored_depth == depth:
                return stored_score
        best = -WIN * 2
        for col in CENTER_FIRST:
            if board.column_height(col) == 6:
                continue
            board.drop_disc(col)
            best = max(best, -self.negamax(board, depth - 1, -beta, -alpha))
            board.undo_move()
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        self.transposition_table[key] = (depth, best)
        return best

    @staticmethod
    def key(board):
        return board.current_player, tuple(
            tuple(board.get_cell(r, c) for r in range(board.column_height(c))) for c in range(7)
        )


def find_best_move(board: Board) -> int:
    return Connect4AI().get_move(board)
