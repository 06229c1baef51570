# idea: raises an OSError whose number is a property that raises
# verdict: runtime_error
# reason: Awkward: [Errno 2] nothing (line 13)


class Awkward(OSError):
    @property
    def errno(self):
        raise ValueError("no")


def find_best_move(board):
    raise Awkward(2, "nothing")
