# idea: a local object whose __del__ never ends holds the right answer back
# verdict: time_limit_exceeded
# reason: 0.3 s
# cap: 0.3


class Clinging:
    def __del__(self):
        while True:
            pass


def find_best_move(board):
    clinging = Clinging()  # noqa: F841
    return 3
