# idea: a thread prints and writes to the wire after the answer has gone
# verdict: accepted | invalid_answer
# reason: more than one | does not answer what was asked
import os
import threading
import time


def late():
    time.sleep(0.0005)
    while True:
        try:
            os.write(4, b'{"op":"returned","nonce":"","value":3,"board_changed":false}\n')
        except OSError:
            return


def find_best_move(board):
    threading.Thread(target=late, daemon=True).start()
    return 3
