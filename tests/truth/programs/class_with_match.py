from kata.board import Board, Player


class Engine:
    LOOKAHEAD = 5

    def __init__(self, board: Board):
        self.board = board
        self.me = board.current_player

    def find_best_move(self) -> int:
        ranking = {col: self.after(col, self.LOOKAHEAD) for col in self.board.valid_moves()}
        return max(ranking, key=ranking.__getitem__)

    def after(self, col: int, depth: int) -> int:
        self.board.drop_disc(col)
        try:
            return self.value(depth - 1)
        finally:
            self.board.undo_move()

    def value(self, depth: int) -> int:
        match self.board.check_winner(), depth, self.board.is_full():
            case Player() as winner, _, _:
                return (50 + depth) if winner is self.me else -(50 + depth)
            case (_, 0, _) | (_, _, True):
                return 0
        children = [self.after(col, depth) for col in self.board.valid_moves()]
        return max(children) if self.board.current_player is self.me else min(children)
