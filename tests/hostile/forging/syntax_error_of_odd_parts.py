# idea: raises a SyntaxError whose message, file, line and text are none
# verdict: runtime_error
# reason: SyntaxError
def find_best_move(board):
    error = SyntaxError("no")
    error.msg, error.filename, error.lineno, error.text = [], [], "x", b"y"
    error.offset = 10**50
    raise error
