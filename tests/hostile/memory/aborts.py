# idea: aborts, which would leave a core dump
# verdict: runtime_error
# reason: SIGABRT
import os
import resource


def find_best_move(board):
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY,) * 2)
    except (OSError, ValueError):
        pass
    os.abort()
