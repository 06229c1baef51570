# idea: prints for ever while it is imported
# verdict: output_limit_exceeded | load_error
# reason: 16 MiB
while True:
    print("x" * 65536)


def find_best_move(board):
    return 3
