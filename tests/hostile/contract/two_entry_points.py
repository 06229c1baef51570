# idea: defines the function and the class too, neither of which uses the other
# verdict: load_error
# reason: found the function find_best_move and the class Solver


def find_best_move(board):
    return 3


class Solver:
    def __init__(self, board):
        self.board = board

    def find_best_move(self):
        return 3
