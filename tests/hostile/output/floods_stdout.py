# idea: prints for ever
# verdict: output_limit_exceeded
# reason: 16 MiB


def find_best_move(board):
    while True:
        print("x" * 65536)
