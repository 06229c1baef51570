# idea: raises an exception whose message holds escapes, NUL and a lone surrogate
# verdict: runtime_error
# reason: ValueError


def find_best_move(board):
    raise ValueError("\x1b[31m\0\ud800</pre><script>\u202e")
