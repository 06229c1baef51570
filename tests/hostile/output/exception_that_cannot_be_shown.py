# idea: raises an exception whose __str__ and __repr__ raise too
# verdict: runtime_error
# reason: Shy


class Shy(Exception):
    def __str__(self):
        raise self

    __repr__ = __str__


def find_best_move(board):
    raise Shy()
