# idea: raises an exception that `except Exception` does not catch
# verdict: runtime_error
# reason: Slippery


class Slippery(BaseException):
    pass


def find_best_move(board):
    raise Slippery("caught nowhere")
