# idea: opens ten thousand descriptors
# verdict: runtime_error
# reason: Too many open files


def find_best_move(board):
    files = [open("/dev/null") for _ in range(10_000)]  # noqa: SIM115
    return len(files) % 7
