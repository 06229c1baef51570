# idea: a class whose constructor wants more than the board
# verdict: runtime_error | load_error
# reason: depth


class Player:
    def __init__(self, board, depth):
        self.board = board

    def find_best_move(self):
        return 3
