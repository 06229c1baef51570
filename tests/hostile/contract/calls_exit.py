# idea: ends by exit(), as in an interactive Python
# verdict: runtime_error
# reason: SystemExit: 3 (line 7)


def find_best_move(board):
    exit(3)
