# idea: raises an exception whose cause, context, traceback, notes and text all raise
# verdict: runtime_error
# reason: Awkward: (its text cannot be shown: str() raised ValueError) (line 16)


class Awkward(Exception):
    def fail(self):
        raise ValueError("no")

    __cause__ = __context__ = __suppress_context__ = __traceback__ = property(fail)
    __notes__ = msg = errno = filename = property(fail)
    __str__ = __repr__ = fail


def find_best_move(board):
    raise Awkward
