# idea: uses a hundred mebibytes, within the limit
# verdict: accepted


def find_best_move(board):
    table = bytearray(100 << 20)
    table[-1] = 3
    return table[-1]
