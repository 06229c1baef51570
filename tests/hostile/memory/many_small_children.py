# idea: fifty children that grow together, each of which is small, and each the first to be sacrificed
# verdict: memory_limit_exceeded
# reason: 128 MiB
# memory: 128
import os
import time


def find_best_move(board):
    for _ in range(50):
        if os.fork() == 0:
            try:
                with open("/proc/self/oom_score_adj", "w") as file:
                    file.write("1000")
            except OSError:
                pass
            kept = []
            while len(kept) < 400:
                kept.append(bytearray(os.urandom(1 << 16)))
                time.sleep(0.001)
            time.sleep(5)
            os._exit(0)
    time.sleep(3)
    return 3
