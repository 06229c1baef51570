# idea: returns text that clears the screen
# verdict: invalid_answer
# reason: str


def find_best_move(board):
    return "\x1b[2J\x1b]0;owned\x07\0\ud800\u202e"
