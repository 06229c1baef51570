# idea: fills files with names in the folder of shared memory, and keeps none of them open
# verdict: memory_limit_exceeded | output_limit_exceeded | runtime_error
# reason: 128 MiB | 64 MiB | Permission denied | not permitted
# levels: bwrap limits-root
# memory: 128
# without bwrap: as an ordinary user, and without a control group, nobody counts files with names in /dev/shm, and they stay
import os
import time


def find_best_move(board):
    for number in range(16):
        with open(f"/dev/shm/kata-hostile-{os.getpid()}-{number}", "wb") as file:
            for _ in range(32):
                file.write(b"x" * (1 << 20))
    time.sleep(0.5)
    return 3
