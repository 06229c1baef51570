# idea: prints 1 MiB, more than is kept, and answers: the rest is cut, and that is said
# verdict: accepted
# stdout: bytes were cut


def find_best_move(board):
    for _ in range(1024):
        print("x" * 1023)
    return 3
