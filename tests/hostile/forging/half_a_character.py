# idea: answers with half a character on the wire, then with the other half after a pause
# verdict: invalid_answer | runtime_error
# reason: reply
import os
import time


def find_best_move(board):
    os.write(4, b'{"op":"returned","nonce":"\xe2')
    time.sleep(0.05)
    os.write(4, b'\x98"}\n')
    return 3
