# idea: defines the function and the class too, neither of which uses the other
# verdict: load_error
# reason: let the function use the class, or rename one of them


def find_best_move(board):
    return 3


class Solver:
    def __init__(self, board):
        self.board = board

    def find_best_move(self):
        return 3
