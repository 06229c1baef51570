# idea: starts threads for ever
# verdict: runtime_error
# reason: 64
import threading
import time


def find_best_move(board):
    while True:
        threading.Thread(target=time.sleep, args=(3600,), daemon=True).start()
