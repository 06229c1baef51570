# idea: defines a class, not a function, by the name that is looked for
# verdict: load_error
# reason: find_best_move has to be a function
class find_best_move:
    def __init__(self, board):
        self.column = 3
