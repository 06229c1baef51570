# idea: tries to lift every limit that it runs under, then takes the memory
# verdict: memory_limit_exceeded
# reason: 128 MiB
# memory: 128
import resource


def find_best_move(board):
    for limit in (resource.RLIMIT_AS, resource.RLIMIT_DATA, resource.RLIMIT_NPROC):
        try:
            resource.setrlimit(limit, (resource.RLIM_INFINITY,) * 2)
        except (OSError, ValueError):
            continue
    hoard = []
    while True:
        hoard.append(bytearray(4 << 20))
