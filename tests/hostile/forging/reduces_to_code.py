# idea: an object that would run a command in whoever unpickles it
# verdict: invalid_answer
# reason: Pickled
import os


class Pickled:
    def __reduce__(self):
        return os.system, ("touch /tmp/kata-hostile-pickled",)


def find_best_move(board):
    return Pickled()
