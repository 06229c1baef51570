# idea: has children compute for twice the limit of the import, while it sleeps
# verdict: load_error
# reason: importing it took longer than 1 s
# import_limit: 1.0
import os
import time

for _ in range(4):
    if os.fork() == 0:
        end = time.process_time() + 0.5
        while time.process_time() < end:
            pass
        os._exit(0)
for _ in range(4):
    os.wait()


def find_best_move(board):
    return 3
